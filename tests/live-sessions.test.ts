// Operators over a real socket: joining, signing in, and what is refused.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { type AnswerTo, type EndpointId, ENDPOINTS } from '../src/contract/api.ts';
import { type Endpoint, targetOf } from '../src/contract/endpoint.ts';
import type { ApiOwnSession } from '../src/contract/operation/operators.ts';
import { SoftAuthenticator } from '../src/server/operators/soft-authenticator.suite.ts';
import { startTrialServer, TRIAL_NOW, type TrialServer } from './live/trial-server.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Headers that a console page sends with every request. */
const CONSOLE = { 'laurels-console': '1', 'sec-fetch-site': 'same-origin' };
const COOKIE = '__Host-laurels-console';

let server: TrialServer;
let now: number;

beforeEach(async () => {
  now = TRIAL_NOW;
  // One thread, because only its clock is the test's.
  server = await startTrialServer({ LAURELS_THREADS: '1', LAURELS_TRUSTED_PROXIES: '1' }, undefined, () => now);
});

afterEach(async () => {
  const { logged } = server;
  await server.discard();
  if (logged.length > 0) throw new Error(logged.join('\n'));
});

/** Sorted, so that it does not matter which was faster. */
function statusesOf(answers: readonly { readonly status: number }[]): readonly number[] {
  return answers.map(({ status }) => status).toSorted((a, b) => a - b);
}

interface Asked {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly [variable: string]: unknown;
}

interface Answered<Body> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

/** Sends a request like a console page, unless other headers are given. */
async function ask<Body = { readonly detail: string }>(
  id: EndpointId,
  { body, headers = CONSOLE, ...addressed }: Asked = {},
): Promise<Answered<Body>> {
  const response = await fetch(server.url + targetOf<Endpoint>(ENDPOINTS[id], addressed), {
    method: ENDPOINTS[id].method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Body };
}

const owner = () => ({ authorization: `Bearer ${server.keys.owner}` });

/** The session token in an answer. */
function tokenIn({ headers }: Answered<unknown>): string {
  const [, token] = new RegExp(`^${COOKIE}=([\\w-]{43}); Path=/; Secure; HttpOnly; SameSite=Strict$`).exec(
    headers.getSetCookie().join('\n'),
  )!;
  return token!;
}

const signedIn = (token: string) => ({ ...CONSOLE, cookie: `${COOKIE}=${token}` });

async function invite(body: object = { role: 'moderator' }) {
  const answered = await ask<AnswerTo<'withdrawInvitation'> & { readonly link: string }>('inviteOperator', { body, headers: owner() });
  expect(answered.status).toBe(201);
  return { ...answered.body, token: answered.body.link.split('#')[1]! };
}

/** Joins with an authenticator's passkey, and resolves to the browser's token. */
async function join(authenticator: SoftAuthenticator, body?: object, headers?: Readonly<Record<string, string>>) {
  const { token } = await invite(body);
  const { body: begun } = await ask<{ readonly options: { readonly challenge: string } }>('beginJoining', { body: { token } });
  const sent = { token, name: 'Ada', credential: authenticator.create(begun.options) };
  const answered = await ask<ApiOwnSession>('join', { body: sent, ...(headers && { headers }) });
  expect([answered.status, answered.body]).toMatchObject([201, { person: { name: 'Ada' } }]);
  return { sent, session: answered.body.session!, person: answered.body.person!, token: tokenIn(answered) };
}

/** Tries to join with the link of an invitation. */
async function joinWith(authenticator: SoftAuthenticator, link: string) {
  const token = link.split('#')[1]!;
  const begun = await ask<{ readonly options: { readonly challenge: string }; readonly detail: string }>('beginJoining', {
    body: { token },
  });
  if (begun.status !== 200) return begun;
  return ask('join', { body: { token, name: 'Eve', credential: authenticator.create(begun.body.options) } });
}

async function challenge(): Promise<{ readonly challenge: string }> {
  return (await ask<{ readonly options: { readonly challenge: string } }>('beginSignIn')).body.options;
}

async function signIn(authenticator: SoftAuthenticator, headers?: Readonly<Record<string, string>>) {
  return ask<ApiOwnSession>('signIn', { body: { credential: authenticator.get(await challenge()) }, ...(headers && { headers }) });
}

const device = () => new SoftAuthenticator(server.url);

/** The person the server identifies by this token. */
async function whoIs(token: string): Promise<string | null> {
  return (await ask<ApiOwnSession>('session', { headers: signedIn(token) })).body.person?.name ?? null;
}

test('an invited person joins with a passkey, and uses it to sign in from then on', async () => {
  expect((await ask<ApiOwnSession>('session')).body).toEqual({
    person: null,
    session: null,
    ways: { passkey: { state: 'ready' }, oidc: null },
    setup: { isOpen: false, isNew: true, needsCode: true },
  });
  const authenticator = device();
  const { token, person, session } = await join(authenticator);
  expect([person.role, await whoIs(token)]).toEqual(['moderator', 'Ada']);
  expect(session).toMatchObject({ startedAt: new Date(now).toISOString(), endsAt: new Date(now + 12 * HOUR).toISOString() });
  const again = await signIn(authenticator);
  expect([again.status, again.body.person]).toEqual([201, person]);
  expect(again.headers.get('cache-control')).toBe('no-store');
  const { body } = await ask<{ readonly operators: readonly unknown[] }>('operators', { headers: signedIn(tokenIn(again)) });
  expect(body.operators).toMatchObject([
    { ...person, state: 'active', passkeys: [{ name: 'Passkey', usedAt: new Date(now).toISOString() }], oidc: false },
  ]);
});

test('the link of an invitation leads to the console, and its token is not stored', async () => {
  const { link, token, id, expiresAt } = await invite();
  expect(link).toBe(`${server.url}/console/join#${token}`);
  expect(expiresAt).toBe(new Date(now + 30 * MINUTE).toISOString());
  const { body } = await ask('invitations', { headers: owner() });
  expect(JSON.stringify(body)).toContain(id);
  expect(JSON.stringify(body)).not.toContain(token);
});

test('an invitation works once', async () => {
  const { sent } = await join(device());
  expect(await ask('join', { body: sent })).toMatchObject({ status: 403, body: { detail: expect.stringContaining('used') as string } });
  expect((await ask('beginJoining', { body: { token: sent.token } })).status).toBe(403);
});

test('an invitation used twice at once creates one person', async () => {
  const { token } = await invite();
  const { body } = await ask<{ readonly options: { readonly challenge: string } }>('beginJoining', { body: { token } });
  const credential = device().create(body.options);
  const all = await Promise.all(['Ada', 'Bob', 'Cleo'].map((name) => ask('join', { body: { token, name, credential } })));
  expect(statusesOf(all)).toEqual([201, 403, 403]);
});

test('an invitation ends when it expires or is withdrawn', async () => {
  const late = await invite();
  now += 30 * MINUTE;
  expect((await ask('beginJoining', { body: { token: late.token } })).status).toBe(403);
  const withdrawn = await invite({ role: 'viewer', hours: 168 });
  expect((await ask('beginJoining', { body: { token: withdrawn.token } })).status).toBe(200);
  expect((await ask('withdrawInvitation', { invitation: withdrawn.id, headers: owner() })).status).toBe(200);
  expect((await ask('beginJoining', { body: { token: withdrawn.token } })).status).toBe(403);
});

test('a passkey of another person cannot be used to join', async () => {
  const authenticator = device();
  const { person } = await join(authenticator);
  const { link } = await invite({ role: 'owner' });
  expect(await joinWith(authenticator, link)).toMatchObject({ status: 403 });
  const { operators } = (await ask<{ readonly operators: readonly { readonly id: string }[] }>('operators', { headers: owner() })).body;
  expect(operators).toMatchObject([{ id: person.id }]);
});

test('an invitation for an existing person only adds a passkey', async () => {
  const { person } = await join(device());
  const phone = device();
  const again = await join(phone, { role: 'owner', operator: person.id });
  expect(again.person).toEqual(person);
  expect((await signIn(phone)).body.person).toEqual(person);
});

test('each sign-in gets its own token, and ends the browser’s session', async () => {
  const authenticator = device();
  const { token } = await join(authenticator);
  const second = tokenIn(await signIn(authenticator, signedIn(token)));
  expect(second).not.toBe(token);
  expect([await whoIs(token), await whoIs(second)]).toEqual([null, 'Ada']);
  // An attacker planted a cookie in this browser: it stays meaningless afterwards.
  const planted = 'A'.repeat(43);
  const third = tokenIn(await signIn(authenticator, signedIn(planted)));
  expect([await whoIs(planted), await whoIs(third)]).toEqual([null, 'Ada']);
});

test('a signature counts once, until its challenge expires, and only on this site', async () => {
  const authenticator = device();
  await join(authenticator);
  const options = await challenge();
  const credential = authenticator.get(options);
  expect((await ask('signIn', { body: { credential } })).status).toBe(201);
  expect((await ask('signIn', { body: { credential } })).status).toBe(403);
  // The same challenge with another signature.
  expect((await ask('signIn', { body: { credential: authenticator.get(options) } })).status).toBe(403);
  const late = authenticator.get(await challenge());
  now += 5 * MINUTE;
  expect((await ask('signIn', { body: { credential: late } })).status).toBe(403);
  const wrong = [
    authenticator.get(await challenge(), { origin: 'http://evil.example' }),
    authenticator.get(await challenge(), { rpId: 'evil.example' }),
    authenticator.get(await challenge(), { isVerified: false }),
    authenticator.get(await challenge(), { counter: 1 }),
    authenticator.get({ challenge: Buffer.alloc(54).toString('base64url') }),
    device().get(await challenge()),
  ];
  for (const each of wrong) expect((await ask('signIn', { body: { credential: each } })).status).toBe(403);
  // A challenge for joining does not work for signing in.
  const { token } = await invite();
  const { body } = await ask<{ readonly options: { readonly challenge: string } }>('beginJoining', { body: { token } });
  expect((await ask('signIn', { body: { credential: authenticator.get(body.options) } })).status).toBe(403);
  expect((await signIn(authenticator)).status).toBe(201);
});

test('the same signature sent twice at once gives one session', async () => {
  const authenticator = device();
  await join(authenticator);
  const credential = authenticator.get(await challenge());
  const both = await Promise.all([1, 2].map(() => ask('signIn', { body: { credential } })));
  expect(statusesOf(both)).toEqual([201, 403]);
});

test('the cookie works for the site’s own pages only, for reading and writing', async () => {
  const { token } = await join(device(), { role: 'owner' });
  const cookie = `${COOKIE}=${token}`;
  const asks = async (headers: Readonly<Record<string, string>>) => [
    (await ask('operators', { headers })).status,
    (await ask('makeBoard', { body: { name: 'x', title: 'X' }, headers })).status,
    (await ask<ApiOwnSession>('session', { headers })).body.person,
  ];
  const nobody = [401, 401, null];
  expect(await asks({ cookie })).toEqual(nobody);
  expect(await asks({ cookie, 'sec-fetch-site': 'same-origin' })).toEqual(nobody);
  expect(await asks({ cookie, 'laurels-console': '1' })).toEqual(nobody);
  for (const site of ['same-site', 'cross-site', 'none'])
    expect(await asks({ cookie, 'laurels-console': '1', 'sec-fetch-site': site, origin: server.url })).toEqual(nobody);
  expect(await asks({ cookie, 'laurels-console': '1', origin: 'http://evil.example' })).toEqual(nobody);
  expect(await asks({ cookie: `${cookie}; ${COOKIE}=${'A'.repeat(43)}`, ...CONSOLE })).toEqual(nobody);
  // A valid cookie does not make up for a wrong key.
  expect(await asks({ ...signedIn(token), authorization: 'Bearer lk_unknown' })).toEqual(nobody);
  // An older browser, which only sends its origin.
  expect(await asks({ cookie, 'laurels-console': '1', origin: server.url })).toEqual([200, 201, { ...(await whoOwns(token)) }]);
});

async function whoOwns(token: string) {
  return (await ask<ApiOwnSession>('session', { headers: signedIn(token) })).body.person;
}

test('a form on another site changes nothing, and no other site can send the header', async () => {
  const authenticator = device();
  const { token } = await join(authenticator, { role: 'owner' });
  const form = await fetch(server.url + targetOf(ENDPOINTS.makeBoard, {}), {
    method: 'POST',
    headers: { cookie: `${COOKIE}=${token}`, origin: 'http://evil.example', 'sec-fetch-site': 'cross-site', 'content-type': 'text/plain' },
    body: '{"name":"x","title":"X"}',
  });
  expect(form.status).toBe(401);
  // Nor does it sign anyone in.
  const planted = await ask('signIn', {
    body: { credential: authenticator.get(await challenge()) },
    headers: { origin: 'http://evil.example', 'sec-fetch-site': 'cross-site' },
  });
  expect([planted.status, planted.headers.getSetCookie()]).toEqual([403, []]);
  const preflight = await fetch(server.url + targetOf(ENDPOINTS.makeBoard, {}), {
    method: 'OPTIONS',
    headers: {
      origin: 'http://evil.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'laurels-console',
    },
  });
  expect(preflight.headers.get('access-control-allow-headers')).toBe(null);
  expect(preflight.headers.get('access-control-allow-origin')).toBe(null);
});

test('a session ends: after two idle hours, after twelve in total, and on sign-out', async () => {
  const authenticator = device();
  const { token } = await join(authenticator);
  now += 2 * HOUR - MINUTE;
  expect(await whoIs(token)).toBe('Ada');
  now += 2 * HOUR;
  expect(await whoIs(token)).toBe(null);
  const busy = tokenIn(await signIn(authenticator));
  for (let hours = 1; hours < 12; hours += 1) {
    now += HOUR;
    expect(await whoIs(busy)).toBe('Ada');
  }
  now += HOUR;
  expect(await whoIs(busy)).toBe(null);
  const last = tokenIn(await signIn(authenticator));
  const out = await ask<ApiOwnSession>('signOut', { headers: signedIn(last) });
  expect([out.status, out.body.person, await whoIs(last)]).toEqual([200, null, null]);
  expect(out.headers.getSetCookie()).toEqual([`${COOKIE}=; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=0`]);
  expect((await ask('operators', { headers: signedIn(last) })).body.detail).toBe('Your session has ended. Sign in again at /console.');
});

test('automatic requests of a page do not keep a session alive', async () => {
  const { token } = await join(device());
  for (let asked = 0; asked < 3; asked += 1) {
    now += HOUR - MINUTE;
    await ask('session', { headers: { ...signedIn(token), 'laurels-idle': '1' } });
  }
  expect(await whoIs(token)).toBe(null);
});

test('an invitation from a former owner is worthless', async () => {
  const { token, person } = await join(device(), { role: 'owner' });
  const headers = { ...signedIn(token) };
  const { body: made } = await ask<{ readonly link: string }>('inviteOperator', { body: { role: 'owner' }, headers });
  expect((await ask('changeOperator', { operator: person.id, body: { role: 'viewer' }, headers: owner() })).status).toBe(409);
  await join(device(), { role: 'owner' });
  expect((await ask('changeOperator', { operator: person.id, body: { role: 'viewer' }, headers: owner() })).status).toBe(200);
  const invited = made.link.split('#')[1]!;
  const { body: begun } = await ask<{ readonly options: { readonly challenge: string } }>('beginJoining', { body: { token: invited } });
  const credential = device().create(begun.options);
  const refused = await ask('join', { body: { token: invited, name: 'Mallory', credential } });
  expect([refused.status, refused.body.detail]).toEqual([403, expect.stringContaining('can no longer invite people')]);
});

test('removing a passkey signs the person out everywhere else', async () => {
  const [laptop, phone] = [device(), device()];
  const { token, person } = await join(laptop);
  const { token: forPhone } = await invite({ role: 'viewer', operator: person.id });
  const { body: begun } = await ask<{ readonly options: { readonly challenge: string } }>('beginJoining', { body: { token: forPhone } });
  const second = await ask<ApiOwnSession>('join', { body: { token: forPhone, credential: phone.create(begun.options) } });
  expect([await whoIs(token), await whoIs(tokenIn(second))]).toEqual(['Ada', 'Ada']);
  const { body } = await ask<{ readonly operators: readonly { readonly passkeys: readonly { readonly id: string }[] }[] }>('operators', {
    headers: signedIn(token),
  });
  const lost = body.operators[0]!.passkeys[1]!.id;
  expect((await ask('removePasskey', { passkey: lost, headers: signedIn(token) })).status).toBe(200);
  expect([await whoIs(token), await whoIs(tokenIn(second))]).toEqual(['Ada', null]);
});

test('a person’s other sessions are listed and can be ended; an owner sees and ends everyone’s', async () => {
  const authenticator = device();
  const ada = await join(authenticator);
  const elsewhere = tokenIn(await signIn(authenticator));
  const chief = await join(device(), { role: 'owner' });
  const list = async (token: string) =>
    (await ask<{ readonly sessions: readonly { readonly id: string; readonly own: boolean }[] }>('sessions', { headers: signedIn(token) }))
      .body.sessions;
  expect((await list(ada.token)).map(({ own }) => own)).toEqual([false, true]);
  expect(await list(chief.token)).toHaveLength(3);
  expect((await ask('endSession', { session: chief.session.id, headers: signedIn(ada.token) })).status).toBe(404);
  expect((await ask('endSession', { session: ada.session.id, headers: signedIn(chief.token) })).status).toBe(200);
  expect([await whoIs(ada.token), await whoIs(elsewhere), await whoIs(chief.token)]).toEqual([null, 'Ada', 'Ada']);
});

test('a lowered role or the removal of a person applies from the next request', async () => {
  const authenticator = device();
  const { token, person } = await join(authenticator, { role: 'operator' });
  const makes = async (name: string) => (await ask('makeBoard', { body: { name, title: name }, headers: signedIn(token) })).status;
  expect(await makes('one')).toBe(201);
  expect((await ask('changeOperator', { operator: person.id, body: { role: 'viewer' }, headers: owner() })).status).toBe(200);
  expect(await makes('two')).toBe(403);
  expect((await ask('makeBoard', { body: { name: 'two', title: 'two' }, headers: signedIn(token) })).body.detail).toBe(
    'This needs role operator, but you have role viewer. Ask an owner to change it.',
  );
  expect((await ask('removeOperator', { operator: person.id, headers: owner() })).status).toBe(200);
  expect(await makes('three')).toBe(401);
  expect((await signIn(authenticator)).status).toBe(403);
});

test('a person without access has no invitation left to return with', async () => {
  const { body: made } = await ask<{ readonly key: string }>('addKey', { body: { name: 'ci', role: 'owner' }, headers: owner() });
  const byKey = { authorization: `Bearer ${made.key}` };
  const ofKey = await ask<{ readonly link: string }>('inviteOperator', { body: { role: 'owner', hours: 168 }, headers: byKey });
  const chief = await join(device(), { role: 'owner' });
  const ofPerson = await ask<{ readonly link: string }>('inviteOperator', { body: { role: 'owner' }, headers: signedIn(chief.token) });
  await join(device(), { role: 'owner' });
  const open = async () =>
    (await ask<{ readonly invitations: readonly unknown[] }>('invitations', { headers: owner() })).body.invitations.length;
  expect(await open()).toBe(2);
  await ask('revokeKey', { key: 'ci', headers: owner() });
  await ask('removeOperator', { operator: chief.person.id, headers: owner() });
  expect(await open()).toBe(0);
  for (const { body } of [ofKey, ofPerson])
    expect((await joinWith(device(), body.link)).body.detail).toBe(
      'The sender of this invitation can no longer invite people. Ask an owner for a new one.',
    );
});

test('a removed person’s keys are listed, and revoked on request', async () => {
  const chief = await join(device(), { role: 'owner' });
  await join(device(), { role: 'owner' });
  const add = async (name: string, headers: Readonly<Record<string, string>>) =>
    (await ask<{ readonly key: string }>('addKey', { body: { name, role: 'owner' }, headers })).body.key;
  const first = await add('first', signedIn(chief.token));
  const second = await add('second', { authorization: `Bearer ${first}` });
  const kept = await ask<{ readonly keys: readonly string[] }>('removeOperator', { operator: chief.person.id, headers: owner() });
  expect(kept.body.keys).toEqual(['first', 'second']);
  expect((await ask('keys', { headers: { authorization: `Bearer ${second}` } })).status).toBe(200);

  const other = await join(device(), { role: 'owner' });
  const third = await add('third', signedIn(other.token));
  const gone = await ask<{ readonly keys: readonly string[] }>('removeOperator', {
    operator: other.person.id,
    query: { keys: 'revoke' },
    headers: owner(),
  });
  expect([gone.status, gone.body.keys]).toEqual([200, []]);
  expect((await ask('keys', { headers: { authorization: `Bearer ${third}` } })).status).toBe(401);
  expect((await ask('removeOperator', { operator: other.person.id, query: { keys: 'x' }, headers: owner() })).status).toBe(400);
});

test('a passkey added by someone else names them, in the account and in the audit log', async () => {
  const victim = await join(device(), { role: 'owner' });
  const mallory = await join(device(), { role: 'owner' });
  await ask('changeOperator', { operator: mallory.person.id, body: { name: 'Mallory' }, headers: owner() });
  const { body } = await ask<{ readonly link: string }>('inviteOperator', {
    body: { role: 'viewer', operator: victim.person.id },
    headers: signedIn(mallory.token),
  });
  expect((await joinWith(device(), body.link)).status).toBe(201);
  const { operators } = (
    await ask<{ readonly operators: readonly { readonly id: string; readonly passkeys: readonly object[] }[] }>('operators', {
      headers: signedIn(victim.token),
    })
  ).body;
  expect(operators.find(({ id }) => id === victim.person.id)!.passkeys).toMatchObject([
    { invitedBy: null },
    { invitedBy: { kind: 'person', name: 'Mallory', id: mallory.person.id } },
  ]);
  const { entries } = (await ask<{ readonly entries: readonly object[] }>('audit', { query: { act: 'add-passkey' }, headers: owner() }))
    .body;
  expect(entries[0]).toMatchObject({ after: { invitedBy: 'Mallory' } });
});

test('while keys.json is damaged the console works, health reports it, and writes to it are refused', async () => {
  const file = `${server.folder}/keys.json`;
  const text = readFileSync(file, 'utf8');
  const ready = async () =>
    (await (await fetch(`${server.url}/readyz`)).json()) as { readonly status: string; readonly warnings?: readonly string[] };
  for (const damage of ['{bro', '', undefined]) {
    if (damage === undefined) rmSync(file);
    else writeFileSync(file, damage);
    now += 2000;
    const statuses = [];
    for (const id of ['audit', 'keys', 'overview'] as const) statuses.push((await ask(id, { headers: owner() })).status);
    expect(statuses).toEqual([200, 200, 200]);
    expect(JSON.stringify(await ready())).toContain('The list of API keys is damaged or missing.');
    expect((await ask<{ readonly troubles: readonly string[] }>('overview', { headers: owner() })).body.troubles.join('\n')).toContain(
      'list of API keys',
    );
    const refused = await ask('addKey', { body: { name: 'next', role: 'write' }, headers: owner() });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '10']);
    writeFileSync(file, text);
    now += 2000;
    expect(JSON.stringify(await ready())).not.toContain('API keys');
    (server.logged as string[]).length = 0;
  }
});

test('there is always an owner, even in a race', async () => {
  const people = [await join(device(), { role: 'owner' }), await join(device(), { role: 'owner' })];
  const both = await Promise.all(people.map(({ person }) => ask('removeOperator', { operator: person.id, headers: owner() })));
  expect(statusesOf(both)).toEqual([200, 409]);
  const left = people[both.findIndex(({ status }) => status === 409)]!;
  const lowered = await ask('changeOperator', { operator: left.person.id, body: { role: 'viewer' }, headers: owner() });
  expect(lowered).toMatchObject({ status: 409, body: { detail: 'Ada is the only owner. Make someone else an owner first.' } });
});

test('only the person adds and removes passkeys, and never the last one', async () => {
  const first = device();
  const { token } = await join(first);
  const own = signedIn(token);
  const phone = device();
  const begun = await ask<{ readonly options: { readonly challenge: string } }>('beginPasskey', { headers: own });
  const added = await ask<{ readonly passkeys: readonly unknown[] }>('addPasskey', {
    body: { name: 'Phone', credential: phone.create(begun.body.options) },
    headers: own,
  });
  expect([added.status, added.body.passkeys]).toMatchObject([201, [{ name: 'Passkey' }, { name: 'Phone', usedAt: null }]]);
  expect((await signIn(phone)).status).toBe(201);
  const remove = (authenticator: SoftAuthenticator) =>
    ask('removePasskey', { passkey: authenticator.id.toString('base64url'), headers: own });
  const both = await Promise.all([remove(first), remove(phone)]);
  expect(statusesOf(both)).toEqual([200, 409]);
  expect(await ask('beginPasskey', { headers: owner() })).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('people signed in') as string },
  });
});

test('guessing tokens and signatures is stopped, for that caller only', async () => {
  const authenticator = device();
  await join(authenticator);
  const from = (address: string) => ({ ...CONSOLE, 'x-forwarded-for': address });
  const statuses = new Set<number>();
  for (let i = 0; i < 61; i += 1)
    statuses.add((await ask('beginJoining', { body: { token: `guess-${i}` }, headers: from('198.51.100.1') })).status);
  expect(statuses).toEqual(new Set([403, 429]));
  const guessed = { ...from('198.51.100.1'), cookie: `${COOKIE}=${'A'.repeat(43)}` };
  expect((await ask('operators', { headers: guessed })).status).toBe(429);
  expect((await ask('signIn', { body: { credential: device().get(await challenge()) }, headers: guessed })).status).toBe(429);
  expect((await signIn(authenticator, from('198.51.100.2'))).status).toBe(201);
});

test('a person’s actions appear under their name in the audit log', async () => {
  const { token, person } = await join(device(), { role: 'operator' });
  await ask('makeBoard', { body: { name: 'cup', title: 'Cup' }, headers: signedIn(token) });
  const { body } = await ask<{ readonly entries: readonly { readonly act: string; readonly by: object }[] }>('audit', {
    headers: signedIn(token),
  });
  const by = { kind: 'person', name: 'Ada', id: person.id };
  expect(body.entries.slice(0, 3).map((entry) => [entry.act, entry.by])).toEqual([
    ['make-board', by],
    ['join', by],
    ['invite-operator', expect.objectContaining({ kind: 'key', name: 'owner' })],
  ]);
});

test('under another host name passkeys are not offered, with the reason', async () => {
  const { port } = new URL(server.url);
  const elsewhere = await fetch(`http://127.0.0.1:${port}${targetOf(ENDPOINTS.session, {})}`);
  expect(((await elsewhere.json()) as ApiOwnSession).ways.passkey).toEqual({
    state: 'unavailable',
    why: `Passkeys work under one host name. Open ${server.url}/console, or set LAURELS_URL to the site’s public URL.`,
  });
});
