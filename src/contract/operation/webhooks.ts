// Webhooks: who is told what happens, what they are sent, and what is on its way to them.
import * as z from 'zod/mini';

import { PERIOD_KINDS } from '../../domain/calendar.ts';
import { countSchema, dateSchema, rankSchema, timeSchema } from '../parts/answer-parts.ts';
import { linkSchema } from '../parts/link-rules.ts';
import { boardNameSchema } from '../parts/text-rules.ts';

/** What can be told, by type, and when it is. */
export const WEBHOOK_EVENTS = {
  'period.closing_soon': 'A day, week or month with points ends within the hour.',
  'period.closed': 'A period takes no more points. If it has prizes, its results are reviewed before they are final.',
  'period.final': 'The results of a period are final, and its prizes are due.',
  'podium.changed': 'The top 3 of a running period changed.',
  'points.held': 'Points are on hold for review. They do not count until an operator accepts them.',
  'backup.failed': 'A backup could not be created.',
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

/** Of a list of choices, each once: an order or a repetition means nothing. */
function choices<Value extends z.ZodMiniType>(value: Value, what: string) {
  return z.array(value).check(
    z.minLength(1, `must name at least one ${what}`),
    z.maxLength(50, 'must have at most 50 entries'),
    z.refine((all) => new Set(all).size === all.length, 'must name each only once'),
  );
}

const eventsSchema = choices(z.enum(WEBHOOK_EVENT_TYPES), 'event');
const boardsSchema = z.nullable(choices(boardNameSchema, 'board'));
const periodsSchema = z.nullable(choices(z.enum(PERIOD_KINDS), 'period'));

/** Every event, and when it is told. */
const EVENTS_TOLD = Object.entries(WEBHOOK_EVENTS)
  .map(([type, when]) => `"${type}": ${when}`)
  .join(' ');

/** What a webhook is called: a part of its address. */
export const webhookNameSchema = boardNameSchema;

/** The id of a delivery, which is that of its message. */
const deliveryIdSchema = z
  .string()
  .check(z.regex(/^msg_[0-9a-f]{32}$/, 'must be the id of a delivery'))
  .register(z.globalRegistry, { examples: ['msg_0123456789abcdef0123456789abcdef'] });

export const WEBHOOK_ENDPOINTS = {
  webhooks: {
    route: 'GET /api/v1/webhooks',
    role: 'viewer',
    summary: 'List the webhooks',
    description: 'Roles that cannot change webhooks see only the host of each URL.',
    answers: { 200: { description: 'All webhooks, in the order they were made', schema: z.object({ webhooks: z.array(webhookSchema) }) } },
  },
  webhook: {
    route: 'GET /api/v1/webhooks/{webhook}',
    role: 'viewer',
    summary: 'Read a webhook',
    description: 'Roles that cannot change webhooks see only the host of the URL.',
    answers: { 200: { description: 'The webhook', schema: webhookSchema } },
  },
  addWebhook: {
    route: 'POST /api/v1/webhooks',
    role: 'operator',
    summary: 'Tell a server of yours, or a Discord channel, what happens',
    description:
      'Messages are sent as Standard Webhooks says, signed with a key of their own for each webhook (ed25519, "v1a"). Check them with the ' +
      'public key that you are given here. Whatever is not answered with 200 to 299 within 15 seconds is sent again: after 5 seconds, 5 ' +
      'minutes, 30 minutes, and so on for three days. It may arrive twice: "webhook-id" is the same then. An answer of 410 switches the ' +
      'webhook off. Addresses inside the operator’s network are refused, and redirects are not followed. "discord" takes the address of a ' +
      'Discord webhook, and writes one message for each period, which is changed as the podium changes. Without "boards" or "periods" the ' +
      'webhook is told of all of them, and without "events" too, except that Discord is told of no "points.held" and no "backup.failed" then. ' +
      EVENTS_TOLD,
    body: z.strictObject({
      name: webhookNameSchema,
      url: linkSchema,
      form: z.optional(z.enum(WEBHOOK_FORMS)),
      events: z.optional(eventsSchema),
      boards: z.optional(boardsSchema),
      periods: z.optional(periodsSchema),
    }),
    example: { name: 'results', url: 'https://play.example/laurels', events: ['period.closed', 'period.final'] },
    answers: { 201: { description: 'The webhook, with its public key', schema: webhookSchema } },
    problems: [409],
  },
  changeWebhook: {
    route: 'PUT /api/v1/webhooks/{webhook}',
    role: 'operator',
    summary: 'Change a webhook, or switch it off or on',
    description:
      'Whatever you leave out stays as it is. What waits for a webhook that is switched on again is sent, unless it is older than four days.',
    body: z
      .strictObject({
        url: z.optional(linkSchema),
        events: z.optional(eventsSchema),
        boards: z.optional(boardsSchema),
        periods: z.optional(periodsSchema),
        state: z.optional(z.enum(['on', 'off'])),
      })
      .check(z.refine((change) => Object.keys(change).length > 0, 'must have a url, events, boards, periods or a state')),
    example: { state: 'off' },
    isConditional: true,
    answers: { 200: { description: 'The webhook as it is now', schema: webhookSchema } },
  },
  removeWebhook: {
    route: 'DELETE /api/v1/webhooks/{webhook}',
    role: 'operator',
    summary: 'Remove a webhook',
    description: 'What is on its way to it is not sent any more, and its deliveries are forgotten.',
    isConditional: true,
    answers: { 200: { description: 'The webhook as it was', schema: webhookSchema } },
  },
  changeWebhookKey: {
    route: 'POST /api/v1/webhooks/{webhook}/keys',
    role: 'operator',
    summary: 'Sign the messages of a webhook with a new key',
    description: 'For a day messages are signed with both keys, so that the receiver can learn the new one in time.',
    answers: { 200: { description: 'The webhook, with its public keys', schema: webhookSchema } },
  },
  testWebhook: {
    route: 'POST /api/v1/webhooks/{webhook}/tests',
    role: 'operator',
    summary: 'Send a test message',
    description: 'It is sent at once, whatever the webhook is told of. The list of deliveries says what came of it.',
    answers: { 202: { description: 'The delivery', schema: z.object({ delivery: z.string() }) } },
    problems: [409],
  },
  deliveries: {
    route: 'GET /api/v1/webhooks/{webhook}/deliveries',
    role: 'viewer',
    summary: 'List what was sent to a webhook, and what came of it',
    description: 'Newest first. The last thousand of each state are kept.',
    query: z.strictObject({
      state: z.optional(z.enum(['waiting', 'delivered', 'failed', 'superseded'])),
      before: z.optional(z.int().check(z.minimum(1, 'must be what the page before gave as next'))),
      limit: z._default(z.int().check(z.minimum(1, 'must be from 1 to 100'), z.maximum(100, 'must be from 1 to 100')), 50),
    }),
    answers: { 200: { description: 'A page of deliveries', schema: deliveriesSchema } },
  },
  redeliver: {
    route: 'POST /api/v1/webhooks/{webhook}/redeliveries',
    role: 'operator',
    summary: 'Send again',
    description: 'One delivery, whatever came of it, or without an id all that failed. They keep their ids.',
    body: z.strictObject({ delivery: z.optional(deliveryIdSchema) }),
    example: {},
    answers: { 200: { description: 'How many are sent again', schema: z.object({ again: z.int() }) } },
  },
} as const;
