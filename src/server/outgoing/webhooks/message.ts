// What receivers are told, as it is kept until it is sent. Players are kept by number: their names are read when it is sent, so that
// nothing here has to change if somebody is renamed, hidden or erased meanwhile.
import { hash } from 'node:crypto';

import * as z from 'zod/mini';

import { TEST_EVENT } from '../../../contract/operation/webhooks.ts';
import { PERIOD_KINDS } from '../../../domain/calendar.ts';

const placeSchema = z.object({ rank: z.int(), player: z.int(), points: z.number() });

/** A place of a podium; `player` by number. */
export type KeptPlace = z.infer<typeof placeSchema>;

const ofPeriod = {
  board: z.string(),
  kind: z.enum(PERIOD_KINDS),
  /** Epoch milliseconds; null for all time. */
  start: z.nullable(z.int()),
  podium: z.readonly(z.array(placeSchema)),
};

/** When it happened, in epoch milliseconds, and what sets it apart from all others of its type: whatever is told twice is one message. */
const told = { at: z.int(), subject: z.string() };

export const messageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('period.closing_soon'), ...told, ...ofPeriod }),
  z.object({
    type: z.literal('period.closed'),
    ...told,
    ...ofPeriod,
    total: z.int(),
    /** Epoch milliseconds; null where it is final. */ finalAt: z.nullable(z.int()),
  }),
  z.object({ type: z.literal('period.final'), ...told, ...ofPeriod, total: z.int() }),
  z.object({ type: z.literal('podium.changed'), ...told, ...ofPeriod }),
  z.object({ type: z.literal('points.held'), ...told, board: z.string(), held: z.string(), reason: z.string() }),
  z.object({ type: z.literal('backup.failed'), ...told, reason: z.string() }),
  z.object({ type: z.literal(TEST_EVENT), ...told }),
]);

export type Message = z.infer<typeof messageSchema>;

export type PeriodMessage = Extract<Message, { readonly podium: unknown }>;

/** Names a message wherever it is sent, however often: its `webhook-id`. It has no full stop, which would make signatures ambiguous. */
export function messageId({ type, subject }: Message): string {
  return `msg_${hash('sha256', `${type}\0${subject}`).slice(0, 32)}`;
}

/** What a message replaces as long as it was not sent: what is told of a podium is how it stands. `undefined` if nothing. */
export function replacedBy(message: Message): string | undefined {
  return message.type === 'podium.changed' ? JSON.stringify([message.board, message.kind, message.start]) : undefined;
}
