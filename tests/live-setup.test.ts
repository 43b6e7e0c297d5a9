// The setup of a new site over real sockets: one claim succeeds, and no guess, replay or forgery does.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { ENDPOINTS } from '../src/contract/api.ts';
import { SoftAuthenticator, type SoftCredential } from '../src/server/operators/soft-authenticator.suite.ts';
import { Problem } from '../src/server/http/problem.ts';
import { newCode } from '../src/server/operators/token.ts';
import { startTrialServer, TRIAL_NOW, type TrialServer } from './live/trial-server.ts';

const GUESSES = 10_000;
const AT_ONCE = 100;
const CLAIMS = 100;
const HALF_AN_HOUR_MS = 1_800_000;

let server: TrialServer;
let aheadMs: number;
let agent: Agent;

interface Told {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: unknown;
}

/** Sends a request over a connection from 127.0.0.1, like the console in a browser at this address, unless `headers` say otherwise. */
function ask(method: string, target: string, body?: object, headers: Readonly<Record<string, string>> = {}): Promise<Told> {
  const text = body === undefined ? '' : JSON.stringify(body);
  const all = {
    host: `localhost:${server.port}`,
    'laurels-console': '1',
    'sec-fetch-site': 'same-origin',
    accept: target.startsWith('/api/') ? 'application/json' : 'text/html',
    ...(method === 'POST' && { origin: `http://localhost:${server.port}`, 'content-type': 'application/json' }),
    'content-length': `${Buffer.byteLength(text)}`,
    ...headers,
  };
  return new Promise((done, fail) => {
    const sent = request({ host: '127.0.0.1', port: server.port, method, path: target, agent, headers: all }, (response) => {
      let received = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (received += chunk));
      response.on('end', () => {
        const isJson = /json/.test(response.headers['content-type'] ?? '');
        done({ status: response.statusCode!, headers: response.headers, body: isJson ? JSON.parse(received) : received });
      });
    });
    sent.on('error', fail).end(text);
  });
}

const begin = (token: string, headers = {}) => ask('POST', ENDPOINTS.beginJoining.path, { token }, headers);
const codeHere = (headers = {}) => ask('POST', ENDPOINTS.setupCode.path, undefined, headers);
const setup = async (headers = {}) =>
  ((await ask('GET', ENDPOINTS.session.path, undefined, headers)).body as { readonly setup: object | null }).setup;

/** A passkey created with the options of a `begun` claim. */
function passkeyFor(begun: Told): SoftCredential {
  const { options } = begun.body as { readonly options: { readonly challenge: string; readonly user: { readonly id: string } } };
  return new SoftAuthenticator(server.url).create(options);
}

const joinWith = (token: string, credential: SoftCredential) =>
  ask('POST', ENDPOINTS.join.path, { token, name: 'Olga', credential }, { 'user-agent': 'a browser' });

async function started(env: Readonly<Record<string, string>>): Promise<void> {
  server = await startTrialServer(env, undefined, () => TRIAL_NOW + aheadMs);
}

const codeFile = () => join(server.folder, 'setup-code');

beforeEach(() => {
  aheadMs = 0;
  agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
});

afterEach(async () => {
  agent.destroy();
  await server.discard();
});

describe.each(['1', '2'])('with %s threads', (threads) => {
  test('of a hundred claims with the code exactly one succeeds, after which no one else can claim the site on any thread', async () => {
    await started({ LAURELS_THREADS: threads });
    expect(await setup()).toEqual({ isOpen: false, isNew: true, needsCode: false });
    expect((await ask('GET', '/')).status).toBe(404);
    const { code, link } = (await server.inviteFirst())!;
    expect(link).toBe(`${server.url}/console/setup#${code}`);
    expect(readFileSync(codeFile(), 'utf8')).toBe(`${code}\n`);
    expect(statSync(codeFile()).mode & 0o777).toBe(0o600);
    const home = await Promise.all(Array.from({ length: AT_ONCE }, () => ask('GET', '/?board=main')));
    for (const { status, headers } of home)
      expect([status, headers['location'], headers['cache-control']]).toEqual([303, '/console/setup', 'no-store']);
    // A health check is not a visitor.
    expect((await ask('GET', '/', undefined, { accept: '*/*' })).status).toBe(404);

    const typed = ` ${code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')}`;
    const begun = await Promise.all(Array.from({ length: CLAIMS }, () => begin(typed)));
    const credentials = begun.map(passkeyFor);
    const claims = await Promise.all(credentials.map((credential) => joinWith(code, credential)));
    const statuses = claims.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 403 || status === 429)).toHaveLength(CLAIMS - 1);

    // On any thread.
    const after = await Promise.all(Array.from({ length: AT_ONCE }, () => Promise.all([setup(), ask('GET', '/')])));
    for (const [state, { status }] of after) expect([state, status]).toEqual([null, 404]);
    expect(existsSync(codeFile())).toBe(false);
    expect([403, 429]).toContain((await begin(code)).status);
    expect([403, 429]).toContain((await joinWith(code, credentials[0]!)).status);
    expect([403, 429]).toContain((await codeHere()).status);
    expect(await server.inviteFirst()).toBe(undefined);
  });

  test('ten thousand guesses find nothing, and count as invalid keys', async () => {
    await started({ LAURELS_THREADS: threads });
    const { code } = (await server.inviteFirst())!;
    const found: number[] = [];
    let limited = 0;
    const guess = async () => {
      const { status } = await begin(newCode());
      if (status === 200) found.push(status);
      if (status === 429) limited += 1;
    };
    for (let i = 0; i < GUESSES; i += AT_ONCE) await Promise.all(Array.from({ length: AT_ONCE }, guess));
    expect(found).toEqual([]);
    expect(limited).toBeGreaterThan(GUESSES / 2);
    expect((await begin(code)).status).toBe(200);
  });

  test('only a browser on this machine at the server’s own address needs no code', async () => {
    await started({ LAURELS_THREADS: threads });
    const { code } = (await server.inviteFirst())!;
    const own = `localhost:${server.port}`;
    const forged: readonly Readonly<Record<string, string>>[] = [
      'forwarded',
      'x-forwarded-for',
      'x-forwarded-host',
      'x-forwarded-proto',
      'x-real-ip',
      'via',
      'cf-connecting-ip',
      'cf-ray',
      'true-client-ip',
      'x-client-ip',
      'x-cluster-client-ip',
      'x-original-for',
      'fastly-client-ip',
      'cdn-loop',
    ].map((name) => ({ [name]: '127.0.0.1' }));
    const others: readonly Readonly<Record<string, string>>[] = [
      { host: `play.example:${server.port}` },
      { host: `play.example:${server.port}`, origin: `http://play.example:${server.port}` },
      { host: `localhost:${server.port + 1}`, origin: `http://localhost:${server.port + 1}` },
      { host: 'localhost', origin: 'http://localhost' },
      { host: `127.0.0.1.nip.io:${server.port}`, origin: `http://127.0.0.1.nip.io:${server.port}` },
      { origin: 'https://evil.example' },
      { origin: `https://${own}` },
      { origin: 'null' },
      { origin: `http://127.0.0.1:${server.port}` },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
      { 'laurels-console': '0' },
    ];
    for (const headers of [...forged, ...others]) {
      expect([headers, [403, 429].includes((await codeHere(headers)).status)]).toEqual([headers, true]);
      if (!('laurels-console' in headers)) expect([headers, await setup(headers)]).toMatchObject([headers, { needsCode: true }]);
    }
    expect(await codeHere()).toMatchObject({ status: 200, body: { code }, headers: { 'cache-control': 'no-store' } });
    for (const host of ['127.0.0.1', '[::1]']) {
      const at = `${host}:${server.port}`;
      expect(await codeHere({ host: at, origin: `http://${at}` })).toMatchObject({ status: 200, body: { code } });
    }
  });
});

test.each([{ HOST: '0.0.0.0' }, { LAURELS_TRUSTED_PROXIES: '1' }, { LAURELS_URL: 'https://play.example' }])(
  'a server reachable by others requires the code: %o',
  async (env: Readonly<Record<string, string>>) => {
    await started(env);
    await server.inviteFirst();
    expect(await setup()).toMatchObject({ isOpen: true, needsCode: true });
    expect((await codeHere()).status).toBe(403);
  },
);

test('the code is valid for half an hour, and a new one replaces it', async () => {
  await started({});
  const first = (await server.inviteFirst())!;
  const second = (await server.inviteFirst())!;
  expect((await begin(first.code)).status).toBe(403);
  aheadMs = HALF_AN_HOUR_MS - 1;
  expect((await begin(second.code)).status).toBe(200);
  aheadMs = HALF_AN_HOUR_MS;
  expect((await begin(second.code)).status).toBe(403);
  expect(await setup()).toEqual({ isOpen: false, isNew: true, needsCode: false });
  expect((await codeHere()).status).toBe(403);
  const asked = await ask('POST', ENDPOINTS.inviteOperator.path, { role: 'owner' }, { authorization: `Bearer ${server.keys.owner}` });
  const { code, link } = asked.body as { readonly code: string; readonly link: string };
  expect(link).toBe(`${server.url}/console/join#${code}`);
  expect(await setup()).toMatchObject({ isOpen: true });
  expect((await begin(code)).status).toBe(200);
});

test('a restart creates a new code for the rest of the half hour, and none after it', async () => {
  await started({});
  const first = (await server.inviteFirst())!;
  aheadMs = HALF_AN_HOUR_MS - 1;
  const second = (await server.renewFirst())!;
  expect(readFileSync(codeFile(), 'utf8')).toBe(`${second.code}\n`);
  expect([(await begin(first.code)).status, (await begin(second.code)).status]).toEqual([403, 200]);
  aheadMs = HALF_AN_HOUR_MS;
  expect((await begin(second.code)).status).toBe(403);
  expect(await server.renewFirst()).toBe(undefined);
});

test('a server without a terminal always requires the code', async () => {
  const pages = () => () => Promise.reject(new Problem('not-found', 'There are no pages here.'));
  server = await startTrialServer({}, { pages, isOnTerminal: false });
  await server.inviteFirst();
  expect(await setup()).toMatchObject({ isOpen: true, needsCode: true });
  expect((await codeHere()).status).toBe(403);
});

test('visitors of a game with points see no setup', async () => {
  await started({});
  expect((await server.post({ id: '1', username: 'ada', points: 5 })).status).toBe(201);
  await server.inviteFirst();
  expect((await ask('GET', '/')).status).toBe(404);
  expect(await setup()).toEqual({ isOpen: true, isNew: false, needsCode: false });
});
