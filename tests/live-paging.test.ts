// Paging a changing board, and the same rank everywhere once it is stable.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { type AnswerTo, ENDPOINTS } from '../src/contract/api.ts';
import { type Addressed, targetOf } from '../src/contract/endpoint.ts';
import type { ApiRankings, ApiReport, ApiStanding } from '../src/contract/game-answers.ts';
import type { LiveBoardView } from '../src/contract/page-answers.ts';
import { PERIOD_KINDS, type PeriodKind } from '../src/domain/calendar.ts';
import { anyThreads } from './live/any-threads.ts';
import { startTrialServer, TRIAL_NOW, type TrialServer } from './live/trial-server.ts';
import { seeded } from './seeded.ts';

/** Players with fixed totals, players with changing ones, and how many more may join. */
const STILL = 1_500;
const RESTLESS = 200;
const NEWCOMERS = 3_000;

let server: TrialServer;
let events: number;

beforeEach(async () => {
  server = await startTrialServer(anyThreads('paging'));
  events = 0;
});

afterEach(() => server.discard());

const chance = seeded();
const below = (limit: number) => Math.floor(chance() * limit);

async function record(players: readonly (readonly [username: string, points: number])[]): Promise<void> {
  for (let from = 0; from < players.length; from += 1000) {
    const batch = players.slice(from, from + 1000).map(([username, points]) => ({ id: `e${(events += 1)}`, username, points }));
    const response = await server.post({ events: batch });
    expect(response.status).toBe(200);
    await response.arrayBuffer();
  }
}

async function read<T>(target: string): Promise<T> {
  const response = await fetch(server.url + target);
  expect([target, response.status]).toEqual([target, 200]);
  return (await response.json()) as T;
}

type RankingsQuery = Addressed<typeof ENDPOINTS.rankings>['query'];

const rankings = (query: RankingsQuery) => read<ApiRankings>(targetOf(ENDPOINTS.rankings, { board: 'main', query }));
const view = (period: PeriodKind, page = 1) =>
  read<LiveBoardView>(targetOf(ENDPOINTS.boardView, { board: 'main', query: { period, page } }));

/** All pages from first to last, and back. */
async function walk(query: RankingsQuery): Promise<{ readonly forward: readonly ApiStanding[]; readonly back: readonly ApiStanding[] }> {
  const forward = [await rankings(query)];
  for (let next = forward[0]!.next; next !== null; next = forward.at(-1)!.next) forward.push(await rankings({ ...query, cursor: next }));
  const back = [forward.at(-1)!];
  for (let previous = back[0]!.previous; previous !== null; previous = back.at(-1)!.previous)
    back.push(await rankings({ ...query, cursor: previous }));
  const standings = (pages: readonly ApiRankings[]) => pages.flatMap((page) => page.standings);
  return { forward: standings(forward), back: standings(back.toReversed()) };
}

/** A whole board as visitors page through it, podium first. */
async function seen(kind: PeriodKind): Promise<readonly (readonly [rank: number, points: number, username: string])[]> {
  const first = await view(kind);
  const standings = first.podium.flatMap(({ holder }) => (holder.kind === 'taken' ? [holder.standing] : []));
  for (let page = 1; page <= first.rows.pages; page += 1) standings.push(...(await view(kind, page)).rows.items);
  return standings.toSorted((a, b) => a.rank - b.rank).map(({ rank, points, player }) => [rank, points, player.id]);
}

const named = (standings: readonly ApiStanding[], start: string) =>
  standings.map(({ player }) => player.username).filter((username) => username.startsWith(start));

test('while points arrive as fast as possible, paging covers everyone once, forward and back', async () => {
  await record(Array.from({ length: STILL }, (_, i) => [`still ${i}`, below(2_000)]));
  await record(Array.from({ length: RESTLESS }, (_, i) => [`restless ${i}`, below(2_000)]));
  const order = named((await walk({ period: 'all-time', limit: 1000 })).forward, 'still');
  expect(new Set(order).size).toBe(STILL);

  const busy = new AbortController();
  let joined = 0;
  const load = Array.from({ length: 3 }, async () => {
    while (!busy.signal.aborted) {
      const newcomers = Math.min(20, NEWCOMERS - joined);
      const first = joined;
      joined += newcomers;
      await record([
        ...Array.from({ length: newcomers }, (_, i) => [`newcomer ${first + i}`, below(2_000)] as const),
        ...Array.from({ length: 20 }, () => [`restless ${below(RESTLESS)}`, below(400) - 200] as const),
      ]);
    }
  });
  const before = events;
  for (const limit of [37, 150, 1000]) {
    const { forward, back } = await walk({ period: 'all-time', limit });
    expect(named(forward, 'still')).toEqual(order);
    expect(named(back, 'still')).toEqual(order);
    for (const way of [forward, back]) {
      const newcomers = named(way, 'newcomer');
      expect(new Set(newcomers).size).toBe(newcomers.length);
    }
  }
  for (const isEnough = () => events - before > 500; !isEnough();)
    expect(named((await walk({ period: 'all-time', limit: 1000 })).forward, 'still')).toEqual(order);
  busy.abort();
  await Promise.all(load);

  const { forward, back } = await walk({ period: 'all-time', limit: 150 });
  expect(back).toEqual(forward);
  expect(forward.map(({ rank }) => rank)).toEqual(forward.map((_, i) => i + 1));
  expect(new Set(forward.map(({ player }) => player.username)).size).toBe(STILL + RESTLESS + joined);
  expect(named(forward, 'still')).toEqual(order);
});

describe('without writes', () => {
  const PLAYERS = 400;

  test('a player has the same rank everywhere, in every period', async () => {
    // Events of today, this week, this month and before, so that no two periods have the same order.
    for (const days of [0, 1, 10, 100]) {
      const batch = Array.from({ length: PLAYERS }, (_, i) => ({
        id: `${days} days ago ${i}`,
        username: `player ${i}`,
        points: below(100),
        at: new Date(TRIAL_NOW - days * (86_400_000 - below(3_000))).toISOString(),
      }));
      expect((await server.post({ events: batch })).status).toBe(200);
    }
    const sample = Array.from({ length: 25 }, (_, i) => `player ${i * 16}`);
    for (const username of sample) {
      const response = await server.post({ id: `last of ${username}`, username, points: below(30) });
      const report = (await response.json()) as ApiReport;
      const profile = await read<AnswerTo<'player'>>(targetOf(ENDPOINTS.player, { username }));
      expect(profile.periods.map((place) => place.ranked && [place.period.kind, place.rank, place.points])).toEqual(
        report.periods.map(({ kind, rank, points }) => [kind, rank, points]),
      );
    }
    for (const kind of PERIOD_KINDS) {
      const { forward } = await walk({ period: kind, limit: 90 });
      expect(await seen(kind)).toEqual(forward.map(({ rank, points, player }) => [rank, points, player.username]));
      for (const username of sample) {
        const onPage = forward.find(({ player }) => player.username === username)!;
        const { periods } = await read<AnswerTo<'player'>>(targetOf(ENDPOINTS.player, { username }));
        const around = await rankings({ period: kind, around: username, limit: 7 });
        const found = await rankings({ period: kind, q: username, limit: 1000 });
        const inProfile = periods.find(({ period }) => period.kind === kind)!;
        expect(onPage.rank).toBeGreaterThan(0);
        expect(inProfile).toMatchObject({ ranked: true, rank: onPage.rank, points: onPage.points, total: PLAYERS });
        expect(around.standings.find(({ player }) => player.username === username)).toEqual(onPage);
        expect(found.standings.find(({ player }) => player.username === username)).toEqual(onPage);
        // Neighbours on the page match, too.
        expect(around.standings).toEqual(forward.slice(around.standings[0]!.rank - 1, around.standings[0]!.rank + 6));
      }
    }
  });
});
