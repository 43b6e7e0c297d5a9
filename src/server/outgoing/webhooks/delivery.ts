// A message on its way to one webhook: a record of the store. Whoever sends it takes it first, so that of several processes one does.
import * as z from 'zod/mini';

import type { RecordChange, StoredRecord } from '../../store/records.ts';
import { type Message, messageId, messageSchema } from './message.ts';
import { pauseAfter } from './retry-schedule.ts';
import type { Webhook } from './webhook-list.ts';

/** So many attempts are remembered, the latest. */
const REMEMBERED_ATTEMPTS = 12;

export const DELIVERY_STATES = ['waiting', 'delivered', 'failed', 'superseded'] as const;

export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Times are epoch milliseconds. */
const deliverySchema = z.object({
  message: messageSchema,
  /** Since when it waits: since it happened, or was asked to be sent again. */
  since: z.int(),
  dueAt: z.int(),
  /** Until when somebody is sending it. */
  takenUntil: z.int(),
  /** Attempts in a row that failed. */
  failed: z.int(),
  attempts: z.array(z.object({ at: z.int(), result: z.string() })),
});

type Kept = z.infer<typeof deliverySchema>;

/** A message on its way to one webhook. `number` is the order of deliveries. */
export interface Delivery extends Readonly<Kept> {
  readonly id: string;
  readonly state: DeliveryState;
  readonly number: number;
}

/** What came of an attempt, in a few words. `gone`: the receiver wants nothing any more. `askedMs`: how long it wants to be left alone. */
export type Attempt =
  | { readonly outcome: 'delivered'; readonly result: string }
  | { readonly outcome: 'failed'; readonly result: string; readonly askedMs: number }
  | { readonly outcome: 'gone'; readonly result: string };

/** The kind of the records of a webhook's deliveries. */
export function deliveryKind({ id }: Pick<Webhook, 'id'>): string {
  return `delivery ${id}`;
}

/** The kind of the records of what a webhook wrote into a channel, to change it later. */
export function channelKind({ id }: Pick<Webhook, 'id'>): string {
  return `channel ${id}`;
}

/** @throws {z.core.$ZodError} for a record that no version wrote. */
export function deliveryIn({ id, state, number, text }: StoredRecord): Delivery {
  return { id, state: z.enum(DELIVERY_STATES).parse(state), number, ...deliverySchema.parse(JSON.parse(text)) };
}

/** A message that is to be sent to a webhook, at once. */
export function newDelivery(webhook: Pick<Webhook, 'id'>, message: Message, now: number): RecordChange {
  const kept: Kept = { message, since: now, dueAt: now, takenUntil: 0, failed: 0, attempts: [] };
  return recordOf(webhook, { id: messageId(message), state: 'waiting', ...kept });
}

export function recordOf(webhook: Pick<Webhook, 'id'>, delivery: Omit<Delivery, 'number'>): RecordChange {
  const { id, state } = delivery;
  const text = JSON.stringify(deliverySchema.parse(delivery));
  return { kind: deliveryKind(webhook), id, at: delivery.message.at, state, text };
}

/** From when a delivery may be taken: when it is due, and nobody has it. */
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
