import type { PeriodSpan } from '../../../domain/calendar.ts';
import { type Act, auditEntry } from '../../audit/audit-entry.ts';
import { Problem } from '../../http/problem.ts';
import type { DocumentBeside, PointsStore, PreparedRevisions } from '../../store/points-store.ts';
import type { RecordsToKeep } from '../../store/records.ts';
import type { AboutRevision, BoardSettings, Revised, RevisedTogether, Revising, Revision, TotalNow } from '../../store/stored-values.ts';
import type { Committing } from '../points/commit-queue.ts';
import { dryRun } from '../points/attempts.ts';
import { type Agreement, ANYTHING } from './agreement.ts';
import { MERGE_REASONS } from './moved-events.ts';

export interface EventRevisionsParts extends Committing {
  readonly store: Pick<PointsStore, 'revise' | 'prepareRevisions'>;
  /** Whether a period can no longer change; `reopenedAt`: when it was reopened, in epoch milliseconds. */
  readonly isFinal: (board: string, period: PeriodSpan, reopenedAt: number | undefined) => boolean;
}

/** Revisions of one commit that were read ahead, while others commit. */
export interface RevisionsAhead {
  readonly revising: readonly Revising[];
  readonly about: AboutRevision;
  /** As in {@link EventRevisionsParts}. */
  readonly isFinal: EventRevisionsParts['isFinal'];
  readonly prepared: PreparedRevisions;
}

/** A revision that was not refused. */
export type DoneRevision = Extract<Revised, { readonly outcome: 'revised' }>;

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
      const revised = await this.together(await this.ahead([{ board: board.name, id, does }], { reason, isMeant: isOfNoMerge }), {
        change(_, together) {
          const done = doneOf(board, id, together);
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
    const revised = await this.imagineTogether(await this.ahead([{ board: board.name, id, does }], { reason, isMeant: isOfNoMerge }));
    return { ...doneOf(board, id, revised), totals: 'totals' in revised ? revised.totals : [] };
  }

  /** Reads ahead what {@link together} needs for thousands of events, so that others hardly wait for its commit. */
  async ahead(revising: readonly Revising[], about: Omit<AboutRevision, 'at'>, isFinal = this.#parts.isFinal): Promise<RevisionsAhead> {
    const { store, clock } = this.#parts;
    const whole = { ...about, at: clock() };
    return { revising, about: whole, isFinal, prepared: await store.prepareRevisions(revising, whole, isFinal) };
  }

  /**
   * Voids and restores events in one commit, in every period that is not final. Call it between commits. `records` are stored with it, and
   * so is a change of a `document`.
   */
  together(
    { revising, about, isFinal, prepared }: RevisionsAhead,
    records: RecordsToKeep<RevisedTogether>,
    document?: DocumentBeside,
  ): Promise<RevisedTogether> {
    return this.#parts.store.revise(revising, about, isFinal, records, prepared, document);
  }

  /** A dry run of {@link together}. */
  async imagineTogether(ahead: RevisionsAhead): Promise<RevisedTogether> {
    return (await dryRun<RevisedTogether>((end) => this.together(ahead, { change: (_, revised) => end(revised) })))!;
  }
}

/** Whether no merge voided an event: restored, it would count twice; voided again in a reopened period, it could be restored. */
export function isOfNoMerge(voided: DoneRevision['before']): boolean {
  return voided === undefined || !MERGE_REASONS.has(voided.reason);
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
    case 'not meant':
      throw new Problem('conflict', `Event "${id}" was voided by a merge of two players. Undo the merge instead.`, [
        { field: 'event', rule: 'must not be part of a merge' },
      ]);
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
