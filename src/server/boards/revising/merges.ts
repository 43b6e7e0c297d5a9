import { randomUUID } from 'node:crypto';

import * as z from 'zod/mini';

import { auditEntry } from '../../audit/audit-entry.ts';
import { besideEntry, keptBeside } from '../../audit/beside-entry.ts';
import type { LongWork, Work } from '../../audit/long-work.ts';
import { type ToldAct, toldActIn } from '../../audit/told-act.ts';
import { guestTurned } from '../../guests/kept-guest.ts';
import { Problem } from '../../http/problem.ts';
import type { PointsStore } from '../../store/points-store.ts';
import { AUDIT, everyRecord, type RecordChange, type RecordsToKeep, together } from '../../store/records.ts';
import type { BoardSettings, RevisedTogether, Revising, StoredPlayer, TotalNow } from '../../store/stored-values.ts';
import type { Committing } from '../points/commit-queue.ts';
import { retried, OVERTAKEN } from '../points/attempts.ts';
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
  type LoggedMerge,
  loggedMerge,
} from './moved-events.ts';
import { noteFor, type Notes } from './notes.ts';
import type { ShownPlayers } from './shown-players.ts';

/** Most events per merge: it is one commit, and others wait for it. */
const MOST_MERGED = 10_000;

/** The document of unfinished merges of an earlier version, whose merges took many commits. */
const UNFINISHED = 'merges';

const formerMovedSchema = z.object({ events: z.record(z.string(), z.array(z.int())) });

const unfinishedSchema = z.array(
  z.object({
    from: z.int(),
    into: z.int(),
    /** For the undo of a merge: the number of the merge's entry (0 if not stored), and the `seq` of each event that it moved, by board. */
    split: z.optional(z.object({ entry: z._default(z.int(), 0), moved: formerMovedSchema })),
  }),
);

type Unfinished = z.infer<typeof unfinishedSchema>[number];

/** Two players to merge, and the revisions of the first one's events. */
interface Mergeable {
  readonly source: StoredPlayer;
  readonly target: StoredPlayer;
  readonly revising: readonly Revising[];
  readonly salt: string;
}

/** Reports that work on two players begins, unless reported already. */
type Begun = (players: readonly number[]) => Work;

/** The result of a dry run: two players with the totals that change, the first player's before the second's. */
export interface ImaginedMerge {
  readonly players: readonly StoredPlayer[];
  readonly totals: readonly TotalNow[];
}

export interface MergesParts extends Committing {
  readonly store: Pick<PointsStore, 'eventsOf' | 'players' | 'record' | 'records' | 'document' | 'changeDocument'>;
  readonly boards: () => readonly BoardSettings[];
  readonly players: Pick<ShownPlayers, 'existing'>;
  readonly revisions: Pick<EventRevisions, 'ahead' | 'together' | 'imagineTogether'>;
  readonly held: Pick<HeldPoints, 'of'>;
  readonly notes: Pick<Notes, 'records'>;
  /** @throws {Problem} conflict during an erasure: merges need event ids, which it deletes. */
  readonly refuseWhileErasing: () => void;
  readonly work: Pick<LongWork, 'begin'>;
}

/** Merges players. A merge is one commit, and so is its undo. */
export class Merges {
  readonly #parts: MergesParts;

  constructor(parts: MergesParts) {
    this.#parts = parts;
  }

  /**
   * Moves a player's events, in everything that is not final, to another player, with their own times. Held events and notes move, too; final
   * results stay. Resolves with the number of events.
   * @throws {Problem} not-found for an unknown name; conflict for the same player, for too many events, and while one of their boards is
   * archived; as `agreed`; invalid-event if a total would not be exact.
   */
  merge(from: string, into: string, agreed: Agreement = ANYTHING): Promise<number> {
    return this.#between(async (begun) => {
      const { source, target, revising, salt } = await this.#mergeable(from, into);
      const check = await agreed();
      const theirHeld = await this.#parts.held.of(source.username);
      const theirNotes = await this.#parts.notes.records(source.number);
      const events = revising.length;
      if (events === 0 && theirHeld.length === 0 && theirNotes.length === 0) return events;
      const act = { act: 'merge-players', player: target.number, subject: String(source.number), after: { events } } as const;
      const work = begun([source.number, target.number]);
      const moving = together(
        withHeld(theirHeld, heldFor(target.username)),
        withHeld(theirNotes, noteFor(target.number)),
        guestTurned(source.username, ['any', 'merged'], this.#parts.clock()),
      );
      await this.#commit(work, revising, MERGED_REASON, moving, () => {
        check();
        this.#refuseArchived(revising);
        const entry = auditEntry(act, this.#parts.clock());
        return [
          entry,
          besideEntry(entry, { salt, held: theirHeld.map(({ id }) => id), notes: theirNotes.map(({ id }) => id) } satisfies Moved),
        ];
      });
      return events;
    });
  }

  /**
   * Undoes a merge: in the periods that a copy counts for, the original counts instead. Skips events voided or restored since. Final
   * results stay.
   * @throws {Problem} as `agreed`; invalid-event if a total would not be exact.
   */
  split(merge: LoggedMerge, agreed: Agreement = ANYTHING): Promise<void> {
    return this.#retried(async (begun) => {
      // Points are recorded meanwhile; the commit notices changes of these events.
      const revising = movingBack(await movedPairs(this.#parts.store, this.#parts.boards(), merge));
      await this.#parts.commits.betweenCommits(async () => this.#split(merge, revising, begun, await agreed()));
    });
  }

  async #split(
    { from, into, held, notes }: LoggedMerge,
    revising: readonly Revising[],
    begun: Begun,
    check: () => void,
    isFinal?: () => boolean,
  ): Promise<void> {
    const [source, target] = await this.#parts.store.players([from, into]);
    const waiting = (await this.#parts.held.of(target!.username)).filter(({ id, state }) => held.includes(id) && state !== 'accepted');
    const theirNotes = (await this.#parts.notes.records(into)).filter(({ id }) => notes.includes(id));
    const returning = together(
      withHeld(waiting, heldFor(source!.username)),
      withHeld(theirNotes, noteFor(from)),
      guestTurned(source!.username, ['merged', 'playing'], this.#parts.clock()),
    );
    const act = { act: 'split-players', player: into, subject: String(from), after: { events: revising.length } } as const;
    const change = () => {
      check();
      return [auditEntry(act, this.#parts.clock())];
    };
    await this.#commit(begun([from, into]), revising, SPLIT_REASON, returning, change, isFinal);
  }

  /** A dry run of {@link merge}. @throws {Problem} as {@link merge}. */
  async imagineMerge(from: string, into: string): Promise<ImaginedMerge> {
    const { source, target, revising } = await this.#mergeable(from, into);
    return { players: [source, target], totals: await this.#imagine(revising, MERGED_REASON) };
  }

  /** A dry run of {@link split} for `pairs`. @throws {Problem} as {@link split}. */
  async imagineSplit(merge: LoggedMerge, pairs: readonly MovedPair[]): Promise<ImaginedMerge> {
    const totals = await this.#imagine(movingBack(pairs), SPLIT_REASON);
    const players = [merge.from, merge.into];
    const inOrder = totals.toSorted((a, b) => players.indexOf(a.player) - players.indexOf(b.player));
    return { players: await this.#parts.store.players(players), totals: inOrder };
  }

  async #imagine(revising: readonly Revising[], reason: string): Promise<readonly TotalNow[]> {
    const { revisions } = this.#parts;
    const revised = await revisions.imagineTogether(await revisions.ahead(revising, { reason }));
    expectExact(revised);
    return revised.totals;
  }

  /** The first player's events that are not voided, with their revisions for a merge. @throws {Problem} as {@link merge}. */
  async #mergeable(from: string, into: string): Promise<Mergeable> {
    const { store, boards, players } = this.#parts;
    const [source, target] = [await players.existing(from), await players.existing(into, 'into')];
    if (source.number === target.number)
      throw new Problem('conflict', `"${from}" and "${into}" are already the same player.`, [
        { field: 'into', rule: 'must be the name of another player' },
      ]);
    const salt = randomUUID();
    const revising: Revising[] = [];
    for (const { name: board } of boards())
      for (const { id, voided } of await eventsOfPlayer(store, board, source.number, MOST_MERGED))
        if (voided === undefined) revising.push({ board, id, does: 'void', instead: { copy: copyId(id, salt), player: target.number } });
    this.#refuseArchived(revising);
    if (revising.length > MOST_MERGED)
      throw new Problem('conflict', `They have more than ${MOST_MERGED} events, which is too many to merge.`);
    return { source, target, revising, salt };
  }

  /** Undoes merges, or undos of merges, that an earlier version left unfinished. Failures are logged, and retried at the next start. */
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

  /** Also restores voided events that have no counting copy. */
  async #undo({ from, into, split }: Unfinished, begun: Begun): Promise<void> {
    const { store, boards } = this.#parts;
    const entry = await this.#lastEntry('merge-players', from, into, ({ number }) => !split?.entry || number === split.entry);
    if (entry === undefined) throw new Error(`The audit log has no entry of the merge of player ${from} into ${into}`);
    const merge = await loggedMerge(store, entry);
    const { events } = split?.moved ?? formerMovedSchema.parse(await keptBeside(store, entry));
    const pairs = await movedPairs(store, boards(), merge);
    const revising = [...movingBack(pairs)];
    const copied = new Set(pairs.filter(({ copy }) => copy.voided?.reason !== SPLIT_REASON).map(({ original }) => original.seq));
    for (const [board, seqs] of Object.entries(events)) {
      const moved = new Set(seqs);
      for (const { id, seq, voided } of await eventsOfPlayer(store, board, from))
        if (moved.has(seq) && !copied.has(seq) && voided?.reason === MERGED_REASON) revising.push({ board, id, does: 'restore' });
    }
    // An undo has its entry from its first commit on. A merge has one if the undo was interrupted here, or another process was faster.
    const isLogged = split !== undefined || (await this.#lastEntry('split-players', from, into, ({ number }) => number > entry.number));
    if (revising.length === 0 && isLogged) return;
    // Periods that were final when it began have closed since, and no others.
    await this.#split(
      merge,
      revising,
      begun,
      () => {},
      () => false,
    );
  }

  /** Runs `work` between commits; retried if another process changed the events. */
  #between<Result>(work: (begun: Begun) => Promise<Result>): Promise<Result> {
    return this.#retried((begun) => this.#parts.commits.betweenCommits(() => work(begun)));
  }

  /** Runs `attempt`, retried if another process changed the events, and reported as one piece of work. */
  async #retried<Result>(attempt: (begun: Begun) => Promise<Result>): Promise<Result> {
    let work: Work | undefined;
    try {
      const result = await retried(() => attempt((players) => (work ??= this.#parts.work.begin({ what: 'merge', players }))));
      work?.end();
      return result;
    } catch (error) {
      work?.fail(error);
      throw error;
    }
  }

  /** The latest audit entry about two players that `isMeant` accepts. */
  async #lastEntry(act: string, from: number, into: number, isMeant: (entry: ToldAct) => boolean): Promise<ToldAct | undefined> {
    for await (const record of everyRecord(this.#parts.store, AUDIT, { state: act })) {
      const entry = toldActIn(record);
      if (entry.kept.player === into && entry.kept.subject === String(from) && isMeant(entry)) return entry;
    }
    return undefined;
  }

  #refuseArchived(revising: readonly Revising[]): void {
    const theirs = new Set(revising.map(({ board }) => board));
    const archived = this.#parts.boards().find(({ name, state }) => state === 'archived' && theirs.has(name));
    if (archived !== undefined)
      throw new Problem('conflict', `They have points on "${archived.name}", which is archived. Bring the board back first.`);
  }

  /** Revises events in one commit, with held events and the records of `change`. */
  async #commit(
    work: Work,
    revising: readonly Revising[],
    reason: string,
    held: RecordsToKeep<unknown>,
    change: () => readonly RecordChange[],
    isFinal?: () => boolean,
  ): Promise<void> {
    const { revisions, refuseWhileErasing } = this.#parts;
    const records: RecordsToKeep<RevisedTogether> = {
      change(_, revised) {
        refuseWhileErasing();
        refuseIfOvertaken(revising, revised);
        return change();
      },
    };
    work.reached(0, revising.length);
    await revisions.together(await revisions.ahead(revising, { reason }, isFinal), together(records, held));
    work.reached(revising.length, revising.length);
  }
}

/** @throws {Problem} invalid-event if a total would not be exact. */
function expectExact(revised: RevisedTogether): asserts revised is RevisedTogether & { readonly outcome: 'revised' } {
  if (revised.outcome === 'refused')
    throw new Problem('invalid-event', 'Nothing was changed: a total would be too large to be exact.', [
      { field: 'into', rule: 'must keep the total between -(2^53 - 1) and 2^53 - 1' },
    ]);
}

/** Requires events not voided, or voided by a merge with a restorable original; else another process was faster. */
function refuseIfOvertaken(revising: readonly Revising[], revised: RevisedTogether): void {
  expectExact(revised);
  const isFirst = revised.events.every((one, i) => {
    const reason = revising[i]!.does === 'void' ? undefined : MERGED_REASON;
    return one.outcome === 'revised' && one.before?.reason === reason && one.restored !== 'refused';
  });
  if (!isFirst) throw OVERTAKEN;
}
