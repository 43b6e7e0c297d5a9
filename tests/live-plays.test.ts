// Plays over real sockets: through any thread and process, after restarts and kills. Each counts once, and invalid plays never count.
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { type AnswerTo, ENDPOINTS } from '../src/contract/api.ts';
import { targetOf } from '../src/contract/endpoint.ts';
import { startLive } from '../src/main/serve/start-live.ts';
import { createApiClient } from '../src/remote/api-client.ts';
import { securityHeaders } from '../src/server/http/security-headers.ts';
import { parseLiveSettings } from '../src/server/operation/live-settings.ts';
import { startTrialCluster } from './cluster/trial-cluster.ts';
import { anyThreads } from './live/any-threads.ts';
import { searchForSeeds } from './live/future-seeds.ts';
import { playKills } from './live/play-kills.ts';
import { startTrialServer, trialClock } from './live/trial-server.ts';
import { SEED } from './seeded.ts';

/** Few; `npm run soak -- plays` has 200 and 3,000. */
const KILLS = 3;
const ADDRESSES = 300;

const HOUR = 3_600_000;
const NO_PLAY_LIMITS = { seconds: null, rate: null, hour: null, day: null };

const clientOf = (url: string, key: string) => createApiClient(ENDPOINTS, { origin: url, key });

/** The status of the answer to a finished play. */
async function finish(url: string, key: string, play: string, body: object = { points: 5 }): Promise<number> {
  const answer = await fetch(url + targetOf(ENDPOINTS.finishPlay, { play }), {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await answer.text();
  return answer.status;
}

async function total(url: string, key: string, board: string): Promise<number> {
  const { standings } = await clientOf(url, key)('rankings', { board, query: { period: 'all-time' } });
  return standings.reduce((sum, { points }) => sum + points, 0);
}

test('plays for another board, player or key, replayed, expired, early, altered or of a revoked key never count, even after a restart', async () => {
  let now = trialClock();
  const threads = anyThreads('plays');
  // Other threads have their own clock.
  const isOneThread = threads.LAURELS_THREADS === '1';
  const server = await startTrialServer(threads, undefined, () => now);
  onTestFinished(() => server.discard());
  const owner = clientOf(server.url, server.keys.owner);
  await owner('makeBoard', { body: { name: 'cup', title: 'Cup' } });
  await owner('setLimits', { board: 'cup', body: { play: { ...NO_PLAY_LIMITS, seconds: 20 } } });
  const { key: bound } = await owner('addKey', { body: { name: 'cup', role: 'play', bounds: { boards: ['cup'] } } });
  const { key: gone } = await owner('addKey', { body: { name: 'gone', role: 'play' } });
  const game = clientOf(server.url, server.keys.play);
  const [ada, bob] = [await game('createGuest', { body: { name: 'Ada' } }), await game('createGuest', { body: { name: 'Bob' } })];
  const begin = (key: string, board: string, guest = ada.secret) => clientOf(server.url, key)('beginPlay', { body: { board, guest } });
  const tries: (readonly [what: string, status: number, wanted: number])[] = [];
  const tried = async (what: string, wanted: number, key: string, play: string, body?: object, url = server.url) =>
    tries.push([what, await finish(url, key, play, body), wanted]);

  const onMain = await begin(server.keys.play, 'main');
  const ofBob = await begin(server.keys.play, 'main', bob.secret);
  const [signedFor, mac] = onMain.play.split('.') as [string, string];
  const fields = JSON.parse(Buffer.from(signedFor.slice(3), 'base64url').toString()) as readonly unknown[];
  const changed = (from: unknown, to: unknown) =>
    `lp_${Buffer.from(JSON.stringify(fields.map((field) => (field === from ? to : field)))).toString('base64url')}.${mac}`;
  await tried('another board', 404, server.keys.play, changed('main', 'cup'));
  await tried('another player', 404, server.keys.play, changed(ada.username, bob.username));
  await tried('another player in the body', 400, server.keys.play, onMain.play, { points: 5, username: bob.username });
  await tried('the signature of another play', 404, server.keys.play, `${signedFor}.${ofBob.play.split('.')[1]}`);
  await tried('another key', 404, gone, onMain.play);
  await tried('a key for another board', 404, bound, onMain.play);
  await tried('no key', 401, '', onMain.play);
  await tried('a key that posts points', 403, server.keys.write, onMain.play);
  await tried('early', 202, bound, (await begin(bound, 'cup')).play);
  const revoked = await begin(gone, 'main');
  await owner('revokeKey', { key: 'gone' });
  await tried('a revoked key', 401, gone, revoked.play);
  await tried('a play of a revoked key, by another', 404, server.keys.play, revoked.play);
  expect([await total(server.url, server.keys.owner, 'main'), await total(server.url, server.keys.owner, 'cup')]).toEqual([0, 0]);

  await tried('a play', 201, server.keys.play, onMain.play);
  await tried('the same again', 200, server.keys.play, onMain.play);
  await tried('the same with other points', 409, server.keys.play, onMain.play, { points: 6 });
  await Promise.all(Array.from({ length: 20 }, () => finish(server.url, server.keys.play, ofBob.play)));
  await tried('once more', 200, server.keys.play, ofBob.play);

  const [before, late] = [await begin(server.keys.play, 'main'), await begin(server.keys.play, 'main')];
  await server.stop();
  now += 5 * HOUR;
  const again = await startLive({
    settings: parseLiveSettings({ PORT: '0', LAURELS_DATA: server.folder, LAURELS_RATE_LIMIT: 'off', ...threads }),
    headers: securityHeaders({ scriptHashes: [], styleHashes: [] }),
    clock: () => now,
    steady: () => now,
    isOnTerminal: true,
    log: () => {},
    pages: () => async () => ({ status: 200, headers: {}, body: null }),
  });
  try {
    await tried('after a restart', 201, server.keys.play, before.play, { points: 5 }, again.url);
    await tried('replayed after a restart', 200, server.keys.play, onMain.play, { points: 5 }, again.url);
    await tried('another key after a restart', 404, bound, before.play, { points: 5 }, again.url);
    await tried('a revoked key after a restart', 401, gone, revoked.play, { points: 5 }, again.url);
    now += 2 * HOUR;
    if (isOneThread) await tried('expired', 410, server.keys.play, late.play, { points: 5 }, again.url);
    expect(tries.filter(([, status, wanted]) => status !== wanted)).toEqual([]);
    expect([await total(again.url, server.keys.owner, 'main'), await total(again.url, server.keys.owner, 'cup')]).toEqual([15, 0]);
  } finally {
    await again.stop();
  }
});

test('a play of a challenge counts for the day of its seed, as long as that day accepts points', async () => {
  let now = Date.parse('2026-11-21T23:59:50Z');
  const server = await startTrialServer({ LAURELS_THREADS: '1' }, undefined, () => now);
  onTestFinished(() => server.discard());
  const owner = clientOf(server.url, server.keys.owner);
  await owner('changeBoard', { board: 'main', body: { timeZone: 'UTC' } });
  await owner('setLimits', { board: 'main', body: { challenge: true } });
  const game = clientOf(server.url, server.keys.play);
  const { secret: guest } = await game('createGuest', { body: {} });
  const [soon, late] = await Promise.all([1, 2].map(() => game('beginPlay', { body: { board: 'main', guest } })));
  expect([soon!.day, soon!.latest]).toEqual(['2026-11-21T00:00:00.000Z', '2026-11-22T00:00:59.999Z']);
  now += 30_000;
  expect(await finish(server.url, server.keys.play, soon!.play)).toBe(201);
  now += 40_000;
  expect(await finish(server.url, server.keys.play, late!.play)).toBe(410);
  const ranked = async (at: string) => (await owner('rankings', { board: 'main', query: { period: 'daily', at } })).standings.length;
  expect([await ranked('2026-11-21'), await ranked('2026-11-22')]).toEqual([1, 0]);
});

test('a play that began in one process counts once through any other, with the same seeds and attempts', async () => {
  const cluster = await startTrialCluster({ processes: 2 });
  try {
    const [one, other] = cluster.processes.map(({ url }) => url) as [string, string];
    const { key } = await clientOf(one, cluster.key)('addKey', { body: { name: 'game', role: 'play' } });
    // Without a shared secret for seeds, both would create one now.
    const seeds = await Promise.all([one, other].map((url) => clientOf(url, cluster.key)('challenge', { board: 'main' })));
    expect(seeds[0]!.next.hash).toBe(seeds[1]!.next.hash);
    const { secret: guest } = await clientOf(one, key)('createGuest', { body: { name: 'Ada' } });
    const begin = (url: string, body: { board: string; guest: string } = { board: 'main', guest }): Promise<AnswerTo<'beginPlay'>> =>
      clientOf(url, key)('beginPlay', { body });
    const plays = await Promise.all([one, other, one, other].map((url) => begin(url)));
    expect(new Set(plays.map(({ seed }) => seed))).toEqual(new Set([seeds[0]!.seed]));
    // Each play is finished through both processes at once.
    const statuses = await Promise.all(plays.map(({ play }) => Promise.all([one, other].map((url) => finish(url, key, play)))));
    for (const both of statuses) expect(both.toSorted((a, b) => a - b)).toEqual([200, 201]);
    await clientOf(one, cluster.key)('setLimits', { board: 'main', body: { challenge: true, play: { ...NO_PLAY_LIMITS, day: 6 } } });
    // Operators see changes through any process.
    await clientOf(other, cluster.key)('limits', { board: 'main' });
    const more = await Promise.all(Array.from({ length: 6 }, () => begin(other)));
    expect(more.map(({ left }) => left)).toEqual(more.map(() => 2));
    const ended = await Promise.all(more.map(({ play }, i) => finish([one, other][i % 2]!, key, play)));
    expect(ended.toSorted((a, b) => a - b)).toEqual([201, 201, 202, 202, 202, 202]);
    const kept = await begin(one).catch((error: unknown) => String(error));
    expect(kept).toMatch(/attempt/);
    await clientOf(one, cluster.key)('setLimits', { board: 'main', body: {} });
    const last = await begin(one);
    await cluster.processes[0]!.end('SIGKILL');
    expect(await finish(other, key, last.play)).toBe(201);
    expect(await total(other, cluster.key, 'main')).toBe(7 * 5);
  } finally {
    await cluster.discard();
  }
});

test(`counts each play once when the server is killed between its end and the answer, ${KILLS} times`, async () => {
  // Data that must survive a kill is written to a disk.
  const folder = mkdtempSync(join(process.env['LAURELS_TEST_DISK']!, 'laurels-plays-'));
  const { wrong, unanswered } = await playKills(folder, KILLS, SEED);
  rmSync(folder, { recursive: true });
  expect(wrong).toEqual([]);
  expect(unanswered).toBeGreaterThan(0);
});

test('no answer reveals a seed of a future period', async () => {
  const { present, ...search } = await searchForSeeds(ADDRESSES);
  expect(search).toEqual({ addresses: ADDRESSES, revealed: [] });
  expect(present).toBeGreaterThan(0);
});
