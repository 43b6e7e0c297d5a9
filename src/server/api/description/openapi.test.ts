import { expect, test } from 'vitest';

import { type EndpointId, ENDPOINTS } from '../../../contract/api.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { NO_APPEARANCE } from '../../../contract/operation/appearance.ts';
import { TEST_EVENT, WEBHOOK_EVENT_TYPES } from '../../../contract/operation/webhooks.ts';
import { lookOf } from '../../appearance/site-look.ts';
import { apiPage } from './api-page.ts';
import { openApiDocument } from './openapi.ts';
import { parseEvent } from '../../boards/points/points-intake.ts';

const document = openApiDocument();
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));

const operationOf = (id: EndpointId) => operations.find(({ operationId }) => operationId === id)!;

test('describes every endpoint and no others', () => {
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const there = Object.values(ENDPOINTS).map(({ method, path }) => `${method} ${path}`);
  expect(described.toSorted()).toEqual(there.toSorted());
});

test('states the required role of each operation', () => {
  const roles = Object.entries<Endpoint>(ENDPOINTS).map(([id, { role }]) => [id, role]);
  expect(Object.fromEntries(operations.map((operation) => [operation.operationId, operation['x-role']]))).toEqual(
    Object.fromEntries(roles),
  );
  for (const { security, ...operation } of operations) {
    const role = operation['x-role'];
    expect(security).toEqual(role === 'none' ? [] : role === 'read' ? [{}, { key: ['read'] }] : [{ key: [role] }]);
  }
});

test('describes the event as it has to be sent', () => {
  const { schema } = operationOf('submitPoints').requestBody!.content['application/json'];
  expect(schema['anyOf']).toContainEqual({ $ref: '#/components/schemas/PointsEvent' });
  const event = document.components.schemas['PointsEvent']!;
  expect(Object.keys(event['properties'] as object)).toEqual(['id', 'username', 'points', 'at', 'activity', 'displayName', 'avatar']);
  expect(event).toMatchObject({
    required: ['id', 'username', 'points'],
    additionalProperties: false,
    properties: { points: { type: 'integer' } },
  });
});

test('has an example of an event that is valid as it is', () => {
  const { example } = operationOf('submitPoints').requestBody!.content['application/json'];
  expect(parseEvent(example, Date.parse('2026-12-16T12:00:00Z'))).toMatchObject({ username: 'ada', points: 120 });
});

test('says which ranks hidden players get for their points', () => {
  for (const id of ['submitPoints', 'setPlayerVisibility'] as const)
    expect(operationOf(id).description).toContain('the ranks they would have');
});

test('lists path variables and query parameters', () => {
  const { parameters } = operationOf('rankings');
  expect(parameters.map(({ name, in: where, required }) => [name, where, required])).toEqual([
    ['board', 'path', true],
    ...['period', 'at', 'limit', 'cursor', 'around', 'q'].map((name) => [name, 'query', false]),
  ]);
});

test('every reference resolves, and every response has a description', () => {
  const text = JSON.stringify(document);
  for (const [, path] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
    expect(path!.split('/').reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], document)).toBeTypeOf('object');
  }
  const answers = [...operations.flatMap(({ responses }) => Object.values(responses)), ...Object.values(document.components.responses)];
  for (const answer of answers) if (!('$ref' in answer)) expect(answer.description.length).toBeGreaterThan(3);
});

test('every webhook message is described, with its headers and the meaning of responses', () => {
  expect(document.openapi).toBe('3.1.0');
  expect(Object.keys(document.webhooks)).toEqual([...WEBHOOK_EVENT_TYPES, TEST_EVENT]);
  for (const [type, { post }] of Object.entries(document.webhooks)) {
    const { $ref } = post.requestBody.content['application/json'].schema as { $ref: string };
    const { properties } = document.components.schemas[$ref.split('/').at(-1)!] as unknown as { properties: { type: { const: string } } };
    expect(properties.type.const).toBe(type);
    expect(post.security).toEqual([]);
    expect(post.parameters.map(({ name }) => name)).toEqual(['webhook-id', 'webhook-timestamp', 'webhook-signature']);
    expect(Object.keys(post.responses)).toEqual(['410', '2XX', 'default']);
  }
});

/** Every object in the document with this key, at any depth. */
function* partsWith(key: string, part: unknown = document): Iterable<Readonly<Record<string, unknown>>> {
  if (typeof part !== 'object' || part === null) return;
  if (!Array.isArray(part) && Object.hasOwn(part, key)) yield part as Readonly<Record<string, unknown>>;
  for (const inner of Object.values(part)) yield* partsWith(key, inner);
}

test('every operation has one tag, and operations are in the order of the tags', () => {
  const tags = document.tags.map(({ name }) => name);
  expect(tags.slice(0, 4)).toEqual(['Points', 'Boards', 'Players', 'Periods']);
  const used = [...operations, ...Object.values(document.webhooks).map(({ post }) => post)].map((operation) => operation.tags);
  for (const of of used) expect([of.length, tags]).toEqual([1, expect.arrayContaining(of)]);
  expect([...new Set(operations.flatMap((operation) => operation.tags))]).toEqual(tags);
});

test('schemas that several answers share have names for generated clients', () => {
  const names = Object.keys(document.components.schemas);
  const wanted = ['Standing', 'Rankings', 'Player', 'Period', 'Board', 'Podium', 'Event', 'PointsEvent', 'Webhook', 'Key', 'Problem'];
  expect(names).toEqual(expect.arrayContaining(wanted));
  for (const name of names) expect(name).toMatch(/^[A-Z][A-Za-z]+$/);
  // No larger object is described twice, because generated clients would get two unrelated types.
  const told = new Map<string, number>();
  for (const part of partsWith('properties')) {
    if (Object.keys(part['properties'] as object).length < 4) continue;
    const text = JSON.stringify(part);
    told.set(text, (told.get(text) ?? 0) + 1);
  }
  expect([...told].filter(([, times]) => times > 1)).toEqual([]);
});

test('operations have ids that are valid names, and every array has an item schema', () => {
  const ids = operations.map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z]+$/);
  // OpenAPI linters require a schema other than `false`, which JSON Schema allows.
  for (const part of partsWith('type')) if (part['type'] === 'array') expect(part['items']).toBeTypeOf('object');
});

test('every body has an example to copy', () => {
  const withBody = operations.filter(({ requestBody }) => requestBody !== undefined);
  expect(withBody.filter(({ requestBody }) => requestBody!.content['application/json'].example === undefined)).toEqual([]);
});

test('the page has the same content, no scripts, and no external resources', () => {
  const { headers, body } = apiPage(lookOf({ ...NO_APPEARANCE, name: 'Bits & Bats', colour: '#e10600' }));
  const html = String(body);
  for (const { operationId, summary } of operations) {
    expect(html).toContain(`id="${operationId}"`);
    expect(html).toContain(summary);
  }
  for (const type of Object.keys(document.webhooks)) expect(html).toContain(`<code>${type}</code>`);
  for (const name of Object.keys(document.components.schemas)) expect(html).toContain(`id="schema-${name}"`);
  for (const [, id] of html.matchAll(/href="#([^"]+)"/g)) expect(html).toContain(`id="${id}"`);
  // It was 840 kB when each schema was inlined wherever it was used.
  expect(html.length).toBeLessThan(300_000);
  expect(html).not.toMatch(/<script|<link|src=|href="https?:/);
  expect(html).toContain('<title>Bits &#38; Bats: the API</title>');
  expect(html).not.toContain('Laurels');
  expect(headers['content-security-policy']).toMatch(/default-src 'none'.*style-src 'sha256-/);
});

test('lists every possible problem and no impossible ones', () => {
  const problemsOf = (id: EndpointId) => Object.keys(operationOf(id).responses).filter((status) => Number(status) >= 400);
  const unread = ['400', '408', '431'];
  const always = [...unread, '429', '500', '503'];
  expect(problemsOf('livez')).toEqual(unread);
  expect(problemsOf('readyz')).toEqual([...unread, '503']);
  expect(problemsOf('boards')).toEqual(always.toSorted());
  expect(problemsOf('boardView')).toEqual([...always, '404'].toSorted());
  expect(problemsOf('rankings')).toEqual([...always, '404', '410'].toSorted());
  expect(problemsOf('absentPlayers')).toEqual([...always, '401', '403'].toSorted());
  expect(problemsOf('makeBoard')).toEqual([...always, '401', '403', '409', '413', '415', '507'].toSorted());
  expect(problemsOf('submitPoints')).toEqual([...always, '401', '403', '404', '409', '413', '415', '422', '507'].toSorted());
});
