import type { PeriodKind } from '../../../domain/calendar.ts';
import { auditEntry } from '../../audit/audit-entry.ts';
import { besideEntry } from '../../audit/beside-entry.ts';
import type { LongWork, Work } from '../../audit/long-work.ts';
import { toldActIn } from '../../audit/told-act.ts';
import { Problem } from '../../http/problem.ts';
import { keyOf } from '../../ranking/period-key.ts';
import { type DocumentTexts, KeptDocument } from '../../store/kept-document.ts';
import type { PointsStore } from '../../store/points-store.ts';
import { AUDIT, everyRecord, type RecordsToKeep, together } from '../../store/records.ts';
import type { BoardSettings, Change, Revision, StoredEvent, StoredPlayer } from '../../store/stored-values.ts';
import { type Agreement, ANYTHING } from './agreement.ts';
import type { Committing, CommitQueue } from '../points/commit-queue.ts';
import type { DoneRevision, EventRevisions } from './event-revisions.ts';
import { heldFor, type HeldPoints, withHeld } from './held-points.ts';
import {
  copyOf,
  eventsOfPlayer,
  type LeavingEvent,
  MERGED_REASON,
  type Moved,
  type MovedEvent,
  movedEvents,
  SPLIT_REASON,
  type ToldMerge,
  toldMerge,
} from './moved-events.ts';
import { type Merge, MERGES, nameOf } from './kept-merges.ts';
import type { ShownPlayers } from './shown-players.ts';

/** Events that are merged at most: each of them is voided by itself. */
const MOST_MERGED = 10_000;

/** Events that leave one player before they come to the other: as long, visitors see them nowhere. */
const MOVED_AT_ONCE = 100;

/** Another process ended the merge, or began or ended another one meanwhile. */
const OVERTAKEN = new Error('The merges under way are not the ones that this goes by');

/** Two players that can be merged, with the events of the first one on each board, oldest first. */
interface Mergeable {
  readonly source: StoredPlayer;
  readonly target: StoredPlayer;
  readonly theirs: readonly { readonly board: BoardSettings; readonly events: readonly StoredEvent[] }[];
}

/** What it works with. */
export interface MergesParts extends Committing {
  readonly store: Pick<PointsStore, 'eventsOf' | 'changeDocument' | 'scoreOf' | 'players' | 'record' | 'records'>;
  readonly boards: () => readonly BoardSettings[];
  readonly players: Pick<ShownPlayers, 'existing'>;
  readonly commits: Pick<CommitQueue, 'betweenCommits' | 'submit'>;
  readonly revisions: Pick<EventRevisions, 'revise' | 'imagine'>;
  readonly held: Pick<HeldPoints, 'of'>;
  /** @throws {Problem} conflict while somebody is being erased: a merge goes by ids of events, which are taken away then. */
  readonly refuseWhileErasing: () => void;
  readonly work: Pick<LongWork, 'begin'>;
}

/**
 * Players who are found to be one. A merge is many commits. The first one keeps that it began, the last one that it ended:
 * whatever happens in between, whoever opens the data next goes on with it. No period closes meanwhile that would not have
 * been closed before it.
 */
export class Merges {
  readonly #parts: MergesParts;
  readonly #merges: KeptDocument<readonly Merge[]>;
  #running: Promise<unknown> = Promise.resolve();
  /** Those that somebody asked for here and nobody carries out yet, by their players: they are told as theirs. */
  readonly #asked = new Map<string, Work>();

  constructor(parts: MergesParts, texts: DocumentTexts) {
    this.#parts = parts;
    this.#merges = new KeptDocument(MERGES, texts);
  }

  /** Takes in a change of the store. */
  follow(change: Change): void {
    this.#merges.follow(change);
  }

  /** Those that are under way, in whatever process. */
  list(): readonly Merge[] {
    return this.#merges.value;
  }

  /** Whether any is under way. */
  get areUnderWay(): boolean {
    return this.list().length > 0;
  }

  /** Whether a merge that is under way began before a time, in epoch milliseconds: what was to be final then waits for it. */
  areAwaited(time: number): boolean {
    return this.list().some(({ startedAt }) => startedAt < time);
  }

  /**
   * Takes the events of one player out of all that is not final and counts them for another one, each with its own time. What
   * is held of the first one is of the other one then.
   * Final results stay. If it is cut off it goes on when the data is opened next, and nothing counts twice. Resolves with
   * how many events that are.
   * @throws {Problem} as {@link mergeable}; as `agreed`; invalid-event where a total would no longer be exact.
   */
  async merge(from: string, into: string, agreed: Agreement = ANYTHING): Promise<number> {
    return this.#afterOthers(async (begin) => {
      const { source, target, theirs } = await this.mergeable(from, into);
      const check = await agreed();
      const events = theirs.reduce((sum, each) => sum + each.events.length, 0);
      const theirHeld = await this.#parts.held.of(source.username);
      if (events === 0 && theirHeld.length === 0) return events;
      const startedAt = this.#parts.clock();
      const seqs = theirs.map((each) => [each.board.name, each.events.map(({ seq }) => seq)] as const);
      const act = { act: 'merge-players', player: target.number, subject: String(source.number), after: { events } } as const;
      const change = () => {
        check();
        const entry = auditEntry(act, startedAt);
        return [entry, besideEntry(entry, { events: Object.fromEntries(seqs), held: theirHeld.map(({ id }) => id) } satisfies Moved)];
      };
      const merge = { from: source.number, into: target.number, startedAt, split: undefined };
      await begin(merge, together({ change }, withHeld(theirHeld, heldFor(target.username))));
      return events;
    });
  }

  /**
   * Undoes a merge: of each event that it moved, the periods that the copy counts for count the event instead. Final results
   * stay. It goes on as a merge does if it is cut off.
   * @throws {Problem} as `agreed`; invalid-event where a total would no longer be exact.
   */
  split({ from, into, ...split }: ToldMerge, agreed: Agreement = ANYTHING): Promise<void> {
    return this.#afterOthers(async (begin) => {
      const check = await agreed();
      const [source, target] = await this.#parts.store.players([from, into]);
      const waiting = (await this.#parts.held.of(target!.username)).filter(
        ({ id, state }) => split.moved.held.includes(id) && state !== 'accepted',
      );
      const startedAt = this.#parts.clock();
      const events = Object.values(split.moved.events).flat().length;
      const act = { act: 'split-players', player: into, subject: String(from), after: { events } } as const;
      const change = () => {
        check();
        return [auditEntry(act, startedAt)];
      };
      await begin({ from, into, startedAt, split }, together({ change }, withHeld(waiting, heldFor(source!.username))));
    });
  }

  /**
   * What a merge would be about: the events of the first player that were not voided.
   * @throws {Problem} not-found for a name nobody has; conflict for one player under two names, for very many events, and
   * while one of their boards is archived; invalid-event where a total might no longer be exact.
   */
  async mergeable(from: string, into: string): Promise<Mergeable> {
    const { store, boards, players } = this.#parts;
    const [source, target] = [await players.existing(from), await players.existing(into, 'into')];
    if (source.number === target.number)
      throw new Problem('conflict', `"${from}" and "${into}" are one player already.`, [
        { field: 'into', rule: 'must be the name of another player' },
      ]);
    const theirs: { readonly board: BoardSettings; readonly events: readonly StoredEvent[] }[] = [];
    for (const board of boards()) {
      const events = (await eventsOfPlayer(store, board, source.number, MOST_MERGED)).filter(({ voided }) => voided === undefined);
      if (events.length > 0) theirs.push({ board, events });
    }
    const archived = theirs.find(({ board: { state } }) => state === 'archived')?.board;
    if (archived !== undefined)
      throw new Problem('conflict', `They have points on "${archived.name}", which is archived. Bring the board back first.`);
    const count = theirs.reduce((sum, { events }) => sum + events.length, 0);
    if (count > MOST_MERGED) throw new Problem('conflict', `They have more than ${MOST_MERGED} events, which is too many to be merged.`);
    for (const { board, events } of theirs) {
      const total = await store.scoreOf(keyOf(board.name, { kind: 'all-time', start: -Infinity }), target.number);
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
    for (const merge of this.list()) {
      const work = this.#asked.get(nameOf(merge)) ?? this.#workOn(merge);
      this.#asked.delete(nameOf(merge));
      try {
        await this.#carryOut(merge, work, isStopping);
        work.end();
      } catch (error) {
        if (error !== OVERTAKEN) {
          work.fail(error);
          throw error;
        }
        // Another process ended it.
        work.end();
      }
    }
  }

  /**
   * Does what begins a merge, or its undo, while none is under way in any process, and then carries it out: each goes by what the
   * ones before left. It is called again if another process was faster.
   */
  async #afterOthers<Result>(
    work: (begin: (merge: Merge, records: RecordsToKeep<unknown>) => Promise<void>) => Promise<Result>,
  ): Promise<Result> {
    for (;;) {
      await this.finish();
      try {
        const result = await this.#parts.commits.betweenCommits(() => {
          const known = this.list();
          if (known.length > 0) throw OVERTAKEN;
          const change = () => {
            if (this.list() !== known) throw OVERTAKEN;
            this.#parts.refuseWhileErasing();
            return [];
          };
          return work((merge, records) => this.#begin(merge, together({ change }, records)));
        });
        await this.finish();
        return result;
      } catch (error) {
        if (error !== OVERTAKEN) throw error;
      }
    }
  }

  /** Keeps that a merge that somebody asked for began, or its undo. */
  async #begin(merge: Merge, records: RecordsToKeep<unknown>): Promise<void> {
    const work = this.#workOn(merge);
    this.#asked.set(nameOf(merge), work);
    try {
      await this.#merges.change(this.#parts.store, () => [merge], records);
    } catch (error) {
      this.#asked.delete(nameOf(merge));
      work.fail(error);
      throw error;
    }
  }

  #workOn({ from, into }: Pick<Merge, 'from' | 'into'>): Work {
    return this.#parts.work.begin({ what: 'merge', players: [from, into] });
  }

  async #carryOut(merge: Merge, work: Work, isStopping: () => boolean): Promise<void> {
    const { store, boards, commits } = this.#parts;
    const told = merge.split === undefined ? await this.#entryOf(merge) : { ...merge, ...merge.split };
    const found = await movedEvents(store, boards(), told);
    const total = found.reduce((sum, { events }) => sum + events.length, 0);
    let done = 0;
    let refused: Problem | undefined;
    const reached = () => work.reached((done += 1), total);
    work.reached(done, total);
    for (const { board, events } of found) {
      for (let first = 0; first < events.length; first += MOVED_AT_ONCE) {
        if (isStopping()) return;
        const some = events.slice(first, first + MOVED_AT_ONCE);
        const problem = await (merge.split === undefined
          ? this.#move(merge, told.entry, board, some, reached)
          : this.#moveBack(merge, board, some, reached));
        refused ??= problem;
      }
    }
    await commits.betweenCommits(() => this.#merges.change(store, (kept) => kept.filter((other) => nameOf(other) !== nameOf(merge))));
    if (refused !== undefined) throw refused;
  }

  /** A merge that is under way as the audit log has it: the last one of its players. */
  async #entryOf({ from, into }: Merge): Promise<ToldMerge> {
    for await (const record of everyRecord(this.#parts.store, AUDIT, { state: 'merge-players' })) {
      const told = toldActIn(record);
      if (told.kept.player === into && told.kept.subject === String(from)) return toldMerge(this.#parts.store, told);
    }
    throw new Error(`The audit log has no entry of the merge of player ${from} into ${into}`);
  }

  /** Moves some events, and tells of each with `reached`. Those that are refused stay where they are: resolves with why the first one was. */
  async #move(
    merge: Merge,
    entry: number,
    board: BoardSettings,
    events: readonly MovedEvent[],
    reached: () => void,
  ): Promise<Problem | undefined> {
    const [target] = await this.#parts.store.players([merge.into]);
    let refused: Problem | undefined;
    const left: LeavingEvent[] = [];
    for (const { original, copy } of events) {
      // An earlier version's copies are of every merge of these players.
      if (copy === undefined || copy.voided?.reason === SPLIT_REASON) {
        const { done: countsFor, problem } = await attempted(this.#takeOut(merge, board, original, MERGED_REASON));
        refused ??= problem;
        if (countsFor !== undefined) left.push({ ...original, countsFor });
      }
      reached();
    }
    const copies = left.map((event) => copyOf(event, target!, entry));
    for (const [i, result] of (await this.#parts.commits.submit(board, copies)).entries()) {
      if (result.kind !== 'refused') continue;
      refused ??= result.problem;
      await attempted(this.#revise(merge, board, left[i]!.id, 'restore', MERGED_REASON, left[i]!.countsFor));
    }
    return refused;
  }

  /**
   * Lets events that were moved count instead of their copies: resolves with why the first one was refused that was. Those that
   * an operator voided or restored since are left as they are.
   */
  async #moveBack(merge: Merge, board: BoardSettings, events: readonly MovedEvent[], reached: () => void): Promise<Problem | undefined> {
    let refused: Problem | undefined;
    const left: (readonly [original: StoredEvent, copy: LeavingEvent])[] = [];
    for (const { original, copy } of events) {
      if (copy !== undefined && original.voided?.reason === MERGED_REASON) {
        const { done: countsFor, problem } = await attempted(this.#takeOut(merge, board, copy, SPLIT_REASON));
        refused ??= problem;
        if (countsFor !== undefined) left.push([original, { ...copy, countsFor }]);
      }
      reached();
    }
    for (const [original, copy] of left) {
      const restore = ({ id }: StoredEvent) => attempted(this.#revise(merge, board, id, 'restore', SPLIT_REASON, copy.countsFor));
      const { problem } = await restore(original);
      refused ??= problem;
      if (problem !== undefined) await restore(copy);
    }
    return refused;
  }

  /** Voids an event, unless another process did for the same reason; resolves with the kinds of periods that it leaves by that. */
  async #takeOut(merge: Merge, board: BoardSettings, event: StoredEvent, reason: string): Promise<readonly PeriodKind[] | undefined> {
    if (event.voided === undefined) {
      const { done, problem } = await attempted(this.#revise(merge, board, event.id, 'void', reason));
      if (problem !== undefined) throw problem;
      if (done !== undefined) return changedIn(done);
    }
    const imagined = await this.#parts.revisions.imagine(board, event.id, 'restore', reason, true);
    return imagined.before?.reason === reason ? changedIn(imagined) : undefined;
  }

  /** Voids or restores an event, as long as the merge is under way that it is a part of. */
  #revise(merge: Merge, board: BoardSettings, id: string, does: Revision['does'], reason: string, only?: readonly PeriodKind[]) {
    const agreed: Agreement = async () => () => {
      if (!this.list().some((other) => nameOf(other) === nameOf(merge))) throw OVERTAKEN;
    };
    return this.#parts.revisions.revise(board, id, does, reason, { merging: true, agreed, only });
  }
}

/** What came of a revision: why it was refused, or neither if another process or an operator was faster. */
async function attempted<Done>(revision: Promise<Done>): Promise<{ readonly done?: Done; readonly problem?: Problem }> {
  try {
    return { done: await revision };
  } catch (error) {
    if (!(error instanceof Problem) || error.code === 'unavailable') throw error;
    return error.code === 'invalid-event' ? { problem: error } : {};
  }
}

function changedIn({ periods }: DoneRevision): readonly PeriodKind[] {
  return periods.flatMap(({ period, state }) => (state === 'changed' ? [period.kind] : []));
}
