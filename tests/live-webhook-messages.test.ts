// Webhook messages match the OpenAPI document, header by header and field by field.
import { expect, test, vi } from 'vitest';
import { config, fromJSONSchema } from 'zod';

import { ENDPOINTS } from '../src/contract/api.ts';
import { WEBHOOK_EVENT_TYPES } from '../src/contract/operation/webhooks.ts';
import { createApiClient } from '../src/remote/api-client.ts';
import type { OpenApiDocument } from '../src/server/api/description/openapi.ts';
import { LiveBoards } from '../src/server/boards/live-boards.ts';
import { useReceiver } from '../src/server/outgoing/receiver-under-test.suite.ts';
import { Sending } from '../src/server/outgoing/sending.ts';
import { openMemoryStore } from './oracle/memory-store.ts';
import { PLAIN_BOARD } from '../src/server/store/stored-values.ts';
import type { Message } from '../src/server/outgoing/webhooks/message.ts';
import { reachable } from '../src/server/outgoing/webhooks/receiver-address.ts';
import { startTrialServer, TRIAL_NOW } from './live/trial-server.ts';

// Without global messages, this Zod sets them with its first schema, which would replace the product's in later files.
config({ localeError: () => undefined });

type Schema = Parameters<typeof fromJSONSchema>[0];

const receiver = useReceiver();

/** The document as served to clients. */
async function described(url: string): Promise<OpenApiDocument> {
  return (await (await fetch(`${url}${ENDPOINTS.openapi.path}`)).json()) as OpenApiDocument;
}

/** Expects all received messages to match the description, without extra fields. */
function expectDescribed({ webhooks, components }: OpenApiDocument): void {
  for (const { headers, body } of receiver.received) {
    const sent = JSON.parse(body) as { readonly type: string };
    const { parameters, requestBody } = webhooks[sent.type]!.post;
    for (const { name, schema } of parameters) expect(fromJSONSchema(schema as Schema).safeParse(headers[name]).error).toBeUndefined();
    const schema = closed(standalone(requestBody.content['application/json'].schema, components.schemas)) as Schema;
    expect(fromJSONSchema(schema).safeParse(sent).error).toBeUndefined();
    // Proves that the check can fail.
    expect(fromJSONSchema(schema).safeParse({ ...sent, timestamp: 'now' }).success).toBe(false);
    expect(fromJSONSchema(schema).safeParse({ ...sent, more: 1 }).success).toBe(false);
  }
}

/** A schema with the schemas it references by name, as JSON Schema. */
function standalone(schema: object, named: OpenApiDocument['components']['schemas']): unknown {
  return JSON.parse(JSON.stringify({ ...schema, $defs: named }).replaceAll('#/components/schemas/', '#/$defs/'));
}

/** A schema without additional fields. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  return 'properties' in schema ? { ...inner, additionalProperties: false } : inner;
}

test('every kind of message is documented', async () => {
  let now = TRIAL_NOW;
  const server = await startTrialServer({ LAURELS_WEBHOOK_ALLOW: '127.0.0.1' }, undefined, () => now);
  const store = await openMemoryStore();
  try {
    const document = await described(server.url);
    const call = createApiClient(ENDPOINTS, { origin: server.url, key: server.keys.owner });
    await call('addWebhook', { body: { name: 'results', url: `${receiver.url}/hook` } });
    await call('testWebhook', { webhook: 'results' });
    await server.post({ id: 'a', username: 'ada', points: 5 });
    now = Date.parse('2026-12-16T23:30:00Z');
    await vi.waitUntil(() => receiver.types().includes('period.closing_soon'), { timeout: 300_000, interval: 50 });
    now = Date.parse('2026-12-17T00:02:00Z');
    await vi.waitUntil(() => receiver.types().includes('period.final'), { timeout: 300_000, interval: 50 });

    // Messages that are only sent after a failure.
    const boards = await LiveBoards.open(store, { clock: () => now, graceMs: 0 });
    await boards.editing.make({ name: 'main', title: 'Main', ...PLAIN_BOARD, calendar: { timeZone: 'UTC', weekStart: 1 } });
    const settings = { url: `${receiver.url}/hook`, form: 'standard', boards: null, periods: null } as const;
    const webhook = await boards.webhooks.add('all', { ...settings, events: [...WEBHOOK_EVENT_TYPES] });
    const told = { at: now, subject: 'a' };
    const period = { board: 'main', kind: 'all-time', start: null, podium: [] } as const;
    const messages: readonly Message[] = [
      { type: 'backup.failed', ...told, reason: 'no room' },
      { type: 'points.held', ...told, board: 'main', held: 'h1', reason: 'too many' },
      { type: 'podium.changed', ...told, ...period },
      { type: 'podium.changed', ...told, subject: 'b', ...period, board: 'removed' },
    ];
    for (const message of messages) await boards.webhooks.tell(message);
    const site = () => ({ site: undefined, points: undefined });
    const mayReach = reachable('127.0.0.1')!;
    await new Sending({ boards, mayReach, site, clock: () => now, chance: () => 0, log: () => {} }).sendDue(webhook);

    expect(new Set(receiver.types())).toEqual(new Set(Object.keys(document.webhooks)));
    expectDescribed(document);
  } finally {
    await server.discard();
    await store.close();
  }
}, 90_000);
