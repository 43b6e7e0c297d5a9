import { hash } from 'node:crypto';

import * as z from 'zod/mini';

import { type Act, auditEntry, entryNumber } from '../../audit/audit-entry.ts';
import { besideEntry } from '../../audit/beside-entry.ts';
import { Problem } from '../../http/problem.ts';
import type { PointsStore } from '../../store/points-store.ts';
import type { Revised, RevisedTogether, Revision, TotalNow } from '../../store/stored-values.ts';
import type { Committing } from '../points/commit-queue.ts';
import { type Agreement, ANYTHING } from './agreement.ts';
import type { DoneRevision, EventRevisions, RevisionsAhead } from './event-revisions.ts';

/** The effect of an act on many events, stored beside its entry. Events by `seq`, since ids may name players. */
export const keptRevisionsSchema = z.object({
  /** When, in epoch milliseconds, to distinguish it from later revisions. */
  at: z.number(),
  /** `reason`: why they were voided before; null if they were not. */
  events: z.array(z.object({ board: z.string(), reason: z.nullable(z.string()), seqs: z.array(z.int()) })),
});

/** How many events an act changes, and how many it skips. */
interface Counts {
  readonly changed: number;
  readonly refused: number;
}

/** The result of a dry run. */
export interface ImaginedRevisions extends Counts {
  /** Identifies the events and what happens to each of them. */
  readonly mark: string;
  readonly totals: readonly TotalNow[];
}

export interface ManyRevisionsParts extends Committing {
  readonly store: Pick<PointsStore, 'record'>;
  readonly revisions: Pick<EventRevisions, 'together' | 'imagineTogether'>;
}

/** Voids and restores many events in one commit, with one audit entry. */
export class ManyRevisions {
  readonly #parts: ManyRevisionsParts;

  constructor(parts: ManyRevisionsParts) {
    this.#parts = parts;
  }

  /**
   * Resolves with the number of the entry, once it is durable. `about`: what the entry says besides act, number of events and reason.
   * @throws {Problem} conflict if no event would change; invalid-event if a total would not be exact; as `agreed`.
   */
  revise(
    does: Revision['does'],
    ahead: RevisionsAhead,
    about: Pick<Act, 'board' | 'player' | 'subject'>,
    agreed: Agreement = ANYTHING,
  ): Promise<Counts & { readonly entry: number }> {
    const { commits, clock, store, revisions } = this.#parts;
    return commits.betweenCommits(async () => {
      const check = await agreed();
      let counts: Counts;
      let id: string;
      await revisions.together(ahead, {
        change(_, revised) {
          const done = doneIn(does, revised);
          counts = { changed: done.length, refused: ahead.revising.length - done.length };
          check();
          const { reason, at } = ahead.about;
          const after = { events: counts.changed, ...(counts.refused > 0 && { refused: counts.refused }) };
          const entry = auditEntry({ act: does === 'void' ? 'void-events' : 'restore-events', ...about, after, reason }, clock());
          ({ id } = entry);
          return [entry, besideEntry(entry, keptRevisions(done, at))];
        },
      });
      return { ...counts!, entry: await entryNumber(store, id!) };
    });
  }

  /** A dry run of {@link revise}. @throws {Problem} as that. */
  async imagine(does: Revision['does'], ahead: RevisionsAhead): Promise<ImaginedRevisions> {
    const revised = await this.#parts.revisions.imagineTogether(ahead);
    const done = doneIn(does, revised);
    const told = done.map(({ board, event, periods }) => `${board} ${event.seq} ${periods.map(({ state }) => state[0]).join('')}`);
    return {
      changed: done.length,
      refused: ahead.revising.length - done.length,
      mark: hash('sha256', told.toSorted().join()),
      totals: 'totals' in revised ? revised.totals : [],
    };
  }
}

/** The revisions that were not refused. @throws {Problem} as {@link ManyRevisions.revise}. */
function doneIn(does: Revision['does'], revised: RevisedTogether): readonly RevisionOfBoard[] {
  const done = exactOf(revised);
  if (done.length === 0 && 'events' in revised)
    throw new Problem(
      'conflict',
      revised.events.length === 0
        ? `There are no matching events to ${does}.`
        : `None of these events can be ${does === 'void' ? 'voided' : 'restored'}: ${whyRefused(revised.events)}.`,
    );
  return done;
}

type RevisionOfBoard = DoneRevision & { readonly board: string };

/** The revisions that were not refused, maybe none. @throws {Problem} invalid-event if a total would not be exact. */
export function exactOf(revised: RevisedTogether): readonly RevisionOfBoard[] {
  if (revised.outcome === 'refused')
    throw new Problem('invalid-event', 'Nothing was changed: a total would be too large to be exact.', [
      { field: 'events', rule: 'must keep each total between -(2^53 - 1) and 2^53 - 1' },
    ]);
  const done = revised.events.filter((one) => one.outcome === 'revised');
  return done.map((one) => Object.assign({ board: one.periods[0]!.period.board }, one));
}

/** The stored form of an entry's revisions. `at`: when they were made. */
export function keptRevisions(done: readonly RevisionOfBoard[], at: number): z.infer<typeof keptRevisionsSchema> {
  const alike = Map.groupBy(done, ({ board, before }) => JSON.stringify([board, before?.reason]));
  const events = Array.from(alike.values(), (own) => {
    const [{ board, before }] = own as [(typeof own)[0]];
    return { board, reason: before?.reason ?? null, seqs: own.map(({ event }) => event.seq) };
  });
  return { at, events };
}

/** Why events were refused, with their numbers: "12 are voided already". */
function whyRefused(events: readonly Revised[]): string {
  const words = {
    'unknown event': 'unknown',
    'voided already': 'voided already',
    'not voided': 'not voided',
    'not meant': 'part of a merge',
  };
  const counts = Map.groupBy(
    events.flatMap((one) => (one.outcome === 'refused' && one.reason !== 'total out of range' ? [one.reason] : [])),
    (reason) => reason,
  );
  return Array.from(
    counts,
    ([reason, { length }]) => `${length.toLocaleString('en')} ${length === 1 ? 'is' : 'are'} ${words[reason]}`,
  ).join(', ');
}
