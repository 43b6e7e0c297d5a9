import { hash } from 'node:crypto';

import * as z from 'zod/mini';

import type { ApiHeldReport } from '../../../contract/game-answers.ts';
import type { NewEvent } from '../../store/stored-values.ts';
import type { RecordKey, StoredRecord } from '../../store/records.ts';

/** The record kind of held events. Their states are `HELD_STATES`. */
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
    author: z.optional(z.object({ by: z.string(), import: z.optional(z.string()) })),
  }),
  rule: z.string(),
  /** For the sender and the reviewer. */
  reason: z.string(),
  /** The operator's note on rejection. */
  note: z.nullable(z.string()),
});

/** The text of a held event's record. */
export type KeptHeld = z.infer<typeof keptSchema>;

const parsed = new WeakMap<Pick<StoredRecord, 'text'>, KeptHeld>();

/** Parses a held event's record, once: an act on thousands reads each of them several times. */
export function keptHeld(record: Pick<StoredRecord, 'text'>): KeptHeld {
  let held = parsed.get(record);
  if (held === undefined) parsed.set(record, (held = keptSchema.parse(JSON.parse(record.text))));
  return held;
}

/** An event id can be held once per board. */
export function heldKey(board: string, event: string): RecordKey {
  return { kind: HELD, id: hash('sha256', `${board}\0${event}`).slice(0, 16) };
}

/** The stored part of an event. */
export function keptEvent(event: NewEvent): KeptHeld['event'] {
  return keptSchema.shape.event.parse(event);
}

/** The sender's answer, an `ApiHeldReport` as JSON: the same for every retry. */
export function heldReport({
  board,
  event,
  rule,
  reason,
}: Pick<KeptHeld, 'board' | 'rule' | 'reason'> & { readonly event: { readonly id: string } }): string {
  return JSON.stringify({ outcome: 'held', id: event.id, board, held: heldKey(board, event.id).id, rule, reason } satisfies ApiHeldReport);
}
