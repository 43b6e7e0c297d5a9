import { afterEach, beforeEach, expect, test } from 'vitest';

import { freshDatabase, type FreshDatabase } from '../../../tests/fresh-database.ts';
import { seeded } from '../../../tests/seeded.ts';
import { ENDPOINTS } from '../../contract/api.ts';
import { targetOf } from '../../contract/endpoint.ts';
import type { ApiRankings } from '../../contract/game-answers.ts';
import { securityHeaders } from '../../server/http/security-headers.ts';
import { parseLiveSettings } from '../../server/operation/live-settings.ts';
import { programVersion } from '../../server/operation/this-process.ts';
import { type LiveParts, type LiveServer, startLive } from './start-live.ts';

const KEY = 'a-key-of-twenty-two-or-more';
const HEADERS = securityHeaders({ scriptHashes: [], styleHashes: [] });

let database: FreshDatabase;
let servers: LiveServer[] = [];
let logged: string[];

/** A page with a player's points, cached like every page. */
const pages: LiveParts['pages'] = (boards) => async () => {
  const { standings } = await boards.reading.page(boards.board('main'), 'all-time', Date.now(), { after: 0 }, 1);
  return { status: 200, headers: { 'cache-control': 'private, no-cache' }, body: String(standings[0]?.points ?? 0) };
};

beforeEach(async () => {
  logged = [];
  database = freshDatabase();
  const env = { PORT: '0', LAURELS_DATABASE: await database.url(), LAURELS_API_KEY: KEY, LAURELS_RATE_LIMIT: 'off' };
  const start = () =>
    startLive({
      settings: parseLiveSettings(env),
      pages,
      headers: HEADERS,
      clock: Date.now,
      steady: Date.now,
      log: (text) => logged.push(text),
    });
  servers = [];
  for (let i = 0; i < 3; i += 1) servers.push(await start());
});

afterEach(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  database.drop();
});

let sent = 0;

async function post(server: LiveServer): Promise<Response> {
  sent += 1;
  return fetch(server.url + targetOf(ENDPOINTS.submitPoints, {}), {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({ id: `event ${sent}`, username: 'ada', points: 1 }),
  });
}

const RANKINGS = targetOf(ENDPOINTS.rankings, { board: 'main', query: { period: 'all-time' } });

test('a client that sends its position reads its own write on any server', async () => {
  const random = seeded();
  const any = () => servers[Math.floor(random() * 3)]!;
  for (let n = 1; n <= 30; n += 1) {
    const posted = await post(any());
    expect(posted.status).toBe(201);
    const position = posted.headers.get('laurels-position')!;
    const read = await fetch(any().url + RANKINGS, { headers: { 'laurels-position': position } });
    expect(((await read.json()) as ApiRankings).standings[0]!.points).toBe(n);
    expect(read.headers.get('set-cookie')).toBeNull();
    expect(read.headers.get('cache-control')).toMatch(/^public/);
  }
  // The operator sets the first key, and the first process logs it.
  expect(logged.filter((line) => !line.includes('key') && !line.includes('Set up'))).toEqual([]);
});

test('a visitor who switches servers never sees older data', async () => {
  const random = seeded();
  const any = () => servers[Math.floor(random() * 3)]!;
  const over = new AbortController();
  const posting = (async () => {
    while (!over.signal.aborted) await post(any());
  })();
  const visits = Array.from({ length: 8 }, async () => {
    let cookie = '';
    let last = -1;
    for (let n = 0; n < 25; n += 1) {
      const isPage = n === 0 || random() < 0.5;
      const answer = await fetch(any().url + (isPage ? '/' : RANKINGS), { headers: { cookie } });
      expect(answer.status).toBe(200);
      cookie = answer.headers.get('set-cookie')?.split(';', 1)[0] ?? cookie;
      const points = isPage ? Number(await answer.text()) : (((await answer.json()) as ApiRankings).standings[0]?.points ?? 0);
      expect(points).toBeGreaterThanOrEqual(last);
      last = points;
    }
  });
  try {
    await Promise.all(visits);
  } finally {
    over.abort();
    await posting;
  }
});

test('a change stream resumes from another server’s position without older changes', async () => {
  const position = (await post(servers[0]!)).headers.get('laurels-position')!;
  const stop = new AbortController();
  const changes = await fetch(`${servers[1]!.url}${targetOf(ENDPOINTS.allChanges, {})}?since=${position}`, { signal: stop.signal });
  const { value } = await changes.body!.getReader().read();
  const text = new TextDecoder().decode(value);
  stop.abort();
  // Nothing was missed: the stream has the position to continue from, and no change.
  expect(text).toContain(`id: ${position}`);
  expect(text).not.toContain('event: change');
});

test('a server that lost its database shows the last known state, and until when it was current', async () => {
  const [server] = servers as [LiveServer];
  expect((await post(server)).status).toBe(201);
  const view = async () =>
    (await fetch(server.url + targetOf(ENDPOINTS.boardView, { board: 'main', query: { period: 'all-time' } }))).json();
  expect(await view()).toMatchObject({ heardUntil: null });
  const before = Date.now();
  database.drop();
  await expect.poll(view, { interval: 100 }).not.toMatchObject({ heardUntil: null });
  const shown = (await view()) as { heardUntil: string; podium: object[] };
  expect(shown.podium[1]).toMatchObject({ holder: { standing: { points: 1, player: { id: 'ada' } } } });
  const heardUntil = Date.parse(shown.heardUntil);
  expect([heardUntil > before - 2000, heardUntil <= Date.now() - 2000]).toEqual([true, true]);
});

test('the overview of any process covers all processes, and all their events', async () => {
  for (const server of servers) expect((await post(server)).status).toBe(201);
  const overviewOf = async ({ url }: LiveServer) => {
    const answer = await fetch(url + ENDPOINTS.overview.path, { headers: { authorization: `Bearer ${KEY}` } });
    return ENDPOINTS.overview.answers[200].schema.parse(await answer.json());
  };
  const [first] = servers;
  const { processes, events, disk } = await overviewOf(first!);
  expect(processes).toHaveLength(3);
  expect(processes.filter(({ isThis }) => isThis)).toHaveLength(1);
  for (const { version, memoryBytes, startedAt } of processes)
    expect([version, memoryBytes! > 0, Date.parse(startedAt!) <= Date.now()]).toEqual([programVersion(), true, true]);
  expect(events.minutes.reduce((sum, count) => sum + count, 0)).toBe(3);
  expect(disk).toBeNull();
});
