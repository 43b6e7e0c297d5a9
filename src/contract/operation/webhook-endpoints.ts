// Who is told what happens: the webhooks of an operator, and what is on its way to them.
import * as z from 'zod/mini';

import { PERIOD_KINDS } from '../../domain/calendar.ts';
import { linkSchema } from '../parts/link-rules.ts';
import { boardNameSchema } from '../parts/text-rules.ts';
import { deliveriesSchema, WEBHOOK_EVENT_TYPES, WEBHOOK_EVENTS, WEBHOOK_FORMS, webhookSchema } from './webhook-answers.ts';

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
