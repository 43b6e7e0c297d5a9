import { isDeepStrictEqual } from 'node:util';

import { usernameKey } from '../../src/domain/names/username-key.ts';
import { erasedId, erasedPlayer } from '../../src/server/store/erased-player.ts';
import type { Players } from '../../src/server/store/points-store.ts';
import { kindsOf } from '../../src/server/store/records.ts';
import type { StoredPlayer } from '../../src/server/store/stored-values.ts';
import type { Commits } from './commits.ts';
import type { Kept } from './kept.ts';

/** Renames and erases players. */
export function memoryPeople(commits: Commits): Pick<Players, 'renamePlayer' | 'erasePlayer'> {
  return {
    renamePlayer: (number, change, records) =>
      commits.run((kept, tell) => {
        const { player } = kept.player(number);
        const renamed = { ...change(player), number };
        if (isDeepStrictEqual(renamed, player)) return;
        const holder = kept.playersByKey.get(usernameKey(renamed.username));
        if (holder !== undefined && holder.player.number !== number) throw new RangeError(`The username ${renamed.username} is taken`);
        kept.keepRecords(kept.decidedRecords(records, { before: player, after: renamed }));
        callOtherwise(kept, renamed);
        tell(kept.boards.values(), { kind: 'player', player: renamed });
      }),
    erasePlayer: (number, rewrite = (text) => text, records) =>
      commits.run((kept, tell) => {
        if (number !== undefined) kept.player(number);
        const added = kept.decidedRecords(records, undefined);
        kept.rewriteRecords(rewrite);
        for (const board of kept.boards.values())
          for (const entry of board.byId.values()) {
            const { voided } = entry.stored;
            entry.stored = { ...entry.stored, voided: voided && { ...voided, reason: rewrite(voided.reason) } };
          }
        kept.keepRecords(added);
        if (number === undefined) {
          tell([], { kind: 'records', board: undefined, records: kindsOf(added) });
          return true;
        }
        const erased = erasedPlayer(number);
        callOtherwise(kept, erased);
        for (const board of kept.boards.values()) {
          for (const [i, entry] of (board.byPlayer.get(number) ?? []).entries()) {
            const id = erasedId(number, i + 1);
            board.byId.delete(entry.event.id);
            board.byId.set(id, entry);
            entry.event = { ...entry.event, id, username: erased.username, displayName: undefined, avatar: undefined, digest: '' };
            entry.answer = '';
            const { voided } = entry.stored;
            entry.stored = { ...entry.stored, id, voided: voided && { ...voided, reason: '' } };
          }
        }
        tell(kept.boards.values(), { kind: 'player', player: erased });
        // An in-memory store has no files.
        return true;
      }),
  };
}

function callOtherwise(kept: Kept, player: StoredPlayer): void {
  const known = kept.player(player.number);
  const key = usernameKey(known.player.username);
  if (kept.playersByKey.get(key) === known) kept.playersByKey.delete(key);
  known.player = player;
  kept.playersByKey.set(usernameKey(player.username), known);
}
