// Several threads on one port, over real sockets: no client can tell which of them answers.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

import { ENDPOINTS } from '../src/contract/api.ts';
import { targetOf } from '../src/contract/endpoint.ts';
import { openLiveBuild } from '../src/main/serve/live-build.ts';
import { createSitePages } from '../src/main/serve/site-pages.ts';
import { freePort } from '../scripts/tools/free-port.ts';
import { LIVE_PAGES } from '../src/web/live/pages/live-pages.ts';
import { parseLiveSettings } from '../src/server/operation/live-settings.ts';
import { privacySettings } from '../src/server/privacy/privacy-page.ts';
import { readerKills } from './live/reader-kills.ts';
import { startTrialServer, TRIAL_NOW, type TrialServer } from './live/trial-server.ts';
import { SEED } from './seeded.ts';

/** Enough connections for each thread to get some: the kernel distributes them. */
const CONNECTIONS = 24;

let server: TrialServer;

beforeAll(async () => {
  server = await startTrialServer({ LAURELS_THREADS: '3' });
});

afterAll(() => server.discard());

interface Answer {
  readonly status: number;
  readonly tag: string | undefined;
  readonly text: string;
}

/** A connection that stays with the thread that accepted it. */
function connection(url = server.url) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = (method: string, target: string, body?: object, key?: string, more: Record<string, string> = {}): Promise<Answer> =>
    new Promise((done, fail) => {
      const text = body === undefined ? undefined : JSON.stringify(body);
      const headers = {
        ...(text !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...more,
      };
      const sent = request(url + target, { agent, method, headers }, (response: IncomingMessage) => {
        let received = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (received += chunk));
        response.on('end', () => done({ status: response.statusCode!, tag: response.headers.etag, text: received }));
        response.on('error', fail);
      });
      sent.on('error', fail).end(text);
    });
  return { get: (target: string, key?: string) => ask('GET', target, undefined, key), ask, close: () => agent.destroy() };
}

const connections = () => Array.from({ length: CONNECTIONS }, () => connection());

const POINTS = targetOf(ENDPOINTS.submitPoints, {});

const rankingAround = (username: string) =>
  targetOf(ENDPOINTS.rankings, { board: 'main', query: { period: 'all-time', around: username, limit: 3 } });

test('a client that has been notified of points sees them through every connection', async () => {
  const all = connections();
  const post = async (round: number, i: number) => {
    const username = `wanda-${i}`;
    const posted = await all[i]!.ask('POST', POINTS, { id: `r-${round}-${i}`, username, points: 1 }, server.keys.write);
    expect(posted.status).toBe(201);
    const seen = await Promise.all(all.map(({ get }) => get(rankingAround(username))));
    for (const { text } of seen) {
      const { standings } = JSON.parse(text) as { standings: readonly { player: { username: string }; points: number }[] };
      expect(standings.find(({ player }) => player.username === username)?.points).toBe(round);
    }
  };
  for (let round = 1; round <= 10; round += 1) await Promise.all(Array.from({ length: 8 }, (_, i) => post(round, i)));
  all.forEach(({ close }) => close());
});

test('every connection answers every request alike, including keys', async () => {
  const owner = { key: server.keys.owner };
  const main = connection();
  await main.ask('POST', targetOf(ENDPOINTS.makeBoard, {}), { name: 'vault', title: 'Vault', visibility: 'private' }, owner.key);
  const events = Array.from({ length: 60 }, (_, i) => ({
    id: `e-${i}`,
    username: `alike-${i % 20}`,
    points: i,
    activity: `level ${i % 3}`,
  }));
  await main.ask('POST', POINTS, { events }, server.keys.write);
  await main.ask(
    'POST',
    targetOf(ENDPOINTS.submitPoints, { query: { board: 'vault' } }),
    { id: 'v', username: 'alike-1', points: 9 },
    owner.key,
  );
  const all = connections();
  const targets = [
    targetOf(ENDPOINTS.boards, {}),
    targetOf(ENDPOINTS.rankings, { board: 'main', query: { limit: 5 } }),
    targetOf(ENDPOINTS.rankings, { board: 'vault', query: {} }),
    targetOf(ENDPOINTS.boardView, { board: 'main', query: {} }),
    '/api/v1/players/alike-3',
    '/api/v1/players/nobody',
    '/api/v1/boards/main/statistics',
    '/api/v1/boards/main/results?period=daily',
    '/api/v1/nothing',
    `/api/v1/boards/main/rankings?at=${new Date(TRIAL_NOW - 60_000).toISOString()}`,
  ];
  for (const key of [undefined, server.keys.read, server.keys.moderator])
    for (const target of targets) {
      const answers = await Promise.all(all.map(({ get }) => get(target, key)));
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size, `${target} ${answers.map(({ text }) => text).join('\n')}`).toBe(
        1,
      );
    }
  [...all, main].forEach(({ close }) => close());
});

test('threads that end under load are replaced, and acknowledged points count once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'laurels-reader-kills-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { acknowledged, faults, differences } = await readerKills(folder, 5, SEED, { LAURELS_THREADS: '3', LAURELS_LOG: 'error' });
  expect({ faults, differences }).toEqual({ faults: [], differences: [] });
  expect(acknowledged).toBeGreaterThan(20);
});

/** A build whose pages show which thread rendered them: 0 is the one that writes. Returns its folder. */
function signedBuild(): string {
  const folder = mkdtempSync(join(tmpdir(), 'laurels-signed-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const part of ['render', 'site']) mkdirSync(join(folder, part));
  writeFileSync(
    join(folder, 'pages.json'),
    JSON.stringify({
      template: '<html lang="en"><head><title></title><meta name="description"></head><body><div id="root"></div></body></html>',
      page: { css: '', beforePaint: '', startScripts: '' },
      modules: Object.fromEntries(LIVE_PAGES.map(({ path }) => [path, []])),
      csp: { scriptHashes: [], styleHashes: [] },
      console: { css: '', theme: '', modules: [] },
      documentScript: '',
    }),
  );
  writeFileSync(
    join(folder, 'render/live-render.js'),
    `import { threadId } from 'node:worker_threads';
    export const boardCard = undefined, playerCard = () => undefined;
    export async function renderLive(_source, path) {
      if (path.startsWith('/players/')) throw new TypeError('a table is missing');
      return { html: '<p id="by">' + Math.sign(threadId - ${threadId}) + '</p>' + path, title: '', description: '', status: path === '/404' ? 404 : 200, answers: [] };
    }
    export const renderDocument = async (_source, document) => ({ html: JSON.stringify(document), title: '', description: '', status: 200 });`,
  );
  return folder;
}

test('readers render pages, wherever they arrive; without readers, the thread that writes does', async () => {
  const folder = signedBuild();
  const build = await openLiveBuild(folder);
  const draw = () => Promise.reject(new Error('Nothing is drawn here.'));
  const privacy = privacySettings(parseLiveSettings({ LAURELS_CONTACT: 'privacy@play.example' }));
  const own = await startTrialServer(
    { LAURELS_THREADS: '2', LAURELS_CONTACT: 'privacy@play.example' },
    { build: folder, pages: createSitePages({ build, origin: undefined, privacy, draw, clock: () => TRIAL_NOW, log: () => {} }) },
  );
  try {
    const all = Array.from({ length: CONNECTIONS }, () => connection(own.url));
    const alike = async (method: string, target: string, headers: Record<string, string> = {}) => {
      const answers = await Promise.all(all.map(({ ask }) => ask(method, target, undefined, undefined, headers)));
      expect(answers).toEqual(answers.map(() => answers[0]));
      return answers[0]!;
    };
    const page = await alike('GET', '/earn?x=1');
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('<p id="by">1</p>/earn')]);
    expect(await alike('HEAD', '/earn')).toMatchObject({ status: 200, tag: page.tag, text: '' });
    expect(await alike('GET', '/earn', { 'if-none-match': page.tag! })).toMatchObject({ status: 304, text: '' });
    expect((await alike('GET', '/nothing/here')).status).toBe(404);
    expect((await alike('GET', '/privacy')).text).toContain('Results are not sent to other servers.');
    const webhook = { name: 'results', url: 'https://hooks.example/', events: ['podium.changed'] };
    expect(await all[0]!.ask('POST', targetOf(ENDPOINTS.addWebhook, {}), webhook, own.keys.owner)).toMatchObject({ status: 201 });
    expect((await alike('GET', '/privacy')).text).toContain('sent to servers that the operator chose');
    expect((await alike('GET', '/privacy')).text).toContain('mailto:privacy@play.example');
    expect((await alike('POST', '/earn')).status).toBe(405);
    for (const { get } of all.slice(0, 8))
      expect(await get('/players/ada')).toMatchObject({ status: 500, text: expect.not.stringContaining('table') });
    const failures = () => own.logged.filter((line) => line.startsWith('GET page: TypeError: a table is missing'));
    await expect.poll(failures).toHaveLength(8);
    own.failThreads();
    // Requests at a failing thread break, and the others do not wait for it.
    let byWriter = false;
    while (!byWriter) {
      const again = connection(own.url);
      const answer = await again.get('/').catch(() => undefined);
      again.close();
      if (answer?.status === 200) byWriter = answer.text.includes('<p id="by">0</p>');
      else expect(answer?.status ?? 503).toBe(503);
    }
    all.forEach(({ close }) => close());
  } finally {
    await own.discard();
  }
});

test('of twice the limit of requests, exactly the limit passes, through any connection', async () => {
  const limited = await startTrialServer({ LAURELS_THREADS: '3', LAURELS_RATE_LIMIT: '20' });
  try {
    const all = Array.from({ length: 40 }, () => connection(limited.url));
    const answers = await Promise.all(all.map(({ get }) => get(targetOf(ENDPOINTS.boards, {}))));
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([...Array<number>(20).fill(200), ...Array<number>(20).fill(429)]);
    all.forEach(({ close }) => close());
  } finally {
    await limited.discard();
  }
});

test('of two servers that start at once, one gets the port', async () => {
  const port = await freePort();
  const started = await Promise.allSettled(Array.from({ length: 2 }, () => startTrialServer({ LAURELS_THREADS: '2', PORT: String(port) })));
  for (const one of started) if (one.status === 'fulfilled') await one.value.discard();
  expect(started.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(started).toContainEqual({
    status: 'rejected',
    reason: expect.objectContaining({ message: expect.stringContaining('already in use') as string }) as Error,
  });
});

test('listeners on every thread are notified of a change, and the server stops with all of them connected', async () => {
  const own = await startTrialServer({ LAURELS_THREADS: '3' });
  try {
    const streams = await Promise.all(Array.from({ length: CONNECTIONS }, () => fetch(own.url + ENDPOINTS.allChanges.path)));
    const heard = streams.map(async ({ body }) => {
      let text = '';
      for await (const chunk of body!) {
        text += Buffer.from(chunk as Uint8Array).toString();
        if (text.includes('event: change')) return true;
      }
      return false;
    });
    expect((await own.post({ id: 'told', username: 'tess', points: 1 })).status).toBe(201);
    expect(await Promise.all(heard)).toEqual(Array(CONNECTIONS).fill(true));
  } finally {
    await own.discard();
  }
});
