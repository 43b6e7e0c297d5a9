import type * as z from 'zod/mini';

import type { ToldAct } from '../../audit/told-act.ts';
import type { LiveBoards } from '../../boards/live-boards.ts';
import type { RevisionsAhead } from '../../boards/revising/event-revisions.ts';
import type { keptRevisionsSchema } from '../../boards/revising/many-revisions.ts';
import type { Revising, Revision, StoredEvent } from '../../store/stored-values.ts';

const read = new WeakMap<ToldAct, Promise<RevisionsAhead>>();

/** Reads ahead the data that an undo needs, once per request. */
export function aheadOnce(told: ToldAct, ahead: () => Promise<RevisionsAhead>): Promise<RevisionsAhead> {
  const known = read.get(told) ?? ahead();
  read.set(told, known);
  return known;
}

/** Reads ahead the revisions that undo an entry, for events that are still as it left them. Events are voided for their former reasons. */
export function aheadBack(
  boards: LiveBoards,
  told: ToldAct,
  { at, events }: z.infer<typeof keptRevisionsSchema>,
  does: Revision['does'],
  reason: string,
): Promise<RevisionsAhead> {
  return aheadOnce(told, () => {
    const revising = events.flatMap(({ board, reason: former, seqs }) =>
      seqs.map((id): Revising => ({ board, id, does, reason: does === 'void' ? (former ?? undefined) : undefined })),
    );
    const isMeant = (voided: StoredEvent['voided']) => (does === 'void' ? voided === undefined : voided?.at === at);
    return boards.revisions.ahead(revising, { reason, isMeant });
  });
}
