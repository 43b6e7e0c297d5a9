// What receivers of webhooks are sent, and what operators are told of them.
import * as z from 'zod/mini';

import { PERIOD_KINDS } from '../../domain/calendar.ts';
import { countSchema, dateSchema, rankSchema, timeSchema } from '../parts/answer-parts.ts';

/** What can be told, by type, and when it is. */
export const WEBHOOK_EVENTS = {
  'period.closing_soon': 'A day, a week or a month ends within the hour, and somebody has points in it.',
  'period.closed': 'A period takes nothing more. Where something can be won, its results are reviewed before they are final.',
  'period.final': 'The results of a period are final. Prizes are due from then on.',
  'podium.changed': 'The first three of a period that goes on are others, or stand in another order.',
  'points.held': 'Something was held for an operator to look at. It does not count until then.',
  'backup.failed': 'A backup could not be made.',
} as const;

export type WebhookEvent = keyof typeof WEBHOOK_EVENTS;

export const WEBHOOK_EVENT_TYPES = Object.keys(WEBHOOK_EVENTS) as [WebhookEvent, ...WebhookEvent[]];

/** The type of a message that is only sent to see whether it arrives. */
export const TEST_EVENT = 'webhook.test';

/** `standard`: JSON, signed as Standard Webhooks says. `discord`: a message in a channel, which is changed as things change. */
export const WEBHOOK_FORMS = ['standard', 'discord'] as const;

/** The events of a webhook that names none. A channel has readers who do not run the site: it is told of no suspicion and no failure. */
export const DEFAULT_EVENTS: Readonly<Record<(typeof WEBHOOK_FORMS)[number], WebhookEvent[]>> = {
  standard: WEBHOOK_EVENT_TYPES,
  discord: ['period.closing_soon', 'period.closed', 'period.final', 'podium.changed'],
};

const boardSchema = z.object({ name: z.string(), title: z.string() });

export const periodSchema = z.object({
  kind: z.enum(PERIOD_KINDS),
  /** The first day of the period on the board’s calendar; null for all time. */
  from: z.nullable(dateSchema),
  start: z.nullable(timeSchema),
  end: z.nullable(timeSchema),
});

/** The first three, first to last. The player is null if they are hidden or removed. */
export const podiumSchema = z.array(
  z.object({
    rank: rankSchema,
    player: z.nullable(z.object({ username: z.string(), displayName: z.string() })),
    points: z.int(),
  }),
);

const ofPeriod = { board: boardSchema, period: periodSchema, podium: podiumSchema };

function message<Type extends string, Data extends z.core.$ZodLooseShape>(type: Type, data: Data) {
  return z.object({
    type: z.literal(type),
    /** When it happened, which may be before it is sent. */
    timestamp: timeSchema,
    data: z.object(data),
  });
}

/** The body of a message of the form `standard`. */
export const webhookMessageSchema = z.discriminatedUnion('type', [
  message('period.closing_soon', ofPeriod),
  message('period.closed', {
    ...ofPeriod,
    /** How many are ranked. */
    total: countSchema,
    /** When the results become final; null if they are. Until then they may change. */
    finalAt: z.nullable(timeSchema),
  }),
  message('period.final', { ...ofPeriod, total: countSchema }),
  message('podium.changed', ofPeriod),
  message('points.held', { board: boardSchema, /** The id to accept or reject it by. */ held: z.string(), reason: z.string() }),
  message('backup.failed', { reason: z.string() }),
  message(TEST_EVENT, { webhook: z.string() }),
]);

/** Each kind of message by its type: the schema of the body, and when it is sent. */
export const WEBHOOK_MESSAGES = webhookMessageSchema.def.options.map((schema) => {
  const type = schema.shape.type.def.values[0]!;
  return { type, schema, when: type === TEST_EVENT ? 'An operator wants to see whether messages arrive.' : WEBHOOK_EVENTS[type] };
});

export type WebhookMessage = z.infer<typeof webhookMessageSchema>;

export const webhookSchema = z.object({
  name: z.string(),
  /** Of a Discord webhook without its secret part, and for who may not change webhooks the host alone. */
  url: z.string(),
  form: z.enum(WEBHOOK_FORMS),
  events: z.array(z.enum(WEBHOOK_EVENT_TYPES)),
  /** Of which boards it is told; null for all. */
  boards: z.nullable(z.array(z.string())),
  /** Of which periods it is told; null for all. */
  periods: z.nullable(z.array(z.enum(PERIOD_KINDS))),
  /** `off`: nothing is kept for it, and nothing sent. */
  state: z.enum(['on', 'off']),
  /** Why it was switched off, if the receiver asked for it. */
  reason: z.nullable(z.string()),
  createdAt: timeSchema,
  /** What the receiver checks signatures with: `whpk_` and an ed25519 key. While keys change there are two. */
  publicKeys: z.array(z.string()),
  deliveries: z.object({ waiting: countSchema, delivered: countSchema, failed: countSchema }),
});

export type ApiWebhook = z.infer<typeof webhookSchema>;

export const deliverySchema = z.object({
  /** The `webhook-id` of the message: the same in each attempt. */
  id: z.string(),
  type: z.string(),
  /** When it happened. */
  at: timeSchema,
  /** `superseded`: a newer message of the same kind was sent instead. */
  state: z.enum(['waiting', 'delivered', 'failed', 'superseded']),
  /** The latest attempts, oldest first, and what came of each: a status, or why there was none. */
  attempts: z.array(z.object({ at: timeSchema, result: z.string() })),
  /** When it is sent again; null if it is not. */
  dueAt: z.nullable(timeSchema),
});

export type ApiDelivery = z.infer<typeof deliverySchema>;

export const deliveriesSchema = z.object({
  deliveries: z.array(deliverySchema),
  /** What to ask for as `before` to get the next page; null on the last one. */
  next: z.nullable(z.int()),
});

export type ApiDeliveries = z.infer<typeof deliveriesSchema>;
