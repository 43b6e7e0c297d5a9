// Visibility of a private board: on a real server, for everything in its own API description, and for the data of pages.
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';

import { type AnswerTo, ENDPOINTS } from '../src/contract/api.ts';
import { type LiveSource, UnknownBoard, UnknownPlayer } from '../src/contract/live-source.ts';
import { targetOf } from '../src/contract/endpoint.ts';
import { createStoreSource } from '../src/server/answers/store-source.ts';
import { CONSOLE } from '../src/server/api/trial-api.suite.ts';
import type { OpenApiDocument } from '../src/server/api/description/openapi.ts';
import { SoftAuthenticator } from '../src/server/operators/soft-authenticator.suite.ts';
import { anyThreads } from './live/any-threads.ts';
import { describedIn, descriptionOf } from './live/described-requests.ts';
import { startTrialServer, TRIAL_NOW, type TrialServer } from './live/trial-server.ts';

/** Texts that callers without a key must not read. All ASCII, so that they look the same in JSON. */
const SECRETS = /vault|Strongroom|ghost|Phantom/i;

const BOARD = targetOf(ENDPOINTS.changeBoard, { board: 'vault' });
const CHANGES = targetOf(ENDPOINTS.changes, { board: 'vault' });

let server: TrialServer;
let source: LiveSource;
/** The server's clock. */
let now = TRIAL_NOW;
let document: OpenApiDocument;

beforeAll(async () => {
  server = await startTrialServer(
    anyThreads('private boards'),
    {
      pages(boards) {
        source = createStoreSource(boards);
        return async () => ({ status: 200, headers: {}, body: null });
      },
    },
    () => now,
  );
  await act('POST', targetOf(ENDPOINTS.makeBoard, {}), { name: 'vault', title: 'Strongroom', visibility: 'private' });
  await act('PUT', targetOf(ENDPOINTS.replaceCatalogue, {}), {
    prizes: [
      { board: 'vault', period: 'daily', from: 1, prize: 'Gold' },
      { period: 'daily', from: 1, prize: 'Coins' },
    ],
  });
  await act('POST', targetOf(ENDPOINTS.submitPoints, { query: { board: 'vault' } }), {
    events: [
      { id: 'v1', username: 'ghost', displayName: 'Phantom', points: 500 },
      { id: 'v2', username: 'ada', points: 400 },
      { id: 'v3', username: 'ghost two', displayName: 'Phantom Two', points: 1 },
    ],
  });
  // They have no counted events any more, but are still known only from the private board.
  await act('POST', targetOf(ENDPOINTS.reviseEvent, { board: 'vault' }), { event: 'v3', does: 'void', reason: 'No' });
  await server.post({ id: 'm1', username: 'ada', points: 5 });
  document = await descriptionOf(server.url);
});

afterAll(() => server.discard());

function ownerHeaders() {
  return { authorization: `Bearer ${server.keys.owner}` };
}

async function act(method: string, target: string, body: object, at = server): Promise<unknown> {
  const headers = { authorization: `Bearer ${at.keys.owner}`, 'content-type': 'application/json' };
  const response = await fetch(at.url + target, { method, headers, body: JSON.stringify(body) });
  const text = await response.text();
  expect(`${response.status} ${response.ok ? '' : text}`).toMatch(/^20[01] $/);
  return JSON.parse(text);
}

function ask(target: string, key?: string, headers: Readonly<Record<string, string>> = {}, at = server): Promise<Response> {
  return fetch(at.url + target, { headers: { ...headers, ...(key !== undefined && { authorization: `Bearer ${key}` }) } });
}

/** Every readable URL, for each board and player that it may name, and for texts that find them. */
function readAddresses(): readonly string[] {
  const described = describedIn(document).filter(({ method }) => method === 'GET');
  return described.flatMap(({ path, operation, request }) => {
    // Event streams do not end.
    if (JSON.stringify(operation.responses['200']).includes('text/event-stream')) return [];
    const boards = path.includes('{board}') ? ['main', 'vault'] : [''];
    const players = path.includes('{username}') ? ['ada', 'ghost', 'ghost two'] : [''];
    const query = request.target.split('?')[1] ?? '';
    const said = new Set(operation.parameters.filter(({ in: where }) => where === 'query').map(({ name }) => name));
    const more = [
      '',
      ...(said.has('board') ? ['board=vault', 'board=main'] : []),
      ...(said.has('period')
        ? ['period=all-time', 'period=all-time&board=vault'].filter((text) => said.has('board') || !text.includes('board'))
        : []),
      ...(said.has('text') ? ['text=ghost', 'text=o', 'text=a', 'text=phantom&board=vault'] : []),
      ...(said.has('q') ? ['q=ghost', 'q=a'] : []),
      ...(said.has('around') ? ['around=ghost', 'around=ada'] : []),
      ...(said.has('state') ? ['state=archived'] : []),
    ];
    return boards.flatMap((board) =>
      players.flatMap((player) => {
        const filled = path
          .replace('{board}', board)
          .replace('{username}', encodeURIComponent(player))
          .replaceAll(/\{\w+\}/g, 'x');
        return more.map((text) => {
          const all = [query, text].filter(Boolean).join('&');
          return all === '' ? filled : `${filled}?${all}`;
        });
      }),
    );
  });
}

/** An answer without the texts of the request. */
function saidOf(target: string, body: string): string {
  const words = decodeURIComponent(target.replaceAll('+', ' '))
    .split(/[/?&=]/)
    .filter((word) => SECRETS.test(word));
  return words.reduce((text, word) => text.replaceAll(`\\"${word}\\"`, ''), body);
}

test('no answer reveals a private board, its players or their number to the public', async () => {
  const addresses = readAddresses();
  expect(addresses.length).toBeGreaterThan(100);
  const told: string[] = [];
  const withKey = new Set<string>();
  const { keys } = (await (await ask(targetOf(ENDPOINTS.keys, {}), server.keys.owner)).json()) as AnswerTo<'keys'>;
  const authors = new RegExp(keys.map(({ id }) => id).join('|'));
  expect(await (await ask(targetOf(ENDPOINTS.events, { board: 'main' }), server.keys.viewer)).text()).toMatch(authors);
  for (const target of addresses) {
    // Slow enough for the rate limit of callers without a key.
    now += 1000;
    const open = await ask(target);
    expect([target, open.status]).not.toEqual([target, 429]);
    const text = await open.text();
    if (SECRETS.test(saidOf(target, text)) || SECRETS.test(JSON.stringify([...open.headers]))) told.push(`${target}: ${text}`);
    // The board and its player appear not to exist.
    if (SECRETS.test(target) && open.ok && !/[?&](?:q|text)=/.test(target)) told.push(`${target} is ${open.status}`);
    const keyed = await ask(target, server.keys.read);
    const known = await keyed.text();
    // The authors of events are for operators only.
    if (authors.test(text) || authors.test(known)) told.push(`${target} names an author`);
    if (keyed.ok && SECRETS.test(known)) withKey.add(target.split('?')[0]!);
    if (keyed.ok) expect([target, keyed.headers.get('cache-control')]).toEqual([target, expect.not.stringContaining('public')]);
  }
  expect(told).toEqual([]);
  // A key with the scope `read` is enough for all of it.
  for (const path of [
    '/api/v1/boards',
    '/api/v1/catalogue',
    '/api/v1/search',
    '/api/v1/boards/vault/rankings',
    '/api/v1/boards/vault/view',
  ])
    expect([...withKey]).toContain(path);
  for (const path of ['/api/v1/players/ghost', '/api/v1/players/ghost/page', '/api/v1/players/ghost/receipt'])
    expect([...withKey]).toContain(path);
});

test('an unknown or revoked key reads only public data', async () => {
  // Moves past the rate limit window of refused requests.
  now += 60_000;
  for (const key of [server.keys.unknown, server.keys.revoked]) {
    expect((await ask('/api/v1/boards/vault/rankings', key)).status).toBe(404);
    expect(await (await ask('/api/v1/boards', key)).text()).toBe(await (await ask('/api/v1/boards')).text());
  }
});

test('an unknown board and a private one get the same answer', async () => {
  const unknown = await ask('/api/v1/boards/crypt/rankings');
  const hidden = await ask('/api/v1/boards/vault/rankings');
  expect(await hidden.text()).toBe((await unknown.text()).replaceAll('crypt', 'vault'));
  const headers = (response: Response) => [...response.headers].filter(([name]) => name !== 'date');
  expect(headers(hidden)).toEqual(headers(unknown));
});

test('the public sees one player, that of public boards, and a key sees all three', async () => {
  const players = async (key?: string) =>
    ((await (await ask('/api/v1/statistics', key)).json()) as { cards: { label: string; value: number }[] }).cards[0]!.value;
  expect([await players(), await players(server.keys.read)]).toEqual([1, 3]);
});

test('pages are rendered from public data', async () => {
  const player = { username: 'ghost', board: '', period: 'daily' } as const;
  await expect(source.player({ ...player, at: '' })).rejects.toThrow(UnknownPlayer);
  await expect(source.receipt({ ...player, at: '' }, '')).rejects.toThrow(UnknownPlayer);
  await expect(source.player({ ...player, username: 'ada', board: 'vault', at: '' })).rejects.toThrow(UnknownPlayer);
  await expect(source.records('vault')).rejects.toThrow(UnknownBoard);
  await expect(source.rankings({ board: 'vault', period: 'daily', at: '', q: '', page: 1 } as never)).rejects.toThrow(UnknownBoard);
  expect(JSON.stringify(await source.player({ ...player, username: 'ada', at: '' }))).not.toMatch(SECRETS);
});

/** Listens until the text received matches `enough`. */
async function heard(
  target: string,
  key: string | undefined,
  meanwhile: () => Promise<unknown>,
  enough: RegExp,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const response = await ask(target, key, headers);
  expect(response.status).toBe(200);
  let text = '';
  let begun: Promise<unknown> | undefined;
  for await (const bytes of response.body!.pipeThrough(new TextDecoderStream())) {
    text += bytes;
    begun ??= meanwhile();
    if (enough.test(text)) break;
  }
  await begun;
  return text;
}

test('changes of a private board reach callers with a key, and are invisible to the public', async () => {
  const points = (id: string, board: string) =>
    act('POST', targetOf(ENDPOINTS.submitPoints, { query: { board } }), { id, username: 'ghost', points: 1 });
  expect((await ask(CHANGES)).status).toBe(404);
  expect(await heard(CHANGES, server.keys.read, () => points('c1', 'vault'), /data/)).toContain('"board":"vault"');
  expect(await heard(ENDPOINTS.allChanges.path, server.keys.read, () => points('c2', 'vault'), /data/)).toContain('event: change');
  const marks = (text: string) => [...text.matchAll(/^id: (.*)$/gm)].map(([, id]) => id);
  let posted = 2;
  // Once a second the server closes ended periods, which does move the public token: then this is retried.
  await vi.waitFor(async () => {
    const [before] = marks(await heard(ENDPOINTS.allChanges.path, undefined, async () => {}, /id/));
    await points(`c${(posted += 1)}`, 'vault');
    const [after] = marks(await heard(ENDPOINTS.allChanges.path, undefined, async () => {}, /id/));
    expect(after).toBe(before);
    const rankings = await ask('/api/v1/boards/main/view');
    expect(((await rankings.json()) as { mark: string }).mark).toBe(before);
  }, 10_000);
});

/** The text that a key's streams receive until they end; `end` ends them. */
async function toldUntil(end: () => unknown, at: TrialServer, name: string): Promise<readonly string[]> {
  const expires = new Date(now + 60_000).toISOString();
  const { key } = (await act('POST', targetOf(ENDPOINTS.addKey, {}), { name, role: 'read', expires }, at)) as { key: string };
  const streams = await Promise.all([CHANGES, ENDPOINTS.allChanges.path].map((target) => ask(target, key, {}, at)));
  expect(streams.map(({ status }) => status)).toEqual([200, 200]);
  await end();
  await act('POST', targetOf(ENDPOINTS.submitPoints, { query: { board: 'vault' } }), { id: name, username: 'ghost', points: 1 }, at);
  return Promise.all(streams.map((stream) => stream.text()));
}

test('a key receives nothing more once it is revoked', async () => {
  const target = server.url + targetOf(ENDPOINTS.revokeKey, { key: 'revoked-now' });
  const told = await toldUntil(() => fetch(target, { method: 'DELETE', headers: ownerHeaders() }), server, 'revoked-now');
  expect(told.join('')).not.toContain('event: change');
});

test('a key receives nothing more once it has expired', async () => {
  // One thread, because only its clock is the test's.
  const own = await startTrialServer({ LAURELS_THREADS: '1' }, undefined, () => now);
  onTestFinished(() => own.discard());
  await act('POST', targetOf(ENDPOINTS.makeBoard, {}), { name: 'vault', title: 'Strongroom', visibility: 'private' }, own);
  const told = await toldUntil(() => (now += 60_000), own, 'expired');
  expect(told.join('')).not.toContain('event: change');
});

test('signed-in people receive changes of private boards until their session ends', async () => {
  const invited = (await act('POST', targetOf(ENDPOINTS.inviteOperator, {}), { role: 'viewer', name: 'Vera' })) as { link: string };
  const token = invited.link.split('#')[1]!;
  const authenticator = new SoftAuthenticator(new URL(invited.link).origin);
  const post = (target: string, body: object) =>
    fetch(server.url + target, { method: 'POST', headers: { ...CONSOLE, 'content-type': 'application/json' }, body: JSON.stringify(body) });
  const { options } = (await (await post(targetOf(ENDPOINTS.beginJoining, {}), { token })).json()) as { options: { challenge: string } };
  const joined = await post(targetOf(ENDPOINTS.join, {}), { token, credential: authenticator.create(options) });
  const cookie = joined.headers
    .getSetCookie()
    .find((each) => each.startsWith('__Host-'))!
    .split(';', 1)[0]!;
  const signedIn = { ...CONSOLE, cookie };
  const points = (id: string) =>
    act('POST', targetOf(ENDPOINTS.submitPoints, { query: { board: 'vault' } }), { id, username: 'ghost', points: 1 });
  for (const [i, target] of [CHANGES, ENDPOINTS.allChanges.path].entries())
    expect(await heard(target, undefined, () => points(`s${i}`), /data/, signedIn)).toContain('event: change');
  const left = await ask(CHANGES, undefined, signedIn);
  await fetch(server.url + targetOf(ENDPOINTS.signOut, {}), { method: 'DELETE', headers: signedIn });
  await points('s3');
  expect(await left.text()).not.toContain('event: change');
});

test('making a board private ends the streams of callers who may no longer listen, and making it public restores access', async () => {
  await act('PUT', BOARD, { visibility: 'public' });
  expect((await ask('/api/v1/boards/vault/rankings')).status).toBe(200);
  expect(await (await ask('/api/v1/players/ghost')).text()).toMatch(SECRETS);
  const response = await ask(CHANGES);
  expect(response.status).toBe(200);
  expect(await act('PUT', BOARD, { visibility: 'private', title: 'Strongroom 2' })).toMatchObject({ visibility: 'private' });
  // The stream ends.
  await response.text();
  expect((await ask(CHANGES)).status).toBe(404);
  const { entries } = (await (await ask('/api/v1/audit?act=change-board', server.keys.owner)).json()) as { entries: object[] };
  expect(entries.slice(0, 2)).toMatchObject([
    {
      board: 'vault',
      before: { title: 'Strongroom', visibility: 'public' },
      after: { title: 'Strongroom 2', visibility: 'private' },
    },
    { board: 'vault', before: { visibility: 'private' }, after: { visibility: 'public' } },
  ]);
});

test('the default board stays public', async () => {
  const response = await fetch(`${server.url}${targetOf(ENDPOINTS.changeBoard, { board: 'main' })}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${server.keys.owner}`, 'content-type': 'application/json' },
    body: '{"visibility":"private"}',
  });
  expect([response.status, ((await response.json()) as { detail: string }).detail]).toEqual([
    409,
    '"main" is the default board. It cannot be private.',
  ]);
});
