// Several processes on one PostgreSQL database, and an operator's commands run beside them.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { run } from '../src/cli/run.ts';
import { ENDPOINTS } from '../src/contract/api.ts';
import { targetOf } from '../src/contract/endpoint.ts';
import { type LiveServer, startLive } from '../src/main/serve/start-live.ts';
import { createApiClient } from '../src/remote/api-client.ts';
import { CONSOLE } from '../src/server/api/trial-api.suite.ts';
import { SoftAuthenticator } from '../src/server/operators/soft-authenticator.suite.ts';
import { parseLiveSettings } from '../src/server/operation/live-settings.ts';
import { freshDatabase, type FreshDatabase } from './fresh-database.ts';

let database: FreshDatabase;
let folder: string;
let servers: LiveServer[];
let logged: string[];

beforeEach(() => {
  database = freshDatabase();
  folder = mkdtempSync(join(tmpdir(), 'laurels-processes-'));
  servers = [];
  logged = [];
});

afterEach(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  database.drop();
  rmSync(folder, { recursive: true });
});

const setting = async () => ({ LAURELS_DATABASE: await database.url() });

async function start(env: Record<string, string> = {}): Promise<LiveServer> {
  const server = await startLive({
    settings: parseLiveSettings({ PORT: '0', LAURELS_RATE_LIMIT: 'off', ...(await setting()), ...env }),
    pages: () => () => Promise.reject(new Error('no pages are asked for')),
    headers: [],
    clock: Date.now,
    steady: Date.now,
    log: (text) => logged.push(text),
  });
  servers.push(server);
  return server;
}

/** Runs an operator's command. */
async function laurels(...args: string[]) {
  let out = '';
  let err = '';
  const code = await run(args, {
    stdout: { write: (text) => (out += text) },
    stderr: { write: (text) => (err += text) },
    env: await setting(),
    cwd: folder,
    clock: Date.now,
  });
  return { code, out, err };
}

async function post({ url }: LiveServer, id: string, key: string): Promise<number> {
  const response = await fetch(url + targetOf(ENDPOINTS.submitPoints, {}), {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ id, username: 'ada', points: 1 }),
  });
  return response.status;
}

test('when several processes start at once, one creates the first key, which works in all', async () => {
  const [one, other] = await Promise.all([start(), start()]);
  const [firstKey, ...more] = [one, other].map((server) => server.firstKey).filter((key) => key !== undefined);
  expect(more).toEqual([]);
  // The other process follows.
  for (const server of [one, other]) await vi.waitUntil(async () => (await post(server, server.url, firstKey!)) === 201, 300_000);
  expect(logged.filter((text) => text.startsWith('Set up the empty database'))).toHaveLength(1);
  expect(logged.join()).not.toContain(new URL(await database.url()).password || 'no password');
});

test('a key created on the command line works in all processes at once, and a revoked one in none', async () => {
  const both = [await start(), await start()];
  const { out, code } = await laurels('keys', 'add', 'game');
  expect(code).toBe(0);
  const key = out.trim();
  for (const [i, server] of both.entries()) await vi.waitUntil(async () => (await post(server, `a${i}`, key)) === 201, 300_000);
  expect((await laurels('keys', 'revoke', 'game')).code).toBe(0);
  for (const [i, server] of both.entries()) await vi.waitUntil(async () => (await post(server, `b${i}`, key)) === 401, 300_000);
  await Promise.all(servers.splice(0).map((server) => server.stop()));
  expect((await laurels('keys', 'list')).out).toMatch(/^game +write +created .*, last used .*, revoked/m);
  expect(await laurels('keys', 'revoke', 'game')).toMatchObject({
    code: 1,
    err: expect.stringContaining('There is no active key named "game".') as string,
  });
});

test('every command works while processes run, and they follow its changes', async () => {
  const [one, other] = [await start(), await start()];
  writeFileSync(join(folder, 'points.csv'), 'id,at,username,points\na,2020-01-01T00:00:00Z,ada,5\nb,2020-01-02T00:00:00Z,bob,7\n');
  expect(await laurels('import', 'points.csv')).toMatchObject({
    code: 0,
    out: expect.stringContaining('directly in postgres://') as string,
  });
  expect((await laurels('boards', 'add', 'cup', '--title', 'Cup')).code).toBe(0);
  expect((await laurels('players', 'hide', 'bob')).code).toBe(0);
  expect((await laurels('events', 'void', 'a', '--reason', 'a mistake')).code).toBe(0);
  expect((await laurels('events', 'restore', 'a', '--reason', 'it was none')).code).toBe(0);
  expect((await laurels('imports', 'list')).out).toBe('No imports are running.\n');
  expect((await laurels('catalogue', 'show')).code).toBe(0);
  expect((await laurels('rebuild')).out).toContain('no differences');
  for (const { url } of [one, other]) {
    const call = createApiClient(ENDPOINTS, { origin: url });
    await vi.waitUntil(async () => {
      const { standings } = await call('rankings', { board: 'main', query: { period: 'all-time' } });
      return standings.length === 1 && standings[0]!.points === 5;
    }, 300_000);
    expect((await call('boards')).boards.map(({ name }) => name)).toEqual(['main', 'cup']);
  }
  // With a database, nothing is stored in a folder.
  expect(readdirSync(folder)).toEqual(['points.csv']);
});

test('commands that need data report an empty database, and create nothing', async () => {
  expect(await laurels('boards', 'list')).toMatchObject({ code: 1, err: expect.stringContaining('The database is empty') as string });
  expect((await laurels('rebuild')).err).toContain('The database is empty');
  expect((await laurels('keys', 'list')).err).toContain('The database is empty');
  expect((await laurels('keys', 'add', 'game')).code).toBe(0);
  expect((await laurels('keys', 'list')).out).toMatch(/^game/);
});

test('a restored database has a different history, in which earlier positions mean nothing', async () => {
  const position = async ({ url }: LiveServer) =>
    (await fetch(url + targetOf(ENDPOINTS.rankings, { board: 'main' }))).headers.get('laurels-position')!;
  const before = await start();
  const seen = await position(before);
  expect(await laurels('restored')).toMatchObject({ code: 1, err: expect.stringContaining('Stop them and try again') as string });
  expect(await position(before)).toBe(seen);
  await Promise.all(servers.splice(0).map((server) => server.stop()));
  expect((await laurels('restored')).code).toBe(0);
  const after = await start();
  const [history, number] = (await position(after)).split('-');
  expect([history === seen.split('-')[0], number]).toEqual([false, seen.split('-')[1]]);
});

test('sign-in and sign-out at one process apply to all', async () => {
  const LAURELS_URL = 'http://localhost:3000';
  const [one, other] = [await start({ LAURELS_URL }), await start({ LAURELS_URL })];
  const authenticator = new SoftAuthenticator(LAURELS_URL);
  const ask = async (
    { url }: LiveServer,
    id: 'session' | 'signOut' | 'beginSignIn' | 'signIn' | 'beginJoining' | 'join',
    body?: object,
    token = '',
  ) => {
    const answer = await fetch(url + targetOf(ENDPOINTS[id], {}), {
      method: ENDPOINTS[id].method,
      headers: { ...CONSOLE, 'content-type': 'application/json', cookie: `laurels-position-none-0=1; __Host-laurels-console=${token}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const cookies = answer.headers.getSetCookie();
    const cookie = cookies.find((each) => each.startsWith('__Host-')) ?? '';
    const { person, options } = (await answer.json()) as { person?: { name: string } | null; options?: { challenge: string } };
    return { status: answer.status, name: person?.name, options: options!, token: /=([\w-]+);/.exec(cookie)?.[1] ?? '', cookies };
  };
  const { out } = await laurels('operators', 'invite', '--role', 'owner');
  const invitation = out.split('#')[1]!.trim();
  // One process creates the challenge, another checks the answer.
  const begun = await ask(one, 'beginJoining', { token: invitation });
  const joined = await ask(other, 'join', { token: invitation, name: 'Ada', credential: authenticator.create(begun.options) });
  expect([joined.status, joined.name, (await ask(one, 'session', undefined, joined.token)).name]).toEqual([201, 'Ada', 'Ada']);
  // The position cookies come with the session cookie.
  expect(joined.cookies.map((cookie) => cookie.split(/[-=]/)[0])).toEqual(['laurels', 'laurels', '__Host']);
  const credential = authenticator.get((await ask(one, 'beginSignIn')).options);
  const both = await Promise.all([one, other].map((server) => ask(server, 'signIn', { credential })));
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 403]);
  const { token } = both.find(({ status }) => status === 201)!;
  await ask(other, 'signOut', undefined, token);
  expect((await ask(one, 'session', undefined, token)).name).toBe(undefined);
  // A restored database has no sessions.
  await Promise.all(servers.splice(0).map((server) => server.stop()));
  expect((await laurels('restored')).code).toBe(0);
  expect((await ask(await start({ LAURELS_URL }), 'session', undefined, joined.token)).name).toBe(undefined);
  expect((await laurels('operators', 'list')).out).toContain('"Ada": 1 passkey');
});

test('a rate limit applies to all processes together', async () => {
  const key = 'a-key-of-twenty-two-or-more';
  const env = { LAURELS_RATE_LIMIT: '80', LAURELS_API_KEY: key };
  const all = [await start(env), await start(env)];
  let passed = 0;
  for (let i = 0; i < 200; i += 1) if ((await post(all[i % 2]!, `a${i}`, key)) === 201) passed += 1;
  // 2 x 80 / 40 = 4 requests that the other process may not know of, in this window and the one before.
  expect(passed).toBeGreaterThanOrEqual(80);
  expect(passed).toBeLessThanOrEqual(88);
});
