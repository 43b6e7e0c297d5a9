import { timeText } from '../../../contract/moment-text.ts';
import { auditEntry } from '../../audit/audit-entry.ts';
import { Problem } from '../../http/problem.ts';
import type { PointsStore } from '../../store/points-store.ts';
import type { StoredRecord } from '../../store/records.ts';
import type { EventEffect, NewEvent } from '../../store/stored-values.ts';
import type { CommitQueue } from '../points/commit-queue.ts';
import { heldKey } from '../points/kept-held.ts';
import type { PointsRecorder, Submitted } from '../points/points-recorder.ts';
import { type Agreement, ANYTHING } from './agreement.ts';

/** What it works with. */
export interface PointsByHandParts {
  readonly store: Pick<PointsStore, 'record'>;
  readonly commits: Pick<CommitQueue, 'betweenCommits'>;
  readonly recorder: Pick<PointsRecorder, 'commitLookedAt' | 'imagine'>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/** Events that an operator posts: each is an act, with its entry in the audit log. No limit holds them. */
export class PointsByHand {
  readonly #parts: PointsByHandParts;

  constructor(parts: PointsByHandParts) {
    this.#parts = parts;
  }

  /**
   * Records an event for whoever acts. Idempotent by its id, whatever was agreed to.
   * @throws {Problem} conflict if points are held under its id; as points that are posted; as `agreed`.
   */
  async post(board: string, event: NewEvent, agreed: Agreement = ANYTHING): Promise<Extract<Submitted, { readonly kind: 'report' }>> {
    const { commits, recorder, clock } = this.#parts;
    const submitted = await commits.betweenCommits(async () => {
      const check = (await this.imagine(board, event)) === undefined ? () => {} : await agreed();
      let player: number | undefined;
      return recorder.commitLookedAt(board, event, {
        told: ([effect]) => (player = effect!.player.number),
        records: {
          of: [heldKey(board, event.id)],
          change: ([held], [recorded]) => {
            refuseIfHeld(held, event);
            if (recorded!.outcome !== 'recorded') return [];
            check();
            const { id, points, at, activity } = event;
            const after = { points, at: timeText(at), ...(activity !== '' && { activity }) };
            return [auditEntry({ act: 'post-points', board, player, subject: id, after }, clock())];
          },
        },
      });
    });
    if (submitted.kind === 'refused') throw submitted.problem;
    return submitted as Extract<Submitted, { readonly kind: 'report' }>;
  }

  /** What {@link post} would do now, which is not done; `undefined` if it was done already. @throws {Problem} as that. */
  async imagine(board: string, event: NewEvent): Promise<EventEffect | undefined> {
    const { store, recorder } = this.#parts;
    const { kind, id } = heldKey(board, event.id);
    refuseIfHeld(await store.record(kind, id), event);
    return recorder.imagine(board, event);
  }
}

function refuseIfHeld(held: StoredRecord | undefined, { id }: NewEvent): void {
  if (held === undefined || held.state === 'accepted') return;
  throw new Problem('conflict', `Points are held under the id "${id}". Accept them, or post under a new id.`, [
    { field: 'id', rule: 'must not be the id of held points' },
  ]);
}
