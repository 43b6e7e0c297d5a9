// Messages as stored in the queue. Players are stored by number and named when sent, so that renaming, hiding and erasing need
// not touch the queue.
import { hash } from 'node:crypto';

import * as z from 'zod/mini';

import { TEST_EVENT } from '../../../contract/operation/webhooks.ts';
import { PERIOD_KINDS } from '../../../domain/calendar.ts';

const placeSchema = z.object({ rank: z.int(), player: z.int(), points: z.number() });

/** A rank of a podium; `player` by number. */
export type KeptPlace = z.infer<typeof placeSchema>;

const ofPeriod = {
  board: z.string(),
  kind: z.enum(PERIOD_KINDS),
  /** Epoch milliseconds; null for all time. */
  start: z.nullable(z.int()),
  podium: z.readonly(z.array(placeSchema)),
};

/** When it happened, in epoch milliseconds, and its identity among messages of its type, for deduplication. */
const told = { at: z.int(), subject: z.string(), /** Sent by an operator as a sample: not real. */ sample: z.optional(z.literal(true)) };

export const messageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('period.closing_soon'), ...told, ...ofPeriod }),
  z.object({
    type: z.literal('period.closed'),
    ...told,
    ...ofPeriod,
    total: z.int(),
    /** Epoch milliseconds; null if final. */ finalAt: z.nullable(z.int()),
  }),
  z.object({ type: z.literal('period.final'), ...told, ...ofPeriod, total: z.int() }),
  z.object({ type: z.literal('podium.changed'), ...told, ...ofPeriod }),
  z.object({ type: z.literal('points.held'), ...told, board: z.string(), held: z.string(), reason: z.string() }),
  z.object({ type: z.literal('backup.failed'), ...told, reason: z.string() }),
  z.object({ type: z.literal(TEST_EVENT), ...told }),
]);

export type Message = z.infer<typeof messageSchema>;

export type PeriodMessage = Extract<Message, { readonly podium: unknown }>;

/** The `webhook-id`, the same for all receivers and attempts. Without full stops, which would make signatures ambiguous. */
export function messageId({ type, subject }: Message): string {
  return `msg_${hash('sha256', `${type}\0${subject}`).slice(0, 32)}`;
}

/** The key under which a newer message supersedes an unsent one, for example of a podium; `undefined` for never. */
export function replacedBy(message: Message): string | undefined {
  return message.type === 'podium.changed' && message.sample === undefined
    ? JSON.stringify([message.board, message.kind, message.start])
    : undefined;
}
