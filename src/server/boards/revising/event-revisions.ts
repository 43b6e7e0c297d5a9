import { type Act, auditEntry } from '../../audit/audit-entry.ts';
import { Problem } from '../../http/problem.ts';
import type { PointsStore } from '../../store/points-store.ts';
import { PERIOD_KINDS, type PeriodKind, type PeriodSpan } from '../../../domain/calendar.ts';
import type { BoardSettings, Revised, Revision } from '../../store/stored-values.ts';
import { type Agreement, ANYTHING } from './agreement.ts';
import { MERGE_REASONS } from './moved-events.ts';
import type { Committing } from '../points/commit-queue.ts';

/** What it works with. */
export interface EventRevisionsParts extends Committing {
  readonly store: Pick<PointsStore, 'revise'>;
  /** Whether nothing changes a period of a board any more, which was opened again then, in epoch milliseconds, if it was. */
  readonly isFinal: (board: string, period: PeriodSpan, reopenedAt: number | undefined) => boolean;
}

/** What a revision would have done, that was not to be done. */
class Imagined extends Error {
  readonly revised: DoneRevision;

  constructor(revised: DoneRevision) {
    super('This was only imagined');
    this.revised = revised;
  }
}

/** A revision that was not refused. */
export type DoneRevision = Extract<Revised, { readonly outcome: 'revised' }>;

/** Events that are taken out of what counts, and back in: entries of the ledger, which keeps every event. */
export class EventRevisions {
  readonly #parts: EventRevisionsParts;

  constructor(parts: EventRevisionsParts) {
    this.#parts = parts;
  }

  /**
   * Voids an event of a board, in every period that is not final, or restores it. Resolves with what that did, once it is
   * durable and true of every answer. `merging`: as a part of a merge, or of its undo. `only`: the kinds of periods it may change.
   * @throws {Problem} not-found for an unknown event; conflict for one that is voided already, or is not, or that a merge
   * voided; invalid-event where a total would no longer be exact; as `agreed`.
   */
  async revise(
    board: BoardSettings,
    id: string,
    does: Revision['does'],
    reason: string,
    {
      agreed = ANYTHING,
      merging = false,
      only = PERIOD_KINDS,
    }: { readonly agreed?: Agreement | undefined; readonly merging?: boolean; readonly only?: readonly PeriodKind[] | undefined } = {},
  ): Promise<DoneRevision> {
    const { store, commits, isFinal, clock } = this.#parts;
    const at = clock();
    const revised = await commits.betweenCommits(async () => {
      const check = await agreed();
      const isLeft = (period: PeriodSpan, reopenedAt: number | undefined) =>
        !only.includes(period.kind) || isFinal(board.name, period, reopenedAt);
      return store.revise(board.name, id, { does, reason, at }, isLeft, {
        change: (_, done) => {
          if (!merging) refusePartOfMerge(done);
          check();
          return [auditEntry(aboutRevision(board.name, does, reason, done), at)];
        },
      });
    });
    return doneOf(board, id, revised);
  }

  /** What {@link revise} would do now, which is not done. @throws {Problem} as that. */
  async imagine(board: BoardSettings, id: string, does: Revision['does'], reason: string, merging = false): Promise<DoneRevision> {
    const { store, isFinal, clock } = this.#parts;
    const imagined = {
      change: (_: unknown, revised: DoneRevision) => {
        if (!merging) refusePartOfMerge(revised);
        throw new Imagined(revised);
      },
    };
    try {
      const final = (period: PeriodSpan, reopenedAt: number | undefined) => isFinal(board.name, period, reopenedAt);
      return doneOf(board, id, await store.revise(board.name, id, { does, reason, at: clock() }, final, imagined));
    } catch (error) {
      if (error instanceof Imagined) return error.revised;
      throw error;
    }
  }
}

/**
 * Restored, the event would count twice. Voided once more, which is possible in a period that is open again, it could be restored.
 * @throws {Problem} conflict for an event that a merge of two players had voided.
 */
function refusePartOfMerge({ event, before }: DoneRevision): void {
  if (before === undefined || !MERGE_REASONS.has(before.reason)) return;
  throw new Problem('conflict', `Event "${event.id}" was voided by a merge of two players. Undo the merge instead.`, [
    { field: 'event', rule: 'must not be part of a merge' },
  ]);
}

function doneOf(board: BoardSettings, id: string, revised: Revised): DoneRevision {
  if (revised.outcome === 'revised') return revised;
  switch (revised.reason) {
    case 'unknown event':
      throw new Problem('not-found', `There is no event "${id}" on "${board.name}".`, [
        { field: 'event', rule: 'must be the id of an event of this board' },
      ]);
    case 'voided already':
      throw new Problem('conflict', `Event "${id}" is voided already.`, [{ field: 'event', rule: 'must not be voided' }]);
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
