// Single sign-on, over real sockets, with a provider on loopback.
import { afterEach, beforeEach, expect, test } from 'vitest';

import { ENDPOINTS } from '../src/contract/api.ts';
import { targetOf } from '../src/contract/endpoint.ts';
import type { ApiOwnSession } from '../src/contract/operation/operators.ts';
import { CONSOLE } from '../src/server/api/trial-api.suite.ts';
import { CLIENT, type SoftProvider, startSoftProvider } from '../src/server/operators/soft-provider.suite.ts';
import { startTrialServer, type TrialServer } from './live/trial-server.ts';

const SITE = 'https://play.example';

let provider: SoftProvider;
let server: TrialServer;
let now: number;

beforeEach(async () => {
  now = Date.now();
  provider = await startSoftProvider();
  server = await startTrialServer(
    {
      LAURELS_URL: SITE,
      LAURELS_OIDC_ISSUER: provider.issuer,
      LAURELS_OIDC_CLIENT_ID: CLIENT.clientId,
      LAURELS_OIDC_CLIENT_SECRET: CLIENT.clientSecret,
      LAURELS_OIDC_NAME: 'Example Games',
    },
    undefined,
    () => now,
  );
});

afterEach(async () => {
  provider.close();
  await server.discard();
});

/** A browser's cookies. */
type Jar = Map<string, string>;

async function fetched(target: string, jar: Jar, init: RequestInit = {}): Promise<Response> {
  const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const answer = await fetch(server.url + target, { redirect: 'manual', ...init, headers: { ...init.headers, cookie } });
  for (const set of answer.headers.getSetCookie()) {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(set)!;
    if (value === '') jar.delete(name!);
    else jar.set(name!, value!);
  }
  return answer;
}

async function begin(jar: Jar, token?: string) {
  const body = JSON.stringify({ token });
  const answer = await fetched(targetOf(ENDPOINTS.beginOidc, {}), jar, {
    method: 'POST',
    body,
    headers: { ...CONSOLE, 'content-type': 'application/json' },
  });
  return { status: answer.status, location: ((await answer.json()) as { readonly location: string }).location };
}

/** The callback to which the provider redirects, relative to the site. */
async function atProvider(location: string): Promise<string> {
  const back = (await fetch(location, { redirect: 'manual' })).headers.get('location')!;
  expect(back.startsWith(`${SITE}/console/oidc?`)).toBe(true);
  return back.slice(SITE.length);
}

/** The whole sign-in flow, and where it ends. */
async function signIn(jar: Jar, token?: string): Promise<string | null> {
  const { location } = await begin(jar, token);
  return (await fetched(await atProvider(location), jar)).headers.get('location');
}

async function invite(body: object = { role: 'moderator' }): Promise<string> {
  const answer = await fetch(server.url + targetOf(ENDPOINTS.inviteOperator, {}), {
    method: 'POST',
    headers: { authorization: `Bearer ${server.keys.owner}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return ((await answer.json()) as { readonly link: string }).link.split('#')[1]!;
}

async function session(jar: Jar): Promise<ApiOwnSession> {
  return (await (await fetched(targetOf(ENDPOINTS.session, {}), jar, { headers: CONSOLE })).json()) as ApiOwnSession;
}

const ADA = { sub: 'ada-1', name: 'Ada Lovelace' };

test('an invited person joins with single sign-on, and uses it to sign in from then on', async () => {
  provider.person = ADA;
  const jar: Jar = new Map();
  expect((await session(jar)).ways.oidc).toEqual({ name: 'Example Games' });
  expect(await signIn(jar, await invite())).toBe('/console');
  const { person } = await session(jar);
  expect(person).toMatchObject({ name: 'Ada Lovelace', role: 'moderator' });
  expect([...jar.keys()]).toEqual(['__Host-laurels-console']);
  const again: Jar = new Map();
  expect(await signIn(again)).toBe('/console');
  expect((await session(again)).person).toEqual(person);
});

test('signing in ends the browser’s previous session', async () => {
  provider.person = ADA;
  const jar: Jar = new Map();
  await signIn(jar, await invite());
  const before = new Map(jar);
  await signIn(jar);
  expect([(await session(before)).person, (await session(jar)).person?.name]).toEqual([null, 'Ada Lovelace']);
});

test('the flow’s only cookie is Lax and short-lived', async () => {
  const answer = await fetched(targetOf(ENDPOINTS.beginOidc, {}), new Map(), {
    method: 'POST',
    body: '{}',
    headers: { ...CONSOLE, 'content-type': 'application/json' },
  });
  expect(answer.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^__Host-laurels-oidc=[\w-]+; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=300$/),
  ]);
});

test('nobody can join without an invitation, with a used one, or with another person’s', async () => {
  provider.person = ADA;
  const jar: Jar = new Map();
  expect(await signIn(jar)).toBe('/console/sign-in?refused=unknown');
  expect((await session(jar)).person).toBe(null);
  const token = await invite();
  // Two flows with one invitation.
  const [first, second]: Jar[] = [new Map(), new Map()];
  const ways = [await begin(first!, token), await begin(second!, token)];
  expect((await fetched(await atProvider(ways[0]!.location), first!)).headers.get('location')).toBe('/console');
  provider.person = { sub: 'eve-1' };
  expect((await fetched(await atProvider(ways[1]!.location), second!)).headers.get('location')).toBe('/console/sign-in?refused=invitation');
  expect((await begin(new Map(), token)).status).toBe(403);
  expect((await session(second!)).person).toBe(null);
});

test('a removed person has no access until they are invited again', async () => {
  provider.person = ADA;
  const jar: Jar = new Map();
  await signIn(jar, await invite());
  const { id } = (await session(jar)).person!;
  await fetch(server.url + targetOf(ENDPOINTS.removeOperator, { operator: id }), {
    method: 'DELETE',
    headers: { authorization: `Bearer ${server.keys.owner}` },
  });
  expect(await signIn(new Map())).toBe('/console/sign-in?refused=unknown');
  const again: Jar = new Map();
  expect(await signIn(again, await invite({ role: 'viewer', name: 'Ada' }))).toBe('/console');
  expect((await session(again)).person).toMatchObject({ name: 'Ada', role: 'viewer' });
});

test('a callback that comes from another browser, a second time or late is refused', async () => {
  provider.person = ADA;
  const jar: Jar = new Map();
  await signIn(jar, await invite());
  const own: Jar = new Map();
  const { location } = await begin(own);
  const back = await atProvider(location);
  // An attacker sends another browser to their callback.
  const other: Jar = new Map();
  await begin(other);
  for (const browser of [new Map<string, string>(), other])
    expect((await fetched(back, browser)).headers.get('location')).toBe('/console/sign-in?refused=late');
  const kept = new Map(own);
  expect((await fetched(back, own)).headers.get('location')).toBe('/console');
  expect((await fetched(back, kept)).headers.get('location')).toBe('/console/sign-in?refused=provider');
  const late: Jar = new Map();
  const slow = await atProvider((await begin(late)).location);
  now += 300_000;
  expect((await fetched(slow, late)).headers.get('location')).toBe('/console/sign-in?refused=late');
});

test.each([
  ['another nonce', { nonce: 'another' }],
  ['another audience', { aud: 'another' }],
  ['another issuer', { iss: 'https://another.example' }],
  ['a signature of somebody else', { isForged: true }],
  ['more than a megabyte', { padding: 1024 * 1024 }],
])('the provider’s answer is rejected with %s', async (_what, otherwise) => {
  provider.person = ADA;
  provider.otherwise = otherwise;
  const jar: Jar = new Map();
  expect(await signIn(jar, await invite())).toBe('/console/sign-in?refused=provider');
  expect((await session(jar)).person).toBe(null);
  expect(server.logged.join()).toContain('Sign-in with Example Games failed');
  expect(server.logged.join()).not.toContain(CLIENT.clientSecret);
});

test('an address with too many callbacks is rate-limited, and the provider is not called', async () => {
  const jar: Jar = new Map();
  const wrong = () => fetched('/console/oidc?code=wrong', jar);
  for (let i = 0; i < 60; i += 1) expect((await wrong()).status).toBe(303);
  expect((await wrong()).status).toBe(429);
});

test('a refusal by the user at the provider, and an unreachable provider, are reported', async () => {
  const jar: Jar = new Map();
  expect(await signIn(jar)).toBe('/console/sign-in?refused=provider');
  provider.close();
  const fresh = await startTrialServer({
    LAURELS_URL: SITE,
    LAURELS_OIDC_ISSUER: provider.issuer,
    LAURELS_OIDC_CLIENT_ID: CLIENT.clientId,
    LAURELS_OIDC_CLIENT_SECRET: CLIENT.clientSecret,
  });
  const answer = await fetch(fresh.url + targetOf(ENDPOINTS.beginOidc, {}), {
    method: 'POST',
    body: '{}',
    headers: { ...CONSOLE, 'content-type': 'application/json' },
  });
  expect([answer.status, ((await answer.json()) as { detail: string }).detail]).toEqual([
    503,
    'your organisation is not responding. Try again later, or sign in with a passkey.',
  ]);
  await fresh.discard();
});
