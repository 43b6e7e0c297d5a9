import type { PeriodSpan } from '../../../domain/calendar.ts';
import { type Act, auditEntry } from '../../audit/audit-entry.ts';
import { Problem } from '../../http/problem.ts';
import type { DocumentBeside, PointsStore } from '../../store/points-store.ts';
import type { RecordsToKeep } from '../../store/records.ts';
import type { BoardSettings, Revised, RevisedTogether, Revising, Revision, TotalNow } from '../../store/stored-values.ts';
import type { Committing } from '../points/commit-queue.ts';
import { dryRun } from '../points/dry-run.ts';
import { type Agreement, ANYTHING } from './agreement.ts';
import { MERGE_REASONS } from './moved-events.ts';

export interface EventRevisionsParts extends Committing {
  readonly store: Pick<PointsStore, 'revise'>;
  /** Whether a period can no longer change; `reopenedAt`: when it was reopened, in epoch milliseconds. */
  readonly isFinal: (board: string, period: PeriodSpan, reopenedAt: number | undefined) => boolean;
}

/** A revision that was not refused. */
type DoneRevision = Extract<Revised, { readonly outcome: 'revised' }>;

/** Voids and restores events; the ledger keeps every event. */
export class EventRevisions {
  readonly #parts: EventRevisionsParts;

  constructor(parts: EventRevisionsParts) {
    this.#parts = parts;
  }

  /**
   * Voids or restores an event of a board in every period that is not final. Resolves with what that did, once it is durable and in effect.
   * @throws {Problem} not-found for an unknown event; conflict if it is voided already, is not voided, or was voided by a merge;
   * invalid-event if a total would not be exact; as `agreed`.
   */
  revise(board: BoardSettings, id: string, does: Revision['does'], reason: string, agreed: Agreement = ANYTHING): Promise<DoneRevision> {
    const { commits, clock } = this.#parts;
    return commits.betweenCommits(async () => {
      const check = await agreed();
      const revised = await this.together([{ board: board.name, id, does }], reason, {
        change(_, together) {
          const done = doneOf(board, id, together);
          refusePartOfMerge(done);
          check();
          return [auditEntry(aboutRevision(board.name, does, reason, done), clock())];
        },
      });
      return doneOf(board, id, revised);
    });
  }

  /** A dry run of {@link revise}, with the resulting totals. @throws {Problem} as {@link revise}. */
  async imagine(
    board: BoardSettings,
    id: string,
    does: Revision['does'],
    reason: string,
  ): Promise<DoneRevision & { readonly totals: readonly TotalNow[] }> {
    const revised = await this.imagineTogether([{ board: board.name, id, does }], reason);
    const done = doneOf(board, id, revised);
    refusePartOfMerge(done);
    return { ...done, totals: 'totals' in revised ? revised.totals : [] };
  }

  /**
   * Voids and restores events in one commit, in every period that is not final. Call it between commits. `records` are stored with it, and
   * a document is changed `beside` it.
   */
  together(
    revising: readonly Revising[],
    reason: string,
    records: RecordsToKeep<RevisedTogether>,
    isFinal = this.#parts.isFinal,
    beside?: DocumentBeside,
  ): Promise<RevisedTogether> {
    const { store, clock } = this.#parts;
    return store.revise(revising, { reason, at: clock() }, isFinal, records, beside);
  }

  /** A dry run of {@link together}. */
  async imagineTogether(revising: readonly Revising[], reason: string): Promise<RevisedTogether> {
    return (await dryRun<RevisedTogether>((end) => this.together(revising, reason, { change: (_, revised) => end(revised) })))!;
  }
}

/**
 * Restored, such an event would count twice; voided again in a reopened period, it could be restored.
 * @throws {Problem} conflict for an event that a merge voided.
 */
function refusePartOfMerge({ event, before }: DoneRevision): void {
  if (before === undefined || !MERGE_REASONS.has(before.reason)) return;
  throw new Problem('conflict', `Event "${event.id}" was voided by a merge of two players. Undo the merge instead.`, [
    { field: 'event', rule: 'must not be part of a merge' },
  ]);
}

/** The outcome of the only event of a commit. */
function doneOf(board: BoardSettings, id: string, together: RevisedTogether): DoneRevision {
  const revised = together.outcome === 'revised' ? together.events[0]! : together;
  if (revised.outcome === 'revised') return revised;
  switch (revised.reason) {
    case 'unknown event':
      throw new Problem('not-found', `There is no event "${id}" on "${board.name}".`, [
        { field: 'event', rule: 'must be the id of an event of this board' },
      ]);
    case 'voided already':
      throw new Problem('conflict', `Event "${id}" is already voided.`, [{ field: 'event', rule: 'must not be voided' }]);
    case 'not voided':
      throw new Problem('conflict', `Event "${id}" is not voided.`, [{ field: 'event', rule: 'must be voided' }]);
    case 'total out of range':
      throw new Problem('invalid-event', `Nothing was changed: without event "${id}" a total would be too large to be exact.`, [
        { field: 'event', rule: 'must keep the total between -(2^53 - 1) and 2^53 - 1' },
      ]);
  }
}

function aboutRevision(board: string, does: Revision['does'], reason: string, { player, event, periods }: DoneRevision): Act {
  return {
    act: does === 'void' ? 'void-event' : 'restore-event',
    board,
    player: player.number,
    subject: event.id,
    after: { points: event.points, periods: Object.fromEntries(periods.map(({ period: { kind }, state }) => [kind, state])) },
    reason,
  };
}
