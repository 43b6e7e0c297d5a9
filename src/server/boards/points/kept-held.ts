import { hash } from 'node:crypto';

import * as z from 'zod/mini';

import type { ApiHeldReport } from '../../../contract/game-answers.ts';
import type { NewEvent } from '../../store/stored-values.ts';
import type { RecordKey, StoredRecord } from '../../store/records.ts';

/** The kind of the records of events that are held. Their states are those of `HELD_STATES`. */
export const HELD = 'held';

const keptSchema = z.object({
  board: z.string(),
  event: z.object({
    id: z.string(),
    username: z.string(),
    points: z.number(),
    at: z.int(),
    receivedAt: z.int(),
    activity: z.string(),
    displayName: z.optional(z.string()),
    avatar: z.optional(z.string()),
    keepsNames: z.boolean(),
    digest: z.string(),
  }),
  rule: z.string(),
  /** In words, for whoever sent it and whoever looks at it. */
  reason: z.string(),
  /** What an operator said when it was rejected. */
  note: z.nullable(z.string()),
});

/** An event that is held, as the text of its record has it. */
export type KeptHeld = z.infer<typeof keptSchema>;

/** An event that is held, from its record. */
export function keptHeld({ text }: Pick<StoredRecord, 'text'>): KeptHeld {
  return keptSchema.parse(JSON.parse(text));
}

/** An id of an event is held once on its board, whoever holds it. */
export function heldKey(board: string, event: string): RecordKey {
  return { kind: HELD, id: hash('sha256', `${board}\0${event}`).slice(0, 16) };
}

/** What is kept of an event, and nothing else that came with it. */
export function keptEvent(event: NewEvent): KeptHeld['event'] {
  return keptSchema.shape.event.parse(event);
}

/** What whoever sent it is answered, an `ApiHeldReport` as JSON: always the same, however often they ask. */
export function heldReport({
  board,
  event,
  rule,
  reason,
}: Pick<KeptHeld, 'board' | 'rule' | 'reason'> & { readonly event: { readonly id: string } }): string {
  return JSON.stringify({ outcome: 'held', id: event.id, board, held: heldKey(board, event.id).id, rule, reason } satisfies ApiHeldReport);
}
