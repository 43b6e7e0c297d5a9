import { Problem } from '../http/problem.ts';
import type { PointsStore } from '../store/points-store.ts';
import type { BoardSettings, Revised, Revision } from '../store/stored-values.ts';
import type { CommitQueue } from './commit-queue.ts';

/** What it works with. */
export interface EventRevisionsParts {
  readonly store: Pick<PointsStore, 'revise'>;
  readonly commits: Pick<CommitQueue, 'betweenCommits'>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/** Events that are taken out of what counts, and back in: entries of the ledger, which keeps every event. */
export class EventRevisions {
  readonly #parts: EventRevisionsParts;

  constructor(parts: EventRevisionsParts) {
    this.#parts = parts;
  }

  /**
   * Voids an event of a board, in every period that is not final, or restores it. Resolves with what that did, once it is
   * durable and true of every answer.
   * @throws {Problem} not-found for an event nobody sent; conflict for one that is voided already, or is not; invalid-event
   * where a total would no longer be exact.
   */
  async revise(
    board: BoardSettings,
    id: string,
    does: Revision['does'],
    reason: string,
  ): Promise<Extract<Revised, { outcome: 'revised' }>> {
    const { store, commits, clock } = this.#parts;
    const revised = await commits.betweenCommits(() => store.revise(board.name, id, { does, reason, at: clock() }, () => false));
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
}
