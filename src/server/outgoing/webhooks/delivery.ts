// Deliveries: a message queued for a webhook, as a record of the store. A process takes a delivery before sending it.
import * as z from 'zod/mini';

import type { RecordChange, StoredRecord } from '../../store/records.ts';
import { type Message, messageId, messageSchema } from './message.ts';
import { pauseAfter } from './retry-schedule.ts';
import type { Webhook } from './webhook-list.ts';

/** The number of latest attempts that are kept. */
const REMEMBERED_ATTEMPTS = 12;

export const DELIVERY_STATES = ['waiting', 'delivered', 'failed', 'superseded'] as const;

export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Times are epoch milliseconds. */
const deliverySchema = z.object({
  message: messageSchema,
  /** When it was queued, or queued again. */
  since: z.int(),
  dueAt: z.int(),
  /** When the process that took it stops holding it. */
  takenUntil: z.int(),
  /** Consecutive failed attempts. */
  failed: z.int(),
  attempts: z.array(z.object({ at: z.int(), result: z.string() })),
});

type Kept = z.infer<typeof deliverySchema>;

/** A delivery. Deliveries are ordered by `number`. */
export interface Delivery extends Readonly<Kept> {
  readonly id: string;
  readonly state: DeliveryState;
  readonly number: number;
}

/** The result of an attempt. `gone`: the receiver asked to stop. `askedMs`: its `Retry-After`. */
export type Attempt =
  | { readonly outcome: 'delivered'; readonly result: string }
  | { readonly outcome: 'failed'; readonly result: string; readonly askedMs: number }
  | { readonly outcome: 'gone'; readonly result: string };

export function deliveryKind({ id }: Pick<Webhook, 'id'>): string {
  return `delivery ${id}`;
}

/** The kind of records with a webhook's channel messages, for editing. */
export function channelKind({ id }: Pick<Webhook, 'id'>): string {
  return `channel ${id}`;
}

/** @throws {z.core.$ZodError} if the record is invalid. */
export function deliveryIn({ id, state, number, text }: StoredRecord): Delivery {
  return { id, state: z.enum(DELIVERY_STATES).parse(state), number, ...deliverySchema.parse(JSON.parse(text)) };
}

/** A delivery that is due at once. */
export function newDelivery(webhook: Pick<Webhook, 'id'>, message: Message, now: number): RecordChange {
  const kept: Kept = { message, since: now, dueAt: now, takenUntil: 0, failed: 0, attempts: [] };
  return recordOf(webhook, { id: messageId(message), state: 'waiting', ...kept });
}

export function recordOf(webhook: Pick<Webhook, 'id'>, delivery: Omit<Delivery, 'number'>): RecordChange {
  const { id, state } = delivery;
  const text = JSON.stringify(deliverySchema.parse(delivery));
  return { kind: deliveryKind(webhook), id, at: delivery.message.at, state, text };
}

/** When a delivery can be taken: it is due, and no process holds it. */
export function freeFrom({ dueAt, takenUntil }: Delivery): number {
  return Math.max(dueAt, takenUntil);
}

/** A delivery after an attempt at `now`. `chance` is a number from 0 to 1. */
export function attempted(delivery: Delivery, attempt: Attempt, now: number, chance: number): Delivery {
  const attempts = [...delivery.attempts, { at: now, result: attempt.result }].slice(-REMEMBERED_ATTEMPTS);
  const done = { ...delivery, attempts, takenUntil: 0 };
  if (attempt.outcome === 'delivered') return { ...done, state: 'delivered', failed: 0 };
  const failed = delivery.failed + 1;
  const pause = attempt.outcome === 'gone' ? undefined : pauseAfter(failed, attempt.askedMs, chance);
  return pause === undefined ? { ...done, state: 'failed', failed } : { ...done, failed, dueAt: now + pause };
}
