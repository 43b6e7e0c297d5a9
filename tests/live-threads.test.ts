// Several threads on one port, over real sockets: nobody can tell which of them answers.
import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { ENDPOINTS } from '../src/contract/api.ts';
import { targetOf } from '../src/contract/endpoint.ts';
import { startTrialServer, TRIAL_NOW, type TrialServer } from './live/trial-server.ts';

/** So many connections that surely each thread has some: the kernel deals them out. */
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

/** A connection of its own, which stays with the thread that accepted it. */
function connection(url = server.url) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = (method: string, target: string, body?: object, key?: string): Promise<Answer> =>
    new Promise((done, fail) => {
      const text = body === undefined ? undefined : JSON.stringify(body);
      const headers = {
        ...(text !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
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

test('whoever was told of points sees them through every connection', async () => {
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

test('every connection answers every question alike, keys included', async () => {
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

test('a thread that fails is replaced, and what was acknowledged is there', async () => {
  const all = connections();
  const before = await Promise.all(all.map(({ get }) => get(rankingAround('wanda-1'))));
  expect(new Set(before.map(({ status }) => status))).toEqual(new Set([200]));
  let acknowledged = 0;
  const posting = connection();
  for (let round = 0; round < 5; round += 1) {
    server.failThreads();
    for (let i = 0; i < 20; i += 1) {
      const again = connection();
      // The connection itself may be one of the thread that just failed.
      const posted = await again
        .ask('POST', POINTS, { id: `f-${round}-${i}`, username: 'fiona', points: 1 }, server.keys.write)
        .catch(() => undefined);
      again.close();
      if (posted?.status === 201) acknowledged += 1;
      else {
        const retried = await posting
          .ask('POST', POINTS, { id: `f-${round}-${i}`, username: 'fiona', points: 1 }, server.keys.write)
          .catch(() => undefined);
        if (retried !== undefined && retried.status < 300) acknowledged += 1;
      }
    }
    while (server.listening() < 2) await wait(20);
  }
  const after = connections();
  for (const { text } of await Promise.all(after.map(({ get }) => get(rankingAround('fiona'))))) {
    const { standings } = JSON.parse(text) as { standings: readonly { player: { username: string }; points: number }[] };
    expect(standings.find(({ player }) => player.username === 'fiona')?.points).toBe(acknowledged);
  }
  [...all, ...after, posting].forEach(({ close }) => close());
});

test('of twice as many requests exactly the limit passes, through whatever connection', async () => {
  const limited = await startTrialServer({ LAURELS_THREADS: '3', LAURELS_RATE_LIMIT: '20' }, undefined, () => TRIAL_NOW);
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

test('a change is told to the listeners of every thread, and the server stops with all of them', async () => {
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
