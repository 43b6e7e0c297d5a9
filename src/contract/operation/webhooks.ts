// Webhooks, their messages and deliveries.
import * as z from 'zod/mini';

import { PERIOD_KINDS } from '../../domain/calendar.ts';
import { countSchema, dateSchema, rankSchema, timeSchema } from '../parts/answer-parts.ts';
import { linkSchema } from '../parts/link-rules.ts';
import { boardNameSchema } from '../parts/text-rules.ts';

/** Webhook events by type, and when they are sent. */
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

export const TEST_EVENT = 'webhook.test';

/** `standard`: JSON, signed per Standard Webhooks. `discord`: a channel message, edited as things change. */
export const WEBHOOK_FORMS = ['standard', 'discord'] as const;

/** The default events. A Discord channel has readers other than operators, so suspicions and failures are excluded. */
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

/** The top three. The player is null if hidden or removed. */
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
    /** When it happened. */
    timestamp: timeSchema,
    data: z.object(data),
    /** Only in a sample that an operator sends: nothing in it happened. */
    sample: z.optional(z.literal(true)),
  });
}

/** The body of a `standard` message. */
export const webhookMessageSchema = z.discriminatedUnion('type', [
  message('period.closing_soon', ofPeriod),
  message('period.closed', {
    ...ofPeriod,
    /** The number of ranked players. */
    total: countSchema,
    /** When the results become final; null if they are. */
    finalAt: z.nullable(timeSchema),
  }),
  message('period.final', { ...ofPeriod, total: countSchema }),
  message('podium.changed', ofPeriod),
  message('points.held', { board: boardSchema, /** The id to accept or reject it by. */ held: z.string(), reason: z.string() }),
  message('backup.failed', { reason: z.string() }),
  message(TEST_EVENT, { webhook: z.string() }),
]);

/** Every message type: the schema of its body, and when it is sent. */
export const WEBHOOK_MESSAGES = webhookMessageSchema.def.options.map((schema) => {
  const type = schema.shape.type.def.values[0]!;
  return { type, schema, when: type === TEST_EVENT ? 'An operator sends a test message.' : WEBHOOK_EVENTS[type] };
});

export type WebhookMessage = z.infer<typeof webhookMessageSchema>;

export const webhookSchema = z.object({
  name: z.string(),
  /** Without the secret part of a Discord URL; only the host for roles that cannot change webhooks. */
  url: z.string(),
  form: z.enum(WEBHOOK_FORMS),
  events: z.array(z.enum(WEBHOOK_EVENT_TYPES)),
  /** Null for all boards. */
  boards: z.nullable(z.array(z.string())),
  /** Null for all periods. */
  periods: z.nullable(z.array(z.enum(PERIOD_KINDS))),
  /** `off`: nothing is queued or sent. */
  state: z.enum(['on', 'off']),
  /** Why it was turned off, if the receiver requested it. */
  reason: z.nullable(z.string()),
  createdAt: timeSchema,
  /** Keys to verify signatures with: `whpk_` and an ed25519 key. Two during a rotation. */
  publicKeys: z.array(z.string()),
  deliveries: z.object({ waiting: countSchema, delivered: countSchema, failed: countSchema }),
});

export type ApiWebhook = z.infer<typeof webhookSchema>;

export const deliverySchema = z.object({
  /** The `webhook-id` of the message, the same in every attempt. */
  id: z.string(),
  type: z.string(),
  /** When it happened. */
  at: timeSchema,
  /** `superseded`: a newer message of the same kind was sent instead. */
  state: z.enum(['waiting', 'delivered', 'failed', 'superseded']),
  /** The latest attempts, oldest first; `result` is a status, or the failure. */
  attempts: z.array(z.object({ at: timeSchema, result: z.string() })),
  /** The time of the next attempt; null without one. */
  dueAt: z.nullable(timeSchema),
});

export type ApiDelivery = z.infer<typeof deliverySchema>;

export const deliveriesSchema = z.object({
  deliveries: z.array(deliverySchema),
  /** The `before` of the next page; null on the last one. */
  next: z.nullable(z.int()),
});

/** A set of distinct choices. */
function choices<Value extends z.ZodMiniType>(value: Value, what: string) {
  return z.array(value).check(
    z.minLength(1, `must name at least one ${what}`),
    z.maxLength(50, 'must have at most 50 entries'),
    z.refine((all) => new Set(all).size === all.length, 'must not contain duplicates'),
  );
}

const eventsSchema = choices(z.enum(WEBHOOK_EVENT_TYPES), 'event');
const boardsSchema = z.nullable(choices(boardNameSchema, 'board'));
const periodsSchema = z.nullable(choices(z.enum(PERIOD_KINDS), 'period'));

const EVENTS_TOLD = Object.entries(WEBHOOK_EVENTS)
  .map(([type, when]) => `"${type}": ${when}`)
  .join(' ');

/** The messages that a webhook can be tested with. */
export const SAMPLE_TYPES = [TEST_EVENT, ...WEBHOOK_EVENT_TYPES] as const;

const SAMPLE_QUERY = z.strictObject({
  /** The message; by default a test without data. */
  message: z._default(z.enum(SAMPLE_TYPES), TEST_EVENT),
});

/** A webhook's name, which is part of its URL. */
export const webhookNameSchema = boardNameSchema;

const deliveryIdSchema = z
  .string()
  .check(z.regex(/^msg_[0-9a-f]{32}$/, 'must be the id of a delivery'))
  .register(z.globalRegistry, { examples: ['msg_0123456789abcdef0123456789abcdef'] });

export const WEBHOOK_ENDPOINTS = {
  webhooks: {
    route: 'GET /api/v1/webhooks',
    role: 'viewer',
    summary: 'List webhooks',
    description: 'Roles that cannot change webhooks see only the host of each URL.',
    answers: { 200: { description: 'All webhooks, oldest first', schema: z.object({ webhooks: z.array(webhookSchema) }) } },
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
    summary: 'Add a webhook',
    description:
      'Messages follow Standard Webhooks and are signed with a key of each webhook’s own (ed25519, "v1a"); verify them with the public key ' +
      'in the answer. Anything but a status from 200 to 299 within 15 seconds is retried: after 5 seconds, 5 minutes, 30 minutes and so on, ' +
      'for three days. A message can arrive twice, with the same "webhook-id". Status 410 turns the webhook off. URLs inside the server’s ' +
      'network are refused, and redirects are not followed. "discord" takes a Discord webhook URL and posts one message per period, edited ' +
      'as the podium changes. Without "boards" or "periods", the webhook gets all of them. "events" defaults to all, or for Discord to all ' +
      'but "points.held" and "backup.failed". ' +
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
    summary: 'Update a webhook, or turn it on or off',
    description:
      'Fields you leave out keep their values. When a webhook is turned on again, its queued deliveries are sent, up to four days old.',
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
    answers: { 200: { description: 'The updated webhook', schema: webhookSchema } },
  },
  removeWebhook: {
    route: 'DELETE /api/v1/webhooks/{webhook}',
    role: 'operator',
    summary: 'Remove a webhook',
    description: 'Queued deliveries are dropped, and the delivery log is deleted.',
    isConditional: true,
    answers: { 200: { description: 'The removed webhook', schema: webhookSchema } },
  },
  changeWebhookKey: {
    route: 'POST /api/v1/webhooks/{webhook}/keys',
    role: 'operator',
    summary: 'Rotate the signing key of a webhook',
    description: 'For a day, messages are signed with both keys, so that the receiver can switch over.',
    answers: { 200: { description: 'The webhook, with its public keys', schema: webhookSchema } },
  },
  webhookSample: {
    route: 'GET /api/v1/webhooks/{webhook}/tests',
    role: 'viewer',
    summary: 'Read a sample of a message',
    description: 'The body of a test message as it would be sent now, made from current standings. Sends nothing.',
    query: SAMPLE_QUERY,
    answers: { 200: { description: 'The body', schema: z.object({ body: z.string() }) } },
  },
  testWebhook: {
    route: 'POST /api/v1/webhooks/{webhook}/tests',
    role: 'operator',
    summary: 'Send a test message',
    description:
      'A test, or a sample of any message, with "sample": true and current standings. Sent at once, whichever events the webhook ' +
      'receives. A channel gets a message of its own. The list of deliveries has the result.',
    query: SAMPLE_QUERY,
    answers: { 202: { description: 'The delivery', schema: z.object({ delivery: z.string() }) } },
    problems: [409],
  },
  deliveries: {
    route: 'GET /api/v1/webhooks/{webhook}/deliveries',
    role: 'viewer',
    summary: 'List the deliveries of a webhook',
    description: 'Newest first. The last thousand in each state are kept.',
    query: z.strictObject({
      state: z.optional(z.enum(['waiting', 'delivered', 'failed', 'superseded'])),
      before: z.optional(z.int().check(z.minimum(1, 'must be the "next" of the previous page'))),
      limit: z._default(z.int().check(z.minimum(1, 'must be from 1 to 100'), z.maximum(100, 'must be from 1 to 100')), 50),
    }),
    answers: { 200: { description: 'A page of deliveries', schema: deliveriesSchema } },
  },
  redeliver: {
    route: 'POST /api/v1/webhooks/{webhook}/redeliveries',
    role: 'operator',
    summary: 'Resend deliveries',
    description: 'Resends one delivery in any state or, without an id, all that failed. They keep their ids.',
    body: z.strictObject({ delivery: z.optional(deliveryIdSchema) }),
    example: {},
    answers: { 200: { description: 'The number of deliveries resent', schema: z.object({ again: z.int() }) } },
  },
} as const;
