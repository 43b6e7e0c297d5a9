import { randomUUID } from 'node:crypto';

import * as z from 'zod/mini';

import { auditEntry } from '../../audit/audit-entry.ts';
import { besideEntry, keptBeside } from '../../audit/beside-entry.ts';
import type { LongWork, Work } from '../../audit/long-work.ts';
import { type ToldAct, toldActIn } from '../../audit/told-act.ts';
import { Problem } from '../../http/problem.ts';
import type { PointsStore } from '../../store/points-store.ts';
import { AUDIT, everyRecord, type RecordChange, type RecordsToKeep, together } from '../../store/records.ts';
import type { BoardSettings, RevisedTogether, Revising, StoredPlayer, TotalNow } from '../../store/stored-values.ts';
import type { Committing } from '../points/commit-queue.ts';
import { attempted, OVERTAKEN } from '../points/overtaken.ts';
import { type Agreement, ANYTHING } from './agreement.ts';
import type { EventRevisions } from './event-revisions.ts';
import { heldFor, type HeldPoints, withHeld } from './held-points.ts';
import {
  copyId,
  eventsOfPlayer,
  MERGED_REASON,
  type Moved,
  type MovedPair,
  movedPairs,
  movingBack,
  SPLIT_REASON,
  type ToldMerge,
  toldMerge,
} from './moved-events.ts';
import type { ShownPlayers } from './shown-players.ts';

/** Events that are merged at most: they are one commit, and others wait for it. */
const MOST_MERGED = 10_000;

/** The document in which an earlier version, whose merges took many commits, kept those that were not at their end. */
const UNFINISHED = 'merges';

const formerMovedSchema = z.object({ events: z.record(z.string(), z.array(z.int())) });

const unfinishedSchema = z.array(
  z.object({
    from: z.int(),
    into: z.int(),
    /** Of the undo of a merge: the number of the merge's entry, 0 if it was not kept, and what it moved, by board the `seq` of each event. */
    split: z.optional(z.object({ entry: z._default(z.int(), 0), moved: formerMovedSchema })),
  }),
);

type Unfinished = z.infer<typeof unfinishedSchema>[number];

/** Two players that can be merged, and what that does to the events of the first one. */
interface Mergeable {
  readonly source: StoredPlayer;
  readonly target: StoredPlayer;
  readonly revising: readonly Revising[];
  readonly salt: string;
}

/** Says that work about two players begins, if nobody said so yet. */
type Begun = (players: readonly number[]) => Work;

/** What would become of two players: the totals that are others, of the first one first. */
export interface ImaginedMerge {
  readonly players: readonly StoredPlayer[];
  readonly totals: readonly TotalNow[];
}

/** What it works with. */
export interface MergesParts extends Committing {
  readonly store: Pick<PointsStore, 'eventsOf' | 'players' | 'record' | 'records' | 'document' | 'changeDocument'>;
  readonly boards: () => readonly BoardSettings[];
  readonly players: Pick<ShownPlayers, 'existing'>;
  readonly revisions: Pick<EventRevisions, 'together' | 'imagineTogether'>;
  readonly held: Pick<HeldPoints, 'of'>;
  /** @throws {Problem} conflict while somebody is being erased: a merge goes by ids of events, which are taken away then. */
  readonly refuseWhileErasing: () => void;
  readonly work: Pick<LongWork, 'begin'>;
}

/** Players who are found to be one. A merge is one commit, and so is its undo. */
export class Merges {
  readonly #parts: MergesParts;

  constructor(parts: MergesParts) {
    this.#parts = parts;
  }

  /**
   * Takes the events of one player out of all that is not final and counts them for another one, each with its own time. What
   * is held of the first one is of the other one then. Final results stay. Resolves with how many events that are.
   * @throws {Problem} not-found for a name nobody has; conflict for one player under two names, for very many events, and while one of
   * their boards is archived; as `agreed`; invalid-event where a total would no longer be exact.
   */
  merge(from: string, into: string, agreed: Agreement = ANYTHING): Promise<number> {
    return this.#between(async (begun) => {
      const { source, target, revising, salt } = await this.#mergeable(from, into);
      const check = await agreed();
      const theirHeld = await this.#parts.held.of(source.username);
      const events = revising.length;
      if (events === 0 && theirHeld.length === 0) return events;
      const act = { act: 'merge-players', player: target.number, subject: String(source.number), after: { events } } as const;
      const work = begun([source.number, target.number]);
      await this.#commit(work, revising, MERGED_REASON, withHeld(theirHeld, heldFor(target.username)), () => {
        check();
        this.#refuseArchived(revising);
        const entry = auditEntry(act, this.#parts.clock());
        return [entry, besideEntry(entry, { salt, held: theirHeld.map(({ id }) => id) } satisfies Moved)];
      });
      return events;
    });
  }

  /**
   * Undoes a merge: of each event that it moved, the periods that the copy counts for count the event instead. Those that an
   * operator voided or restored since are left as they are. Final results stay.
   * @throws {Problem} as `agreed`; invalid-event where a total would no longer be exact.
   */
  split(told: ToldMerge, agreed: Agreement = ANYTHING): Promise<void> {
    return this.#attempted(async (begun) => {
      // Points are taken meanwhile: what changes of these events until the commit is noticed there.
      const revising = movingBack(await movedPairs(this.#parts.store, this.#parts.boards(), told));
      await this.#parts.commits.betweenCommits(async () => this.#split(told, revising, begun, await agreed()));
    });
  }

  async #split(
    { from, into, held }: ToldMerge,
    revising: readonly Revising[],
    begun: Begun,
    check: () => void,
    isFinal?: () => boolean,
  ): Promise<void> {
    const [source, target] = await this.#parts.store.players([from, into]);
    const waiting = (await this.#parts.held.of(target!.username)).filter(({ id, state }) => held.includes(id) && state !== 'accepted');
    const act = { act: 'split-players', player: into, subject: String(from), after: { events: revising.length } } as const;
    const change = () => {
      check();
      return [auditEntry(act, this.#parts.clock())];
    };
    await this.#commit(begun([from, into]), revising, SPLIT_REASON, withHeld(waiting, heldFor(source!.username)), change, isFinal);
  }

  /** What {@link merge} would do now, which is not done. @throws {Problem} as that. */
  async imagineMerge(from: string, into: string): Promise<ImaginedMerge> {
    const { source, target, revising } = await this.#mergeable(from, into);
    return { players: [source, target], totals: await this.#imagine(revising, MERGED_REASON) };
  }

  /** What {@link split} would do to `pairs` now, which is not done. @throws {Problem} as that. */
  async imagineSplit(told: ToldMerge, pairs: readonly MovedPair[]): Promise<ImaginedMerge> {
    const totals = await this.#imagine(movingBack(pairs), SPLIT_REASON);
    const players = [told.from, told.into];
    const inOrder = totals.toSorted((a, b) => players.indexOf(a.player) - players.indexOf(b.player));
    return { players: await this.#parts.store.players(players), totals: inOrder };
  }

  async #imagine(revising: readonly Revising[], reason: string): Promise<readonly TotalNow[]> {
    const revised = await this.#parts.revisions.imagineTogether(revising, reason);
    expectExact(revised);
    return revised.totals;
  }

  /** The events of the first player that were not voided, with what a merge does to them. @throws {Problem} as {@link merge}. */
  async #mergeable(from: string, into: string): Promise<Mergeable> {
    const { store, boards, players } = this.#parts;
    const [source, target] = [await players.existing(from), await players.existing(into, 'into')];
    if (source.number === target.number)
      throw new Problem('conflict', `"${from}" and "${into}" are one player already.`, [
        { field: 'into', rule: 'must be the name of another player' },
      ]);
    const salt = randomUUID();
    const revising: Revising[] = [];
    for (const { name: board } of boards())
      for (const { id, voided } of await eventsOfPlayer(store, board, source.number, MOST_MERGED))
        if (voided === undefined) revising.push({ board, id, does: 'void', instead: { copy: copyId(id, salt), player: target.number } });
    this.#refuseArchived(revising);
    if (revising.length > MOST_MERGED)
      throw new Problem('conflict', `They have more than ${MOST_MERGED} events, which is too many to be merged.`);
    return { source, target, revising, salt };
  }

  /** Undoes what an earlier version left half done of merges, or of their undo. What fails is said, and left for the next start. */
  async undoUnfinished(log: (text: string) => void = () => {}): Promise<void> {
    const { store, commits } = this.#parts;
    const unfinished = unfinishedSchema.parse(JSON.parse((await store.document(UNFINISHED)) ?? '[]'));
    const left: Unfinished[] = [];
    for (const merge of unfinished) {
      try {
        await this.#between((begun) => this.#undo(merge, begun));
      } catch (error) {
        left.push(merge);
        log(
          `A merge of two players that an earlier version left half done cannot be undone: ${error instanceof Error ? error.message : String(error)}`,
        );
      }
    }
    if (left.length < unfinished.length) await commits.betweenCommits(() => store.changeDocument(UNFINISHED, () => JSON.stringify(left)));
  }

  /** Events may be voided then that have no copy which counts: they count again. */
  async #undo({ from, into, split }: Unfinished, begun: Begun): Promise<void> {
    const { store, boards } = this.#parts;
    const entry = await this.#lastEntry('merge-players', from, into, ({ number }) => !split?.entry || number === split.entry);
    if (entry === undefined) throw new Error(`The audit log has no entry of the merge of player ${from} into ${into}`);
    const told = await toldMerge(store, entry);
    const { events } = split?.moved ?? formerMovedSchema.parse(await keptBeside(store, entry));
    const pairs = await movedPairs(store, boards(), told);
    const revising = [...movingBack(pairs)];
    const copied = new Set(pairs.filter(({ copy }) => copy.voided?.reason !== SPLIT_REASON).map(({ original }) => original.seq));
    for (const [board, seqs] of Object.entries(events)) {
      const moved = new Set(seqs);
      for (const { id, seq, voided } of await eventsOfPlayer(store, board, from))
        if (moved.has(seq) && !copied.has(seq) && voided?.reason === MERGED_REASON) revising.push({ board, id, does: 'restore' });
    }
    // An undo had its entry from its first commit on. That of a merge has one if it was cut off here, or another process was faster.
    const isTold = split !== undefined || (await this.#lastEntry('split-players', from, into, ({ number }) => number > entry.number));
    if (revising.length === 0 && isTold) return;
    // What was final when it began is closed since. Nothing else was closed.
    await this.#split(
      told,
      revising,
      begun,
      () => {},
      () => false,
    );
  }

  /** Does it between commits; anew where another process changed the events. */
  #between<Result>(work: (begun: Begun) => Promise<Result>): Promise<Result> {
    return this.#attempted((begun) => this.#parts.commits.betweenCommits(() => work(begun)));
  }

  /** Does it, anew where another process changed the events. However often, it is told as one work. */
  async #attempted<Result>(attempt: (begun: Begun) => Promise<Result>): Promise<Result> {
    let work: Work | undefined;
    try {
      const result = await attempted(() => attempt((players) => (work ??= this.#parts.work.begin({ what: 'merge', players }))));
      work?.end();
      return result;
    } catch (error) {
      work?.fail(error);
      throw error;
    }
  }

  /** The last entry of the audit log about two players that is the one which is meant. */
  async #lastEntry(act: string, from: number, into: number, isMeant: (told: ToldAct) => boolean): Promise<ToldAct | undefined> {
    for await (const record of everyRecord(this.#parts.store, AUDIT, { state: act })) {
      const told = toldActIn(record);
      if (told.kept.player === into && told.kept.subject === String(from) && isMeant(told)) return told;
    }
    return undefined;
  }

  #refuseArchived(revising: readonly Revising[]): void {
    const theirs = new Set(revising.map(({ board }) => board));
    const archived = this.#parts.boards().find(({ name, state }) => state === 'archived' && theirs.has(name));
    if (archived !== undefined)
      throw new Problem('conflict', `They have points on "${archived.name}", which is archived. Bring the board back first.`);
  }

  /** Revises events in one commit, with what is held and the records that `change` gives inside it. */
  async #commit(
    work: Work,
    revising: readonly Revising[],
    reason: string,
    held: RecordsToKeep<unknown>,
    change: () => readonly RecordChange[],
    isFinal?: () => boolean,
  ): Promise<void> {
    const { revisions, refuseWhileErasing } = this.#parts;
    const told: RecordsToKeep<RevisedTogether> = {
      change(_, revised) {
        refuseWhileErasing();
        refuseIfOvertaken(revising, revised);
        return change();
      },
    };
    work.reached(0, revising.length);
    await revisions.together(revising, reason, together(told, held), isFinal);
    work.reached(revising.length, revising.length);
  }
}

/** @throws {Problem} invalid-event where a total would no longer be exact. */
function expectExact(revised: RevisedTogether): asserts revised is RevisedTogether & { readonly outcome: 'revised' } {
  if (revised.outcome === 'refused')
    throw new Problem('invalid-event', 'Nothing was changed: a total would be too large to be exact.', [
      { field: 'into', rule: 'must keep the total between -(2^53 - 1) and 2^53 - 1' },
    ]);
}

/** Each event is to be voided that was not, or restored that a merge had voided, and restored where it is to be: else another process was faster. @throws as {@link expectExact}. */
function refuseIfOvertaken(revising: readonly Revising[], revised: RevisedTogether): void {
  expectExact(revised);
  const isFirst = revised.events.every((one, i) => {
    const reason = revising[i]!.does === 'void' ? undefined : MERGED_REASON;
    return one.outcome === 'revised' && one.before?.reason === reason && one.restored !== 'refused';
  });
  if (!isFirst) throw OVERTAKEN;
}
