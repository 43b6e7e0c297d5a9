import * as z from 'zod/mini';

import type { PeriodKind } from '../../../domain/calendar.ts';
import { MINUTE_MS } from '../../../domain/durations.ts';
import { auditEntry } from '../../audit/audit-entry.ts';
import { besideEntry } from '../../audit/beside-entry.ts';
import type { LongWork, Work } from '../../audit/long-work.ts';
import { Problem, noSuchPlayer } from '../../http/problem.ts';
import { keyOf } from '../../ranking/period-key.ts';
import type { PointsStore } from '../../store/points-store.ts';
import { together } from '../../store/records.ts';
import type { BoardSettings, Change, StoredEvent, StoredPlayer } from '../../store/stored-values.ts';
import { type Agreement, ANYTHING } from './agreement.ts';
import type { CommitQueue } from '../points/commit-queue.ts';
import type { EventRevisions } from './event-revisions.ts';
import { heldFor, type HeldPoints, withHeld } from './held-points.ts';
import {
  copyIds,
  eventsOfPlayer,
  isBack,
  isMoved,
  MERGED_REASON,
  type Moved,
  movedPairs,
  type MovedPair,
  movedSchema,
  SPLIT_REASON,
} from './moved-events.ts';
import type { ShownPlayers } from './shown-players.ts';

/** The name the store keeps the merges under that are under way. */
const MERGES = 'merges';

/** What that is before the first began. */
const NONE = '[]';

/** Events that are merged at most: each of them is voided by itself. */
const MOST_MERGED = 10_000;

/** Events that leave one player before they come to the other: as long, visitors see them nowhere. */
const MOVED_AT_ONCE = 100;

/** What the copies of merged events are told from others by. */
const MERGED = 'merged';

/** How far the clocks of two processes that work on one merge may differ, in milliseconds. */
const CLOCKS_DIFFER_MS = 10 * MINUTE_MS;

const mergesSchema = z.array(
  z.object({
    from: z.int(),
    into: z.int(),
    startedAt: z.int(),
    /** Of a merge that is taken back, or done again after that. */
    again: z.optional(z.object({ does: z.enum(['split', 'merge']), moved: movedSchema })),
  }),
);

/** A merge that was begun and did not end yet: players by number, and when it began, in epoch milliseconds. */
type Merge = z.infer<typeof mergesSchema>[number];

/** Two players that can be merged, with the events of the first one on each board, oldest first. */
export interface Mergeable {
  readonly source: StoredPlayer;
  readonly target: StoredPlayer;
  readonly theirs: readonly { readonly board: BoardSettings; readonly events: readonly StoredEvent[] }[];
}

/** What it works with. */
export interface MergesParts {
  readonly store: Pick<PointsStore, 'eventsOf' | 'eventWithId' | 'changeDocument' | 'scoreOf' | 'players'>;
  readonly boards: () => readonly BoardSettings[];
  readonly players: Pick<ShownPlayers, 'find'>;
  readonly commits: Pick<CommitQueue, 'betweenCommits' | 'submit'>;
  readonly revisions: Pick<EventRevisions, 'revise' | 'imagine'>;
  readonly held: Pick<HeldPoints, 'of'>;
  /** @throws {Problem} conflict while somebody is being erased: a merge goes by ids of events, which are taken away then. */
  readonly refuseWhileErasing: () => void;
  readonly work: Pick<LongWork, 'begin'>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/** The merges as the store keeps them. */
export async function keptMerges(store: Pick<PointsStore, 'document'>): Promise<readonly Merge[]> {
  return mergesIn(await store.document(MERGES));
}

/**
 * Players who are found to be one. A merge is many commits. The first one keeps that it began, the last one that it ended:
 * whatever happens in between, whoever opens the data next goes on with it. No period closes meanwhile that would not have
 * been closed before it.
 */
export class Merges {
  readonly #parts: MergesParts;
  #merges: readonly Merge[];
  #running: Promise<unknown> = Promise.resolve();
  /** Those that somebody asked for here and nobody carries out yet, by their players: they are told as theirs. */
  readonly #asked = new Map<string, Work>();

  /** `merges`: as {@link keptMerges} has them. */
  constructor(parts: MergesParts, merges: readonly Merge[]) {
    this.#parts = parts;
    this.#merges = merges;
  }

  /** Takes in a change of the store. */
  follow(change: Change): void {
    if (change.kind === 'document' && change.name === MERGES) this.#merges = mergesIn(change.text);
  }

  /** Those that are under way, in whatever process. */
  list(): readonly Merge[] {
    return this.#merges;
  }

  /** Whether any is under way. */
  get areUnderWay(): boolean {
    return this.#merges.length > 0;
  }

  /** Whether a merge that is under way began before a time, in epoch milliseconds: what was to be final then waits for it. */
  areAwaited(time: number): boolean {
    return this.#merges.some(({ startedAt }) => startedAt < time);
  }

  /**
   * Takes the events of one player out of all that is not final and counts them for another one, each with its own time. What
   * is held of the first one is of the other one then.
   * Final results stay. If it is cut off it goes on when the data is opened next, and nothing counts twice. Resolves with
   * how many events that are.
   * @throws {Problem} as {@link mergeable}; as `agreed`; invalid-event where a total would no longer be exact.
   */
  async merge(from: string, into: string, agreed: Agreement = ANYTHING): Promise<number> {
    await this.finish();
    const { store, commits, refuseWhileErasing, clock } = this.#parts;
    const count = await commits.betweenCommits(async () => {
      const { source, target, theirs } = await this.mergeable(from, into);
      const check = await agreed();
      const events = theirs.reduce((sum, each) => sum + each.events.length, 0);
      const theirHeld = await this.#parts.held.of(source.username);
      const moved = withHeld(theirHeld, heldFor(target.username));
      if (events === 0 && theirHeld.length === 0) return events;
      const at = clock();
      const act = { act: 'merge-players', player: target.number, subject: String(source.number), after: { events } } as const;
      const begun = { from: source.number, into: target.number, startedAt: at };
      await this.#asFor(begun, () =>
        store.changeDocument(
          MERGES,
          (kept) => JSON.stringify([...mergesIn(kept).filter((other) => !isSame(other, begun)), begun]),
          together(
            {
              change: () => {
                check();
                refuseWhileErasing();
                const entry = auditEntry(act, at);
                return [entry, besideEntry(entry, { events: seqsOf(theirs), held: theirHeld.map(({ id }) => id) } satisfies Moved)];
              },
            },
            moved,
          ),
        ),
      );
      return events;
    });
    await this.finish();
    return count;
  }

  /**
   * Takes a merge back, or does it again after that: of each event that it moved the one counts that did not, and the other one
   * counts no more. Final results stay. It goes on as a merge does if it is cut off. Resolves with how many events that are.
   * @throws {Problem} as `agreed`; invalid-event where a total would no longer be exact.
   */
  async again(
    { from, into, moved, does }: { readonly from: number; readonly into: number; readonly moved: Moved; readonly does: 'split' | 'merge' },
    agreed: Agreement = ANYTHING,
  ): Promise<void> {
    await this.finish();
    const { store, commits, refuseWhileErasing, clock } = this.#parts;
    await commits.betweenCommits(async () => {
      const check = await agreed();
      const [source, target] = await store.players([from, into]);
      const [owner, heir] = does === 'split' ? [target!, source!] : [source!, target!];
      const waiting = (await this.#parts.held.of(owner.username)).filter(
        ({ id, state }) => moved.held.includes(id) && state !== 'accepted',
      );
      const at = clock();
      const begun: Merge = { from, into, startedAt: at, again: { does, moved } };
      const events = Object.values(moved.events).reduce((sum, seqs) => sum + seqs.length, 0);
      const act = {
        act: does === 'split' ? 'split-players' : 'merge-players',
        player: into,
        subject: String(from),
        after: { events },
      } as const;
      await this.#asFor(begun, () =>
        store.changeDocument(
          MERGES,
          (kept) => JSON.stringify([...mergesIn(kept).filter((other) => !isSame(other, begun)), begun]),
          together(
            {
              change: () => {
                check();
                refuseWhileErasing();
                const entry = auditEntry(act, at);
                return [entry, besideEntry(entry, moved)];
              },
            },
            withHeld(waiting, heldFor(heir.username)),
          ),
        ),
      );
    });
    await this.finish();
  }

  /**
   * What a merge would be about: the events of the first player that were not voided.
   * @throws {Problem} not-found for a name nobody has; conflict for one player under two names, for very many events, and
   * while one of their boards is archived; invalid-event where a total might no longer be exact.
   */
  async mergeable(from: string, into: string): Promise<Mergeable> {
    const [source, target] = [await this.#found(from), await this.#found(into, 'into')];
    if (source.number === target.number)
      throw new Problem('conflict', `"${from}" and "${into}" are one player already.`, [
        { field: 'into', rule: 'must be the name of another player' },
      ]);
    const theirs: { readonly board: BoardSettings; readonly events: readonly StoredEvent[] }[] = [];
    for (const board of this.#parts.boards()) {
      const events = (await eventsOfPlayer(this.#parts.store, board, source.number, MOST_MERGED)).filter(
        ({ voided }) => voided === undefined,
      );
      if (events.length > 0) theirs.push({ board, events });
    }
    const archived = theirs.find(({ board: { state } }) => state === 'archived')?.board;
    if (archived !== undefined)
      throw new Problem('conflict', `They have points on "${archived.name}", which is archived. Bring the board back first.`);
    const count = theirs.reduce((sum, { events }) => sum + events.length, 0);
    if (count > MOST_MERGED) throw new Problem('conflict', `They have more than ${MOST_MERGED} events, which is too many to be merged.`);
    for (const { board, events } of theirs) {
      const total = await this.#parts.store.scoreOf(keyOf(board.name, { kind: 'all-time', start: -Infinity }), target.number);
      const most = events.reduce((sum, { points }) => sum + Math.abs(points), Math.abs(total?.points ?? 0));
      if (board.scoring === 'sum' && !Number.isSafeInteger(most))
        throw new Problem('invalid-event', `Nothing was changed: on "${board.name}" a total might be too large to be exact.`, [
          { field: 'into', rule: 'must keep the total between -(2^53 - 1) and 2^53 - 1' },
        ]);
    }
    return { source, target, theirs };
  }

  /**
   * Goes on with the merges that are under way, to their end; one after the other in this process. Several processes may:
   * nothing counts twice. If `isStopping` becomes true, the rest is left for another time.
   */
  finish(isStopping: () => boolean = () => false): Promise<void> {
    const finished = this.#running.then(() => this.#carryOutAll(isStopping));
    this.#running = finished.catch(() => undefined);
    return finished;
  }

  async #carryOutAll(isStopping: () => boolean): Promise<void> {
    for (const merge of this.#merges) {
      const work = this.#asked.get(nameOf(merge)) ?? this.#begin(merge);
      this.#asked.delete(nameOf(merge));
      try {
        await this.#carryOut(merge, work, isStopping);
        work.end();
      } catch (error) {
        work.fail(error);
        throw error;
      }
    }
  }

  /** Begins a merge that somebody asked for: `begin` keeps that it began. */
  async #asFor(merge: Merge, begin: () => Promise<void>): Promise<void> {
    const work = this.#begin(merge);
    this.#asked.set(nameOf(merge), work);
    try {
      await begin();
    } catch (error) {
      this.#asked.delete(nameOf(merge));
      work.fail(error);
      throw error;
    }
  }

  #begin({ from, into }: Pick<Merge, 'from' | 'into'>): Work {
    return this.#parts.work.begin({ what: 'merge', players: [from, into] });
  }

  async #carryOut(merge: Merge, work: Work, isStopping: () => boolean): Promise<void> {
    const { again } = merge;
    const refused =
      again === undefined ? await this.#moveAll(merge, work, isStopping) : await this.#swapAll(merge, again, work, isStopping);
    if (refused === 'stopped') return;
    await this.#parts.commits.betweenCommits(() =>
      this.#parts.store.changeDocument(MERGES, (kept) => JSON.stringify(mergesIn(kept).filter((other) => !isSame(other, merge)))),
    );
    if (refused !== undefined) throw refused;
  }

  /** Lets of each pair the one count that does not: resolves with why the first one was refused that was. */
  async #swapAll(
    merge: Merge,
    { does, moved }: NonNullable<Merge['again']>,
    work: Work,
    isStopping: () => boolean,
  ): Promise<Problem | 'stopped' | undefined> {
    const { store, boards } = this.#parts;
    const found = await movedPairs(store, boards(), moved, merge);
    const total = found.reduce((sum, { pairs }) => sum + pairs.length, 0);
    let done = 0;
    let refused: Problem | undefined;
    work.reached(done, total);
    for (const { board, pairs } of found) {
      for (let first = 0; first < pairs.length; first += MOVED_AT_ONCE) {
        if (isStopping()) return 'stopped';
        const some = pairs.slice(first, first + MOVED_AT_ONCE);
        refused ??= await this.#swap(board, does, some);
        work.reached((done += some.length), total);
      }
    }
    return refused;
  }

  /** Those that an operator voided or restored since are left as they are. */
  async #swap(board: BoardSettings, does: 'split' | 'merge', pairs: readonly MovedPair[]): Promise<Problem | undefined> {
    const { revisions } = this.#parts;
    const isDone = does === 'split' ? isBack : isMoved;
    const [outReason, inReason] = does === 'split' ? [SPLIT_REASON, MERGED_REASON] : [MERGED_REASON, SPLIT_REASON];
    let refused: Problem | undefined;
    const tried = async (id: string, act: 'void' | 'restore', reason: string): Promise<boolean> => {
      try {
        await revisions.revise(board, id, act, reason, { merging: true });
        return true;
      } catch (error) {
        if (!(error instanceof Problem) || error.code === 'unavailable') throw error;
        // Another process was faster: then it is done.
        if (error.code === 'invalid-event') refused ??= error;
        return error.code === 'conflict';
      }
    };
    const out: MovedPair[] = [];
    for (const pair of pairs) {
      const [leaves, comes] = does === 'split' ? [pair.copy, pair.original] : [pair.original, pair.copy];
      if (isDone(pair) || comes.voided?.reason !== inReason) continue;
      if (leaves.voided === undefined ? await tried(leaves.id, 'void', outReason) : leaves.voided.reason === outReason) out.push(pair);
    }
    for (const pair of out) {
      const [leaves, comes] = does === 'split' ? [pair.copy, pair.original] : [pair.original, pair.copy];
      if (!(await tried(comes.id, 'restore', outReason))) await tried(leaves.id, 'restore', outReason);
    }
    return refused;
  }

  /** Moves all that is to be moved: resolves with why the first event was refused that was. */
  async #moveAll(merge: Merge, work: Work, isStopping: () => boolean): Promise<Problem | 'stopped' | undefined> {
    const [target] = await this.#parts.store.players([merge.into]);
    const theirs = new Map<BoardSettings, readonly StoredEvent[]>();
    for (const board of this.#parts.boards())
      theirs.set(
        board,
        (await eventsOfPlayer(this.#parts.store, board, merge.from)).filter((event) => isMovedBy(merge, event)),
      );
    const total = [...theirs.values()].reduce((sum, events) => sum + events.length, 0);
    let done = 0;
    const moved = () => work.reached((done += 1), total);
    work.reached(done, total);
    let refused: Problem | undefined;
    for (const [board, events] of theirs) {
      for (let first = 0; first < events.length; first += MOVED_AT_ONCE) {
        if (isStopping()) return 'stopped';
        refused ??= await this.#move(board, target!, events.slice(first, first + MOVED_AT_ONCE), moved);
      }
    }
    return refused;
  }

  /** Moves some events, and tells of each. Those that are refused stay where they are: resolves with why the first one was. */
  async #move(board: BoardSettings, target: StoredPlayer, events: readonly StoredEvent[], moved: () => void): Promise<Problem | undefined> {
    const { commits, revisions } = this.#parts;
    let refused: Problem | undefined;
    const left: MovedEvent[] = [];
    for (const event of events) {
      try {
        const { periods } =
          event.voided === undefined
            ? await revisions.revise(board, event.id, 'void', MERGED_REASON, { merging: true })
            : await revisions.imagine(board, event.id, 'restore', MERGED_REASON, true);
        left.push({ ...event, countsFor: periods.flatMap(({ period, state }) => (state === 'changed' ? [period.kind] : [])) });
      } catch (error) {
        if (!(error instanceof Problem) || error.code === 'unavailable') throw error;
        // Another process was faster, or an operator was: then it is theirs.
        if (error.code === 'invalid-event') refused ??= error;
      }
      moved();
    }
    const first = (
      await commits.submit(
        board,
        left.map((event) => copyOf(event, target, copyIds(event, target.number)[0])),
      )
    ).map((result, i) => ({ result, event: left[i]! }));
    const known = first.filter(({ result }) => result.kind === 'report' && result.repeated).map(({ event }) => event);
    const results = [...first, ...(known.length === 0 ? [] : await this.#moveAgain(board, target, known))];
    for (const { result, event } of results) {
      if (result.kind !== 'refused') continue;
      await revisions.revise(board, event.id, 'restore', MERGED_REASON, { merging: true });
      refused ??= result.problem;
    }
    return refused;
  }

  /** Moves events that were moved before: their copies are there. Of those that were taken back they count again, or new ones do. */
  async #moveAgain(board: BoardSettings, target: StoredPlayer, events: readonly MovedEvent[]) {
    const { store, commits, revisions } = this.#parts;
    const theirs = new Map((await eventsOfPlayer(store, board, target.number)).map((event) => [event.id, event]));
    const others: MovedEvent[] = [];
    for (const event of events) {
      const [firstId, ownId] = copyIds(event, target.number);
      const copy = theirs.get(firstId) ?? theirs.get(ownId);
      if (copy?.voided?.reason === SPLIT_REASON) await revisions.revise(board, copy.id, 'restore', MERGED_REASON, { merging: true });
      // What counts for somebody else was moved by another merge, and so was what another merge moved on from there.
      if (copy === undefined && (await this.#isTakenBack(board, firstId))) others.push(event);
    }
    const results = await commits.submit(
      board,
      others.map((event) => copyOf(event, target, copyIds(event, target.number)[1])),
    );
    return results.map((result, i) => ({ result, event: others[i]! }));
  }

  async #isTakenBack(board: BoardSettings, id: string): Promise<boolean> {
    const found = await this.#parts.store.eventWithId(board.name, id);
    return found?.voided?.reason === SPLIT_REASON;
  }

  async #found(username: string, field = 'username'): Promise<StoredPlayer> {
    const found = await this.#parts.players.find(username);
    if (found === undefined) throw noSuchPlayer(username, field);
    return found.player;
  }
}

/** Not those that an operator voided, nor those of an earlier merge. */
function isMovedBy({ startedAt }: Merge, { voided }: StoredEvent): boolean {
  return voided === undefined || (voided.reason === MERGED_REASON && voided.at >= startedAt - CLOCKS_DIFFER_MS);
}

function nameOf({ from, into, again }: Omit<Merge, 'startedAt'>): string {
  return `${from} ${into} ${again?.does ?? ''}`;
}

/** An event that was taken out of the periods that its copy is to count for. */
type MovedEvent = StoredEvent & { readonly countsFor: readonly PeriodKind[] };

/** The copy of an event, for another player. */
function copyOf({ points, at, receivedAt, activity, countsFor }: MovedEvent, { username }: StoredPlayer, id: string) {
  return { id, username, points, at: new Date(at).toISOString(), receivedAt, activity, digest: MERGED, isOperators: true, countsFor };
}

function seqsOf(theirs: Mergeable['theirs']): Moved['events'] {
  return Object.fromEntries(theirs.map(({ board, events }) => [board.name, events.map(({ seq }) => seq)]));
}

function isSame(a: Omit<Merge, 'startedAt'>, b: Omit<Merge, 'startedAt'>): boolean {
  return nameOf(a) === nameOf(b);
}

function mergesIn(text = NONE): readonly Merge[] {
  return mergesSchema.parse(JSON.parse(text));
}
