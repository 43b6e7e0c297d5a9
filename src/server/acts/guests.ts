// Acts by which guests manage their own points, carried out like those of operators.
import type { WriteBounds } from '../../contract/api-key.ts';
import type { AnswerTo } from '../../contract/api.ts';
import { MOST_SELECTED } from '../../contract/parts/selection.ts';
import type { LiveBoards } from '../boards/live-boards.ts';
import { keptHeld } from '../boards/points/kept-held.ts';
import { LEFT } from '../boards/points/player-sums.ts';
import { eventsOfPlayer } from '../boards/revising/moved-events.ts';
import { guestLeaving, guestNamed } from '../guests/kept-guest.ts';
import { Problem } from '../http/problem.ts';
import { boardRule, pointsRule } from '../operation/keys/write-bounds.ts';
import type { StoredPlayer } from '../store/stored-values.ts';
import { decidingHeld } from './many/held.ts';
import { revisingEvents } from './many/events.ts';
import { mergingPlayers } from './merges.ts';
import type { ActParts } from './parts/act-parts.ts';

/** Voids a guest's events on a board, and rejects those on hold. Idempotent. @throws {Problem} as `guestLeaving` and `revisingEvents`. */
export async function leaveBoard(
  parts: Pick<ActParts, 'boards' | 'keyring'>,
  username: string,
  name: string,
): Promise<AnswerTo<'leaveBoard'>> {
  const { boards } = parts;
  const { name: board } = boards.board(name);
  await boards.store.changeRecords(guestLeaving(username, boards.clock()));
  const player = (await boards.players.find(username))?.player;
  const theirs = player === undefined ? [] : await eventsOfPlayer(boards.store, board, player.number);
  const revised = theirs.some(({ voided }) => voided === undefined)
    ? await revisingEvents(parts, { does: 'void', reason: LEFT, events: { match: { player: username, board } } }).carryOut()
    : undefined;
  // Selecting by match would search all points on hold while commits wait.
  const waiting = (await boards.held.of(username, 'waiting')).filter((record) => keptHeld(record).board === board);
  const held = { ids: waiting.slice(0, MOST_SELECTED).map(({ id }) => id) };
  const rejected = waiting.length > 0 ? await decidingHeld(boards, { does: 'reject', reason: LEFT, held }).carryOut() : undefined;
  return { board, events: revised?.events ?? 0, held: rejected?.held ?? 0 };
}

/** Renames a guest, with points or without. @throws {Problem} as `guestNamed`. */
export async function renameGuest(boards: LiveBoards, username: string, name: string): Promise<void> {
  const { commits, store, identities, clock } = boards;
  const isRenamed = await commits.betweenCommits(async () => {
    if ((await store.playerNamed(username)) !== undefined) return false;
    await store.changeRecords(guestNamed(username, name, clock(), true));
    return true;
  });
  if (!isRenamed) await identities.rename(username, { displayName: name }, true);
}

/**
 * Merges a guest into a player, if each of the guest's events is within `bounds`. `isProposed`: checked right before.
 * @throws {Problem} forbidden beyond the bounds; as `isProposed` and `mergingPlayers`.
 */
export function mergeGuest(
  parts: Pick<ActParts, 'boards' | 'readiness' | 'log'>,
  username: string,
  into: StoredPlayer,
  bounds: WriteBounds,
  isProposed: () => Promise<unknown>,
): Promise<{ readonly events: number }> {
  return mergingPlayers(parts, username, into.username).carryOut(async () => {
    await isProposed();
    await refuseBeyond(parts, username, bounds);
    return () => {};
  });
}

/** Requires that the key may post all of a guest's points before it decides about the guest. @throws {Problem} forbidden. */
export async function refuseBeyond(parts: Pick<ActParts, 'boards'>, username: string, bounds: WriteBounds): Promise<void> {
  for await (const { board, points } of pointsOf(parts, username)) {
    const [ofBoard, ofPoints] = [boardRule(bounds, board), pointsRule(bounds, points)];
    if (ofBoard !== undefined || ofPoints !== undefined)
      throw new Problem('forbidden', 'The guest has points that this API key may not post. An operator can decide.', [
        ofBoard === undefined ? { field: 'points', rule: ofPoints! } : { field: 'board', rule: ofBoard },
      ]);
  }
}

/** The points that a merge moves for a player: events that are not voided, and points on hold. */
async function* pointsOf({ boards }: Pick<ActParts, 'boards'>, username: string) {
  const { number } = await boards.players.existing(username);
  for (const { name: board } of boards.boards())
    for (const { points, voided } of await eventsOfPlayer(boards.store, board, number)) if (voided === undefined) yield { board, points };
  for (const record of await boards.held.of(username)) {
    const { board, event } = keptHeld(record);
    yield { board, points: event.points };
  }
}
