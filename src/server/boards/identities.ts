import { hash } from 'node:crypto';

import { withoutPerson } from '../../domain/names/without-person.ts';
import { audited, auditEntry } from '../audit/audit-entry.ts';
import { Problem } from '../http/problem.ts';
import type { PointsStore } from '../store/points-store.ts';
import type { BoardSettings, StoredEvent, StoredPlayer } from '../store/stored-values.ts';
import type { CommitQueue } from './commit-queue.ts';
import type { EventRevisions } from './event-revisions.ts';
import type { ShownPlayers } from './shown-players.ts';

/** Events that are merged at most: each of them is voided by itself. */
const MOST_MERGED = 10_000;

/** Events read, and copied, at once. */
const AT_ONCE = 1000;

/** What the copies of merged events are told from others by. */
const MERGED = 'merged';

/** Why events are voided that count for another player. It names nobody: that player may be erased. */
const REASON = 'Merged into another player.';

/** What a player is to be called; what is left out stays. */
export interface NewNames {
  readonly username?: string | undefined;
  readonly displayName?: string | undefined;
  readonly avatar?: string | undefined;
}

/** What it works with. */
export interface IdentitiesParts {
  readonly store: Pick<PointsStore, 'renamePlayer' | 'erasePlayer' | 'eventsOf' | 'changeRecords'>;
  readonly boards: () => readonly BoardSettings[];
  readonly players: Pick<ShownPlayers, 'find' | 'forgetReason'>;
  readonly commits: Pick<CommitQueue, 'betweenCommits' | 'submit'>;
  readonly revisions: Pick<EventRevisions, 'revise'>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/** Who players are: called otherwise, forgotten, or found to be one. */
export class Identities {
  readonly #parts: IdentitiesParts;

  constructor(parts: IdentitiesParts) {
    this.#parts = parts;
  }

  /**
   * Calls a player otherwise. A display name that was the username follows it. Resolves with the player.
   * @throws {Problem} not-found for a name nobody has; name-taken where somebody else has the new one.
   */
  async rename(username: string, names: NewNames): Promise<StoredPlayer> {
    const { store, commits, clock } = this.#parts;
    return commits.betweenCommits(async () => {
      const { number } = await this.#found(username);
      let renamed!: StoredPlayer;
      try {
        const entry = audited<{ readonly before: StoredPlayer; readonly after: StoredPlayer }>(clock(), ({ before, after }) => ({
          act: 'rename-player',
          player: number,
          before,
          after,
        }));
        const change = (kept: StoredPlayer) => {
          const name = names.username ?? kept.username;
          const shown = kept.displayName === kept.username ? name : kept.displayName;
          return (renamed = { ...kept, username: name, displayName: names.displayName ?? shown, avatar: names.avatar ?? kept.avatar });
        };
        await store.renamePlayer(number, change, entry);
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        throw new Problem('name-taken', `Somebody else is called "${names.username}".`, [
          { field: 'username', rule: 'must not be the name of another player' },
        ]);
      }
      return renamed;
    });
  }

  /**
   * Forgets who a player was: points and ranks stay, without a name. Resolves to whether nothing is left of the names in
   * the store's own files either; if not, that follows as soon as it can.
   * @throws {Problem} not-found for a name nobody has.
   */
  async erase(username: string): Promise<boolean> {
    const { store, commits, players, clock } = this.#parts;
    return commits.betweenCommits(async () => {
      const { number, username: name, displayName } = await this.#found(username);
      await players.forgetReason(number);
      // Not even who it was: the entry has the number alone.
      const entry = audited(clock(), () => ({ act: 'erase-player', player: number }));
      return store.erasePlayer(number, ({ text }) => withoutPerson(text, number, [name, displayName]), entry);
    });
  }

  /**
   * Takes the events of one player out of all that is not final and counts them for another one, each with its own time.
   * Final results stay. If it is cut off it goes on when it is asked again, and nothing counts twice. Resolves with how
   * many events count for the other one now.
   * @throws {Problem} not-found for a name nobody has; conflict for one player under two names, for very many events, and
   * while one of their boards is archived.
   */
  async merge(from: string, into: string): Promise<number> {
    const { store, boards, revisions, clock } = this.#parts;
    const [source, target] = [await this.#found(from), await this.#found(into, 'into')];
    if (source.number === target.number)
      throw new Problem('conflict', `"${from}" and "${into}" are one player already.`, [
        { field: 'into', rule: 'must be the name of another player' },
      ]);
    const theirs: { readonly board: BoardSettings; readonly events: readonly StoredEvent[] }[] = [];
    for (const board of boards()) {
      const events = await this.#eventsOf(board, source.number);
      if (events.length > 0) theirs.push({ board, events });
    }
    this.#mayMerge(theirs);
    let merged = 0;
    for (const { board, events } of theirs) {
      for (const { id, voided } of events) if (voided === undefined) await revisions.revise(board, id, 'void', REASON);
      const moved = events.filter(({ voided }) => voided === undefined || voided.reason === REASON);
      for (let done = 0; done < moved.length; done += AT_ONCE) await this.#copy(board, target, moved.slice(done, done + AT_ONCE));
      merged += moved.length;
    }
    const act = { act: 'merge-players', player: target.number, subject: String(source.number), after: { events: merged } } as const;
    await store.changeRecords({ change: () => [auditEntry(act, clock())] });
    return merged;
  }

  #mayMerge(theirs: readonly { readonly board: BoardSettings; readonly events: readonly StoredEvent[] }[]): void {
    const archived = theirs.find(({ board: { state } }) => state === 'archived')?.board;
    if (archived !== undefined)
      throw new Problem('conflict', `They have points on "${archived.name}", which is archived. Bring the board back first.`);
    const count = theirs.reduce((sum, { events }) => sum + events.length, 0);
    if (count > MOST_MERGED) throw new Problem('conflict', `They have more than ${MOST_MERGED} events, which is too many to be merged.`);
  }

  async #copy(board: BoardSettings, { username }: StoredPlayer, events: readonly StoredEvent[]): Promise<void> {
    const copies = events.map(({ id, points, at, receivedAt, activity }) => ({
      // No id that comes in begins with a space. The old one may say who they were.
      id: ` ${MERGED} ${hash('sha256', id).slice(0, 32)}`,
      username,
      points,
      at: new Date(at).toISOString(),
      receivedAt,
      activity,
      digest: MERGED,
    }));
    const results = await this.#parts.commits.submit(board, copies);
    const refused = results.find((result) => result.kind === 'refused');
    if (refused !== undefined) throw refused.problem;
  }

  async #eventsOf({ name }: BoardSettings, player: number): Promise<readonly StoredEvent[]> {
    const all: StoredEvent[] = [];
    for (let more = true; more && all.length <= MOST_MERGED;) {
      const before = all.at(-1)?.seq;
      const events = await this.#parts.store.eventsOf(name, player, { ...(before !== undefined && { before }), limit: AT_ONCE });
      all.push(...events);
      more = events.length === AT_ONCE;
    }
    // Oldest first, as they came.
    return all.toReversed();
  }

  async #found(username: string, field = 'username'): Promise<StoredPlayer> {
    const found = await this.#parts.players.find(username);
    if (found === undefined)
      throw new Problem('not-found', `Nobody called "${username}" has any points yet.`, [
        { field, rule: 'must be the username of a player' },
      ]);
    return found.player;
  }
}
