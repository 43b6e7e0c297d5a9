import { expect, test } from 'vitest';

import { type EndpointId, ENDPOINTS } from '../../../contract/api.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { NO_APPEARANCE } from '../../../contract/operation/appearance.ts';
import { TEST_EVENT, WEBHOOK_EVENT_TYPES } from '../../../contract/operation/webhook-answers.ts';
import { lookOf } from '../../appearance/site-look.ts';
import { apiPage } from './api-page.ts';
import { openApiDocument } from './openapi.ts';
import { parseEvent } from '../../boards/points-intake.ts';

const document = openApiDocument();
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));

const operationOf = (id: EndpointId) => operations.find(({ operationId }) => operationId === id)!;

test('every endpoint is described, and nothing else', () => {
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const there = Object.values(ENDPOINTS).map(({ method, path }) => `${method} ${path}`);
  expect(described.toSorted()).toEqual(there.toSorted());
});

test('says who may do what', () => {
  const roles = Object.entries<Endpoint>(ENDPOINTS).map(([id, { role }]) => [id, role]);
  expect(Object.fromEntries(operations.map((operation) => [operation.operationId, operation['x-role']]))).toEqual(
    Object.fromEntries(roles),
  );
  for (const { security, ...operation } of operations) {
    const role = operation['x-role'];
    expect(security).toEqual(role === 'none' ? [] : role === 'read' ? [{}, { key: ['read'] }] : [{ key: [role] }]);
  }
});

test('describes the event as it must be sent', () => {
  const body = operationOf('submitPoints').requestBody!.content['application/json']!.schema as {
    anyOf: { properties: object; required: string[]; additionalProperties: boolean }[];
  };
  expect(Object.keys(body.anyOf[0]!.properties)).toEqual(['id', 'username', 'points', 'at', 'activity', 'displayName', 'avatar']);
  expect(body.anyOf[0]).toMatchObject({
    required: ['id', 'username', 'points'],
    additionalProperties: false,
    properties: { points: { type: 'integer' } },
  });
});

test('gives an example of an event that can be sent as it is', () => {
  const { example } = operationOf('submitPoints').requestBody!.content['application/json']!;
  expect(parseEvent(example, Date.parse('2026-12-16T12:00:00Z'))).toMatchObject({ username: 'ada', points: 120 });
});

test('says what a hidden player is told of their points', () => {
  for (const id of ['submitPoints', 'setPlayerVisibility'] as const)
    expect(operationOf(id).description).toContain('the ranks they would have');
});

test('names the variables of a path and the parameters of a query', () => {
  const { parameters } = operationOf('rankings');
  expect(parameters.map(({ name, in: where, required }) => [name, where, required])).toEqual([
    ['board', 'path', true],
    ...['period', 'at', 'limit', 'cursor', 'around', 'q'].map((name) => [name, 'query', false]),
  ]);
});

test('every reference leads somewhere and every answer has a description', () => {
  const text = JSON.stringify(document);
  for (const [, path] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
    expect(path!.split('/').reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], document)).toBeTypeOf('object');
  }
  for (const { responses } of operations)
    for (const { description } of Object.values(responses)) expect(String(description).length).toBeGreaterThan(3);
});

test('every message that a webhook can be sent is described, with its headers and what an answer means', () => {
  expect(document.openapi).toBe('3.1.0');
  expect(Object.keys(document.webhooks)).toEqual([...WEBHOOK_EVENT_TYPES, TEST_EVENT]);
  for (const [type, { post }] of Object.entries(document.webhooks)) {
    const { properties } = post.requestBody.content['application/json'].schema as { properties: { type: { const: string } } };
    expect(properties.type.const).toBe(type);
    expect(post.parameters.map(({ name }) => name)).toEqual(['webhook-id', 'webhook-timestamp', 'webhook-signature']);
    expect(Object.keys(post.responses)).toEqual(['410', '2XX', 'default']);
  }
});

test('every body has an example to copy', () => {
  const withBody = operations.filter(({ requestBody }) => requestBody !== undefined);
  expect(withBody.filter(({ requestBody }) => requestBody!.content['application/json']!.example === undefined)).toEqual([]);
});

test('the page says the same, runs no script and fetches nothing from elsewhere', () => {
  const { headers, body } = apiPage(lookOf({ ...NO_APPEARANCE, name: 'Bits & Bats', colour: '#e10600' }));
  const html = String(body);
  for (const { operationId, summary } of operations) {
    expect(html).toContain(`id="${operationId}"`);
    expect(html).toContain(summary);
  }
  for (const type of Object.keys(document.webhooks)) expect(html).toContain(`<code>${type}</code>`);
  expect(html).not.toMatch(/<script|<link|src=|href="https?:/);
  expect(html).toContain('<title>Bits &#38; Bats: the API</title>');
  expect(html).not.toContain('Laurels');
  expect(headers['content-security-policy']).toMatch(/default-src 'none'.*style-src 'sha256-/);
});

test('tells of every problem that can come, and of none that cannot', () => {
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
