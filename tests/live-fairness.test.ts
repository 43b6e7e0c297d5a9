// One caller requests more than their share; everyone else is served as if that caller did not exist.
import { once } from 'node:events';
import { Agent, get, type IncomingMessage, request } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';

import { expect, onTestFinished, test } from 'vitest';

import { ENDPOINTS } from '../src/contract/api.ts';
import { targetOf } from '../src/contract/endpoint.ts';
import { createLivePages, type LivePagesParts } from '../src/main/serve/live-pages.ts';
import { OWN_LOOK } from '../src/server/appearance/site-look.ts';
import { createStoreSource } from '../src/server/answers/store-source.ts';
import { listenerBounds } from '../src/server/api/stream-room.ts';
import { mostOpenFiles } from '../src/server/operation/open-files.ts';
import { boardCard } from '../src/web/live/board/board-card.ts';
import { LIVE_PAGES } from '../src/web/live/pages/live-pages.ts';
import { anyThreads } from './live/any-threads.ts';
import { exchange, type RawAnswer } from './live/raw-exchange.ts';
import { startTrialServer, type TrialServer } from './live/trial-server.ts';

/** The number of distinct pages one caller requests at once. */
const MANY = 50;

const GREEDY = '203.0.113.1';
const MODEST = '203.0.113.2';

/** A live server behind its own proxy. Its pages are short, and take as long as `render`. */
async function start(render: (path: string) => Promise<void> | void = () => {}): Promise<TrialServer> {
  const build: LivePagesParts['build'] = {
    template: '<html lang="en"><head><title></title><meta name="description"></head><body><div id="root"></div></body></html>',
    page: { css: '', beforePaint: '', startScripts: '' },
    modules: Object.fromEntries(LIVE_PAGES.map(({ path }) => [path, []])),
    csp: { scriptHashes: [], styleHashes: [] },
    console: { css: '', theme: '', modules: [] },
    files: '',
    fonts: '',
    playerCard: () => undefined,
    boardCard,
    async render(_source, path) {
      await render(path);
      return { html: path, title: '', description: '', status: 200, answers: [] };
    },
  };
  const server = await startTrialServer(
    { ...anyThreads('fairness'), LAURELS_TRUSTED_PROXIES: '1' },
    {
      pages: (boards) =>
        createLivePages({
          build,
          source: createStoreSource(boards),
          look: () => OWN_LOOK,
          origin: undefined,
          revision: () => boards.changes.mark(),
          log: () => {},
        }),
    },
  );
  onTestFinished(() => server.discard());
  return server;
}

function ask(
  { port }: TrialServer,
  target: string,
  caller: string,
  headers: readonly (readonly [string, string])[] = [],
): Promise<RawAnswer> {
  return exchange(port, { method: 'GET', target, headers: [['X-Forwarded-For', caller], ...headers] });
}

const page = (i: number) => `/leaderboard?mode=all-time&page=${i + 2}`;

test('posts, health checks and others’ pages come before most pages of one caller', async () => {
  let rendered = 0;
  const server = await start((path) => {
    if (path !== '/earn') rendered += 1;
    // Blocks the thread, as rendering a page does.
    for (const began = performance.now(); performance.now() - began < 5;);
  });
  const agent = new Agent({ keepAlive: true, maxSockets: MANY + 3 });
  onTestFinished(() => agent.destroy());
  const send = async (caller: string, path: string, event?: object): Promise<number> => {
    const sent = request({ agent, port: server.port, path, ...(event !== undefined && { method: 'POST' }) });
    sent.setHeader('X-Forwarded-For', caller);
    if (event !== undefined) sent.setHeader('Authorization', `Bearer ${server.keys.write}`).setHeader('Content-Type', 'application/json');
    const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
    sent.end(event === undefined ? '' : JSON.stringify(event));
    const [response] = await answered;
    await once(response.resume(), 'end');
    return response.statusCode!;
  };
  // Opens everyone's connections first.
  await Promise.all(Array.from({ length: MANY + 3 }, () => send(MODEST, '/livez')));

  const pages = Array.from({ length: MANY }, (_, i) => send(GREEDY, page(i)));
  const points = { id: '1', username: 'ada', points: 1 };
  const others = [send(MODEST, '/livez'), send(MODEST, targetOf(ENDPOINTS.submitPoints, {}), points), send(MODEST, '/earn')];
  for (const [status, renderedBefore] of await Promise.all(others.map(async (answered) => [await answered, rendered] as const))) {
    expect(status).toBeLessThan(300);
    expect(renderedBefore).toBeLessThan(MANY / 2);
  }
  expect(await Promise.all(pages)).toEqual(pages.map(() => 200));
});

test('a caller with too many pages waiting gets 429, and others do not wait for them', async () => {
  let open: () => void = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  const server = await start(() => opened);
  const refused: RawAnswer[] = [];
  const pages = Array.from({ length: 70 }, async (_, i) => {
    const answer = await ask(server, page(i), GREEDY, i % 2 === 0 ? [['Accept', 'text/html']] : []);
    if (answer.status !== 200) refused.push(answer);
    return answer.status;
  });
  // Two are being rendered, 64 may wait.
  while (refused.length < 4) await turn();
  const others = ask(server, '/earn', MODEST);
  expect((await ask(server, '/livez', GREEDY)).status).toBe(200);
  open();
  expect((await others).status).toBe(200);
  expect((await Promise.all(pages)).filter((status) => status === 200)).toHaveLength(66);
  expect(refused).toHaveLength(4);
  for (const { status, headers, body } of refused) {
    expect([status, headers.get('retry-after')]).toEqual([429, '1']);
    if (headers.get('content-type') === 'application/problem+json')
      expect(JSON.parse(body)).toMatchObject({ type: 'urn:laurels:problem:too-many-requests' });
    else expect(body).toContain('<h1>Slow down a little</h1>');
  }
  expect(server.logged).toEqual([]);
});

test('equivalent URLs share one page, whose content depends on the caller', async () => {
  const rendered: string[] = [];
  const server = await start((path) => void rendered.push(path));
  const written = (target: string) => ask(server, target, MODEST);
  const answers = [
    ...(await Promise.all(['/', '/?x=1', '/?utm_source=y&x=2', '/?period=DAILY', '/?page=1&q='].map(written))),
    ...(await Promise.all(['/players/ada', '/players/%61da', '/players/a%64%61?x=1'].map(written))),
    ...(await Promise.all(['/?period=yearly', '/?x=1&period=yearly', '/?period=yearly&page=nine'].map(written))),
  ];
  expect(rendered).toEqual(['/', '/players/ada', '/?period=yearly']);
  expect(new Set(answers.map(({ headers }) => headers.get('etag'))).size).toBe(3);
  for (const { body } of answers) expect(body).toContain('data-rendered-for="?"');
});

test('a caller has a limited number of streams, others still get theirs, and this is logged once', async () => {
  const server = await start();
  const { perCaller } = listenerBounds(mostOpenFiles());
  const listen = async (caller: string) => {
    const asked = get(server.url + targetOf(ENDPOINTS.allChanges, {}), { agent: false, headers: { 'x-forwarded-for': caller } });
    onTestFinished(() => void asked.destroy());
    asked.on('error', () => {});
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    response.on('error', () => {}).resume();
    return response;
  };
  const statusOf = async (caller: string) => (await listen(caller)).statusCode;
  const heard: (number | undefined)[] = [];
  for (let i = 0; i < perCaller; i += 1) heard.push(await statusOf(GREEDY));
  expect(new Set(heard)).toEqual(new Set([200]));
  for (let i = 0; i < 3; i += 1) {
    const { statusCode, headers } = await listen(GREEDY);
    expect([statusCode, headers['content-type'], headers['retry-after']]).toEqual([429, 'application/problem+json', '5']);
  }
  expect(await statusOf(MODEST)).toBe(200);
  expect(server.logged).toEqual([`${GREEDY} has ${perCaller} open change streams. Further ones are refused.`]);
});

test.each(['X-Forwarded-For', 'Forwarded'])('an unconfigured proxy is logged once: %s', async (name) => {
  const server = await startTrialServer(anyThreads('fairness'));
  onTestFinished(() => server.discard());
  for (const target of ['/livez', '/', '/api/v1/boards'])
    await exchange(server.port, { method: 'GET', target, headers: [[name, 'for=evil']] });
  expect(server.logged).toEqual([expect.stringMatching(new RegExp(`^A request has the header ${name}, .* set LAURELS_TRUSTED_PROXIES`))]);
  expect(server.logged[0]).not.toContain('evil');
});

test('a trusted proxy is not logged', async () => {
  const server = await start();
  await ask(server, '/livez', GREEDY);
  expect(server.logged).toEqual([]);
});
