import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { Agent, get, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { type Addressed, targetOf } from '../../contract/endpoint.ts';
import { ENDPOINTS } from '../../contract/api.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import type { ApiRankings } from '../../contract/game-answers.ts';
import { parseLiveSettings } from '../../server/operation/live-settings.ts';
import { Problem } from '../../server/http/problem.ts';
import { runningServer } from '../../server/operation/running-server.ts';
import { securityHeaders } from '../../server/http/security-headers.ts';
import { StorageFailure } from '../../server/store/points-store.ts';
import { openSqliteStore } from '../../server/store/sqlite/sqlite-store.ts';
import { type LiveParts, type LiveServer, startLive } from './start-live.ts';
import { saveDocument } from '../../server/store/store-under-test.suite.ts';

const KEY = 'a-key-of-twenty-two-or-more';
const HEADERS = securityHeaders({ scriptHashes: [], styleHashes: [] });

const clock = () => Date.parse('2026-11-18T12:00:00Z');

let folder: string;
let server: LiveServer | undefined;
let logged: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'laurels-live-'));
  logged = [];
});

afterEach(async () => {
  await server?.stop();
  server = undefined;
  rmSync(folder, { recursive: true });
});

async function noPages(): Promise<never> {
  throw new Problem('not-found', 'There are no pages here.');
}

async function start(env: Record<string, string> = {}, pages: LiveParts['pages'] = () => noPages) {
  const settings = parseLiveSettings({ PORT: '0', LAURELS_DATA: folder, LAURELS_API_KEY: KEY, LAURELS_RATE_LIMIT: 'off', ...env });
  server = await startLive({ settings, pages, headers: HEADERS, clock, steady: clock, log: (text) => logged.push(text) });
  return server;
}

async function restart(env: Record<string, string> = {}) {
  await server?.stop();
  return start(env);
}

const POINTS = targetOf(ENDPOINTS.submitPoints, {});
const EVENTS = targetOf(ENDPOINTS.changes, { board: 'main' });

function post(event: object, key = KEY) {
  return fetch(server!.url + POINTS, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(event),
  });
}

async function rankings(query: Addressed<typeof ENDPOINTS.rankings>['query'] = {}) {
  return (await (await fetch(server!.url + targetOf(ENDPOINTS.rankings, { board: 'main', query }))).json()) as ApiRankings;
}

/** Sends bytes, and returns the response until the server closes the connection. */
async function raw(bytes: string): Promise<string> {
  const socket = connect(Number(new URL(server!.url).port), '127.0.0.1');
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  socket.on('error', () => {});
  socket.end(bytes);
  await once(socket, 'close');
  return text;
}

test('starts with an empty folder, and ranks a posted event', async () => {
  await start();
  expect((await post({ id: 'a', username: 'ada', points: 5 })).status).toBe(201);
  expect(await rankings()).toMatchObject({ total: 1, standings: [{ rank: 1, points: 5, player: { username: 'ada' } }] });
  for (const path of ['/livez', '/readyz']) expect((await fetch(server!.url + path)).status).toBe(200);
});

test('acknowledged points survive a restart, and a repeated event gets the same answer', async () => {
  await start({ LAURELS_TIME_ZONE: 'Asia/Kathmandu', LAURELS_WEEK_START: 'sunday' });
  const answer = await (await post({ id: 'a', username: 'ada', points: 5 })).text();
  // The board keeps its original calendar.
  await restart({ LAURELS_TIME_ZONE: 'UTC' });
  const again = await post({ id: 'a', username: 'ada', points: 5 });
  expect([again.status, await again.text()]).toEqual([200, answer]);
  expect((await rankings()).period.start).toMatch(/T18:15:00\.000Z$/);
});

test('names a database with damaged pages, with advice', async () => {
  await start();
  const players = Array.from({ length: 1000 }, (_, i) => ({ id: String(i), username: `player-${i}`, points: 1 }));
  expect((await post({ events: players })).status).toBe(200);
  await server!.stop();
  server = undefined;
  const file = join(folder, 'laurels.db');
  const bytes = readFileSync(file);
  // In the middle: the first and last row of each table remain readable.
  for (let page = 0; page < bytes.length; page += 4096)
    if (bytes.subarray(page, page + 4096).includes('player-500')) bytes.fill(0xff, page, page + 4096);
  writeFileSync(file, bytes);
  await expect(start()).rejects.toThrow(
    /cannot be used: its database laurels\.db is damaged\. Move the folder away and restore a backup with "laurels restore FILE"\. \(.*malformed\)$/,
  );
});

describe('the first key', () => {
  test('is created, shown once, and works', async () => {
    const { firstKey } = await start({ LAURELS_API_KEY: '' });
    expect((await post({ id: 'a', username: 'ada', points: 5 }, firstKey)).status).toBe(201);
    await restart({ LAURELS_API_KEY: '' });
    expect(server!.firstKey).toBeUndefined();
    expect((await post({ id: 'b', username: 'ada', points: 5 }, firstKey)).status).toBe(201);
  });

  test('is created with a warning if previous keys are gone', async () => {
    await start({ LAURELS_API_KEY: '' });
    const isWarned = () => logged.some((text) => text.startsWith('The API keys are missing'));
    await restart({ LAURELS_API_KEY: '' });
    expect(isWarned()).toBe(false);
    await server!.stop();
    rmSync(join(folder, 'keys.json'));
    await start({ LAURELS_API_KEY: '' });
    expect([isWarned(), server!.firstKey]).toEqual([true, expect.stringMatching(/^lk_/)]);
  });

  test('from the environment replaces the previous one from there', async () => {
    await start();
    expect(server!.firstKey).toBeUndefined();
    await restart({ LAURELS_API_KEY: `another-${KEY}` });
    expect((await post({ id: 'a', username: 'ada', points: 5 })).status).toBe(401);
    expect((await post({ id: 'a', username: 'ada', points: 5 }, `another-${KEY}`)).status).toBe(201);
    await restart();
    expect(logged.join('')).toContain('LAURELS_API_KEY was revoked');
    expect((await post({ id: 'b', username: 'ada', points: 5 })).status).toBe(401);
  });
});

test('answers 503 with Retry-After if a page cannot reach the database, without details', async () => {
  await start({}, () => async () => {
    throw new StorageFailure('Cannot reach 192.0.2.7', 'failed');
  });
  for (const [accept, type] of [
    ['text/html', 'text/html; charset=utf-8'],
    ['image/png', 'application/problem+json'],
  ] as const) {
    const answer = await fetch(`${server!.url}/hall-of-fame`, { headers: { accept } });
    expect([answer.status, answer.headers.get('retry-after'), answer.headers.get('content-type')]).toEqual([503, '1', type]);
    expect(await answer.text()).not.toContain('192.0.2.7');
  }
  expect(logged.filter((line) => line.includes('192.0.2.7'))).toHaveLength(1);
});

test('programs of the same user find the server and have full access; the file is removed when it stops', async () => {
  await start({ LAURELS_RATE_LIMIT: '2' });
  const found = runningServer(folder)!;
  expect(found).toMatchObject({ pid: process.pid, url: server!.url });
  expect(statSync(join(folder, 'server.json')).mode & 0o777).toBe(0o600);
  for (let i = 0; i < 5; i += 1) expect((await post({ id: `a${i}`, username: 'ada', points: 5 }, found.token)).status).toBe(201);
  await restart();
  expect((await post({ id: 'b', username: 'ada', points: 5 }, found.token)).status).toBe(401);
  await server!.stop();
  server = undefined;
  expect(runningServer(folder)).toBeUndefined();
});

test('commands on a copy of the folder do not reach the server', async () => {
  await start();
  const copy = `${folder}-copy`;
  cpSync(folder, copy, { recursive: true });
  expect(runningServer(copy)).toBeUndefined();
  // As if a restored folder replaced the original.
  renameSync(folder, `${folder}-away`);
  renameSync(copy, folder);
  const { token } = JSON.parse(readFileSync(join(folder, 'server.json'), 'utf8')) as { readonly token: string };
  expect(runningServer(folder)).toBeUndefined();
  expect((await post({ id: 'a', username: 'ada', points: 5 }, token)).status).toBe(401);
  rmSync(folder, { recursive: true });
  renameSync(`${folder}-away`, folder);
  expect(runningServer(folder)).toBeDefined();
});

test('a second server on the same data is refused with the first one named, and writes nothing', async () => {
  await start();
  const before = readFileSync(join(folder, 'server.json'), 'utf8');
  const settings = parseLiveSettings({ PORT: '0', LAURELS_DATA: folder });
  await expect(startLive({ settings, pages: () => noPages, headers: [], clock, steady: clock, log: () => {} })).rejects.toThrow(
    `in use by process ${process.pid}`,
  );
  expect(readFileSync(join(folder, 'server.json'), 'utf8')).toBe(before);
});

test('an unreadable catalogue prevents the start, with advice, and releases the data', async () => {
  const store = await openSqliteStore(folder);
  await saveDocument(store, 'catalogue', '{"seasons":[]}');
  await store.close();
  await expect(start()).rejects.toThrow('seasons is not a known field. It was not changed. Use the version of Laurels that wrote it');
  const again = await openSqliteStore(folder);
  expect(await again.document('catalogue')).toBe('{"seasons":[]}');
  await again.close();
});

test('a port in use is reported, and the data is released', async () => {
  await start();
  const { port } = new URL(server!.url);
  const other = mkdtempSync(join(tmpdir(), 'laurels-live-'));
  const settings = parseLiveSettings({ PORT: port, LAURELS_DATA: other });
  const parts = { pages: () => noPages, headers: [], clock, steady: clock, log: () => {} };
  await expect(startLive({ ...parts, settings })).rejects.toThrow(`Port ${port} is already in use`);
  const second = await startLive({ ...parts, settings: { ...settings, port: 0 } });
  await second.stop();
  rmSync(other, { recursive: true });
});

test('a failed page is answered as HTML to a browser and as JSON to a program, without details', async () => {
  await start({}, () => async () => {
    throw new Error('no such table: secret');
  });
  const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
  const page = await fetch(`${server!.url}/leaderboard`, { headers: { accept } });
  expect(page.status).toBe(500);
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  const html = await page.text();
  expect(html).toContain('<h1>Something went wrong</h1>');
  expect(html).not.toContain('secret');
  const program = await fetch(`${server!.url}/leaderboard`);
  expect([program.status, program.headers.get('content-type')]).toEqual([500, 'application/problem+json']);
  // The API always answers in JSON.
  const api = await fetch(server!.url + targetOf(ENDPOINTS.boardView, { board: 'nowhere' }), { headers: { accept } });
  expect([api.status, api.headers.get('content-type')]).toEqual([404, 'application/problem+json']);
  expect(logged.filter((line) => line.includes('no such table: secret'))).toHaveLength(2);
  logged.length = 0;
});

describe('any request', () => {
  test('every response has the default headers, and every error is a problem document', async () => {
    await start();
    const asked: [method: string, path: string][] = [
      ...Object.values<Endpoint>(ENDPOINTS).map(({ method, path }): [string, string] => [
        method,
        path.replace('{board}', 'none').replace('{username}', 'x'),
      ]),
      ['GET', '/api'],
      ['GET', '/api/none'],
      ['DELETE', '/api/v1/points'],
      ['OPTIONS', '/api/v1/points'],
      ['GET', '/nowhere'],
      ['GET', '/api/v1/boards/%ff/rankings'],
    ];
    for (const [method, path] of asked) {
      const response = await fetch(server!.url + path, { method });
      for (const [name] of HEADERS) expect(response.headers.get(name)).not.toBeNull();
      expect(response.status).toBeLessThan(500);
      if (response.status >= 400) expect(response.headers.get('content-type')).toBe('application/problem+json');
      // Change streams do not end.
      await response.body?.cancel();
    }
    expect((await fetch(`${server!.url}/api`)).headers.get('content-type')).toContain('text/html');
  });

  test.each([
    ['nonsense\r\n\r\n', 400],
    ['TRACE / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 404],
    ['GET http://elsewhere/livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 200],
    ['GET //elsewhere/livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 404],
    ['OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 404],
    ['GET /livez HTTP/1.1\r\nHost: bad host\r\nConnection: close\r\n\r\n', 400],
    ['GET /livez HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\nConnection: close\r\n\r\n', 417],
    [`GET /livez HTTP/1.1\r\nHost: x\r\nCookie: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['POST /api/v1/points HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{', 401],
    [
      `POST /api/v1/points HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${KEY}\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\nzz\r\n`,
      400,
    ],
  ])('%j gets status %i', async (bytes, status) => {
    // One thread: a half-closed client receives only what is answered at once.
    await start({ LAURELS_THREADS: '1' });
    const text = await raw(bytes);
    expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(text).toMatch(/content-security-policy: /i);
    if (status >= 400) expect(text).toContain('application/problem+json');
    expect((await fetch(`${server!.url}/livez`)).status).toBe(200);
  });

  test('a body of ten megabytes is refused, and the client receives the answer', async () => {
    await start();
    const body = Buffer.alloc(10_000_000, 32);
    const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' };
    const response = await fetch(server!.url + POINTS, { method: 'POST', headers, body });
    expect([response.status, response.headers.get('content-type')]).toEqual([413, 'application/problem+json']);
    const stream = new Blob([body]).stream();
    const chunked = await fetch(server!.url + POINTS, { method: 'POST', headers, body: stream, duplex: 'half' } as RequestInit);
    expect([chunked.status, chunked.headers.get('content-type')]).toEqual([413, 'application/problem+json']);
  });

  test('a rendered page is sent, and a failure is answered without details', async () => {
    await start({}, () => async ({ target }) => {
      if (target === '/broken') throw new Error('secret detail');
      return { status: 200, headers: { 'content-type': 'text/html' }, body: '<h1>Here</h1>' };
    });
    const page = await fetch(server!.url);
    expect([await page.text(), page.headers.get('content-type')]).toEqual(['<h1>Here</h1>', 'text/html']);
    const broken = await fetch(`${server!.url}/broken`);
    expect([broken.status, (await broken.text()).includes('secret')]).toEqual([500, false]);
    expect(logged.join('')).toContain('secret detail');
  });
});

describe('change streams', () => {
  async function listen(path = EVENTS, headers: Record<string, string> = {}) {
    const asking = get(`${server!.url}${path}`, { headers, agent: false });
    const [response] = (await once(asking, 'response')) as [IncomingMessage];
    const heard = { response, text: '' };
    response.setEncoding('utf8').on('data', (chunk: string) => {
      heard.text += chunk;
    });
    response.on('error', () => {});
    return heard;
  }

  test('report a posted event', async () => {
    await start();
    const heard = await listen();
    await post({ id: 'a', username: 'ada', points: 5 });
    while (!heard.text.includes('event: change')) await once(heard.response, 'data');
    expect(heard.response.headers['content-security-policy']).toBeDefined();
    heard.response.destroy();
  });

  test('report a changed catalogue, because its prizes are on the board', async () => {
    await start();
    const heard = await listen();
    while (!heard.text.includes('id: ')) await once(heard.response, 'data');
    const put = await fetch(server!.url + targetOf(ENDPOINTS.replaceCatalogue, {}), {
      method: 'PUT',
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
      body: '{"prizes":[{"from":1,"prize":"500 coins"}]}',
    });
    expect(put.status).toBe(200);
    while (!heard.text.includes('event: change')) await once(heard.response, 'data');
    heard.response.destroy();
  });

  test('report a change to every client that reconnects after a restart', async () => {
    await start();
    const heard = await listen();
    while (!heard.text.includes('id: ')) await once(heard.response, 'data');
    const id = /id: (.+)/.exec(heard.text)![1]!;
    heard.response.destroy();
    await restart();
    await post({ id: 'meanwhile', username: 'ada', points: 1 });
    await restart();
    const again = await listen(undefined, { 'last-event-id': id });
    while (!again.text.includes('event: change')) await once(again.response, 'data');
    expect(again.text).not.toContain(id);
    again.response.destroy();
  });

  test.each(['/api/v1/boards/%6dain/events', '/api/v1/boards/main/events?', '/api/v1/boards/main/events?%73ince=x-1'])(
    'are also at %s, and count as a read',
    async (path) => {
      await start({ LAURELS_RATE_LIMIT: '5' });
      const { response } = await listen(path);
      expect([response.statusCode, response.headers['ratelimit']]).toEqual([200, '"reads";r=4;t=60']);
      response.destroy();
    },
  );

  test('are a 404 for an unknown board', async () => {
    await start();
    const response = await fetch(server!.url + targetOf(ENDPOINTS.changes, { board: 'none' }));
    expect([response.status, response.headers.get('content-type')]).toEqual([404, 'application/problem+json']);
  });
});

test('a stopping server finishes running requests, and loses no acknowledged event', async () => {
  await start();
  const stream = get(server!.url + EVENTS, { agent: false });
  await once(stream, 'response');
  stream.on('error', () => {});
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const port = Number(new URL(server!.url).port);
  const acknowledged: string[] = [];

  async function one(id: string): Promise<boolean> {
    return new Promise((resolve) => {
      const asking = request(
        {
          port,
          host: '127.0.0.1',
          method: 'POST',
          path: POINTS,
          agent,
          headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
        },
        (response) => {
          if (response.statusCode === 201) acknowledged.push(id);
          response
            .resume()
            .on('end', () => resolve(true))
            .on('error', () => resolve(false));
        },
      );
      asking.on('error', () => resolve(false));
      asking.end(JSON.stringify({ id, username: `p${id.length}`, points: 1 }));
    });
  }

  const load = Array.from({ length: 16 }, async (_, client) => {
    for (let i = 0; await one(`${client}-${i}`); i += 1);
  });
  while (acknowledged.length < 100) await new Promise((resolve) => setTimeout(resolve, 20));
  await server!.stop();
  await Promise.all(load);
  agent.destroy();
  await start();
  const counted = (await rankings({ period: 'all-time', limit: 100 })).standings.reduce((sum, { points }) => sum + points, 0);
  // Every recorded event was also acknowledged: no running request was cut off.
  expect(counted).toBe(acknowledged.length);
});
