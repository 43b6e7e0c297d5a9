// The contents of a server's log, and data that it must never contain.
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { ENDPOINT_IDS, ENDPOINTS } from '../src/contract/api.ts';
import { targetOf } from '../src/contract/endpoint.ts';
import { Problem } from '../src/server/http/problem.ts';
import { type OpenLog, openLog } from '../src/server/watching/open-log.ts';
import { startTrialServer, TRIAL_NOW, type TrialServer, trialClock } from './live/trial-server.ts';

interface RequestLine {
  readonly message: string;
  readonly request: string;
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly durationMs: number;
}

const NAME = 'Zephyrine-Quill';
const BROKEN = '/players/broken';

let folder: string;
let descriptor: number;
let log: OpenLog;
let server: TrialServer;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'laurels-log-'));
  descriptor = openSync(join(folder, 'log'), 'a');
  log = openLog({}, descriptor, false, () => TRIAL_NOW);
  server = await startTrialServer(
    {},
    {
      pages: () => async (request) => {
        if (request.target === BROKEN) throw new TypeError('a table is missing');
        throw new Problem('not-found', 'There are no pages here.');
      },
      onAnswered: log.answered,
      log: log.tell,
    },
  );
});
afterEach(async () => {
  await server.discard();
  // Later writes would go into another file that has reused the descriptor.
  log.flush();
  closeSync(descriptor);
  rmSync(folder, { recursive: true });
});

const readLog = () => readFileSync(join(folder, 'log'), 'utf8');

/** The log so far. A line whose write was in progress may appear twice. */
function written(): string {
  log.flush();
  return readLog();
}

const linesOf = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as RequestLine);

test('each request has one line with route, status and duration, and a unique id', async () => {
  await server.post({ id: 'e-1', username: NAME, points: 5 });
  await fetch(`${server.url}/api/v1/players/${NAME}`);
  await fetch(`${server.url}/api/v1/nowhere/${NAME}`);
  await fetch(`${server.url}/players/${NAME}`);
  await fetch(`${server.url}/livez`);
  const requests = () => (readLog() === '' ? [] : linesOf(readLog())).filter(({ message }) => message === 'request');
  await expect
    .poll(() => requests().map(({ method, route, status }) => `${method} ${route} ${status}`))
    .toEqual([`POST ${ENDPOINTS.submitPoints.path} 201`, 'GET /api/v1/players/{username} 200', 'GET unknown 404', 'GET page 404']);
  const lines = requests();
  expect(new Set(lines.map(({ request }) => request)).size).toBe(lines.length);
  for (const { durationMs } of lines) expect(durationMs).toBeGreaterThan(0);
});

test('every endpoint has the name it has in the table', async () => {
  for (const id of ENDPOINT_IDS) {
    const { method, path } = ENDPOINTS[id];
    const answer = await fetch(server.url + path.replaceAll(/\{\w+\}/g, 'x-1'), { method, signal: AbortSignal.timeout(10_000) });
    await answer.body?.cancel();
  }
  const quiet = new Set(['/livez', '/readyz']);
  // Other threads report their requests a moment later.
  await expect
    .poll(() => {
      const told = new Set(linesOf(written()).map(({ method, route }) => `${method} ${route}`));
      return ENDPOINT_IDS.filter((id) => !quiet.has(ENDPOINTS[id].path) && !told.has(`${ENDPOINTS[id].method} ${ENDPOINTS[id].path}`));
    })
    .toEqual([]);
});

test('it contains no key, body, query or player name', async () => {
  await server.post({ id: 'secret-event-id', username: NAME, displayName: 'Secret Display', points: 4_242_424 });
  await server.post({ id: 'secret-event-id', username: NAME, points: -1 });
  await fetch(`${server.url}/api/v1/players/${NAME}?secret=query`, {
    headers: { authorization: `Bearer ${server.keys.owner}`, cookie: 'secret-cookie' },
  });
  await fetch(`${server.url}/players/${NAME}?secret=query`, { headers: { accept: 'text/html' } });
  await fetch(server.url + targetOf(ENDPOINTS.submitPoints, {}), {
    method: 'POST',
    headers: { authorization: 'Bearer wrong-key-of-somebody' },
    body: '{',
  });
  const text = written();
  expect(text.split('\n').length).toBeGreaterThan(5);
  for (const secret of [NAME, 'ecret', '4242424', 'wrong-key', 'query', ...Object.values(server.keys)]) expect(text).not.toContain(secret);
});

test('a server error is logged with its cause, and its answer identifies the line', async () => {
  const answer = await fetch(server.url + BROKEN);
  const id = answer.headers.get('x-request-id');
  expect([answer.status, await answer.text()]).toEqual([500, expect.not.stringContaining('table')]);
  const lines = () => linesOf(written()).filter(({ request }) => request === id) as object[];
  await expect
    .poll(lines)
    .toEqual([
      expect.objectContaining({ level: 'error', message: expect.stringContaining('GET page: TypeError: a table is missing') as string }),
      expect.objectContaining({ level: 'warn', message: 'request', route: 'page', status: 500 }),
    ]);
});

test('an operator’s action is logged with the name of their key', async () => {
  const target = server.url + targetOf(ENDPOINTS.replaceCatalogue, {});
  const init = { method: 'PUT', headers: { authorization: `Bearer ${server.keys.owner}`, 'content-type': 'application/json' } };
  expect((await fetch(target, { ...init, body: '{}' })).status).toBe(200);
  expect((await fetch(target, { ...init, body: '{"wrong":1}' })).status).toBe(400);
  const acts = linesOf(written()).filter((line) => 'act' in line);
  expect(acts).toEqual([expect.objectContaining({ level: 'info', act: 'replaceCatalogue', by: 'owner' })]);
});

test('the request id comes from the proxy, if it sets one', async () => {
  const behind = await startTrialServer(
    { LAURELS_TRUSTED_PROXIES: '1' },
    {
      pages: () => async () => {
        throw new TypeError('broken');
      },
      onAnswered: log.answered,
      log: log.tell,
    },
    trialClock,
  );
  const idOf = async (url: string, given: string) =>
    (await fetch(url + BROKEN, { headers: { 'x-request-id': given } })).headers.get('x-request-id');
  try {
    expect(await idOf(behind.url, 'proxy-7')).toBe('proxy-7');
    expect(await idOf(behind.url, 'quote"brace}')).toMatch(/^[0-9a-f]{10}-\w+$/);
    expect(await idOf(server.url, 'proxy-7')).not.toBe('proxy-7');
  } finally {
    await behind.discard();
  }
});
