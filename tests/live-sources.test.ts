// The shared suite for the live edition's sources: the store itself, and the browser's access over HTTP.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

import { afterEach, expect, test } from 'vitest';

import type { LeaderboardSource } from '../src/contract/leaderboard-source.ts';
import { describeLeaderboardSource, type SeededPlayer, type SourceUnderTest, totalsOf } from '../src/contract/leaderboard-source.suite.ts';
import { type LiveSource, UnknownBoard, UnknownPlayer } from '../src/contract/live-source.ts';
import type { LiveStanding } from '../src/contract/page-answers.ts';
import type { Catalogue } from '../src/contract/catalogue.ts';
import { rankTotals } from '../src/domain/ranking.ts';
import { momentText } from '../src/contract/moment-text.ts';
import { UnknownMoment } from '../src/contract/when.ts';
import { createHttpSource } from '../src/remote/http-source.ts';
import { CurrentAppearance } from '../src/server/appearance/current-appearance.ts';
import { createApi } from '../src/server/api/handlers/live-api.ts';
import { createRateLimits } from '../src/server/api/rate-limit.ts';
import { LiveBoards } from '../src/server/boards/live-boards.ts';
import { trialOperators } from '../src/server/api/trial-api.suite.ts';
import { createNodeServer, httpRequestOf, sendAnswer } from '../src/server/http/node-http.ts';
import { parseEvent } from '../src/server/boards/points/points-intake.ts';
import { createStoreSource } from '../src/server/answers/store-source.ts';
import { openMemoryStore } from './oracle/memory-store.ts';
import { PLAIN_BOARD } from '../src/server/store/stored-values.ts';

/** A Wednesday, so that the week has earlier days. */
const NOW = Date.parse('2026-11-18T12:00:00Z');
const MONDAY = '2026-11-16T12:00:00Z';
const TODAY = Date.parse('2026-11-18T09:00:00Z');

const ENTRY = { subtitle: 'For all', avatar: '🏆', extra: 'Soon' };

/** The catalogue, with some names that resemble those of players. */
const CATALOGUE: Catalogue = {
  activities: [
    { id: 'match', title: 'Match', description: 'Play a match.', points: 100, difficulty: 'Easy', timeRequired: '20 min' },
    {
      id: 'raid',
      title: 'Raid',
      description: 'Win a raid.',
      points: 500,
      difficulty: 'Hard',
      timeRequired: '1 hour',
      link: 'https://play.example/',
    },
  ],
  tournaments: [
    { ...ENTRY, id: 'winter', title: 'Winter Cup' },
    { ...ENTRY, id: 'nano', title: 'Nano Cup' },
  ],
  achievements: [{ ...ENTRY, id: 'cafe', title: 'At the Café' }],
  prizes: [],
};

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

/** Boards in a fresh database with exactly these players and points. */
async function seeded(players: readonly SeededPlayer[]) {
  const store = await openMemoryStore();
  const boards = await LiveBoards.open(store, { clock: () => NOW, graceMs: Infinity });
  closers.push(async () => {
    await boards.commits.settled();
    await store.close();
  });
  await boards.editing.make({
    name: 'main',
    title: 'Main',
    ...PLAIN_BOARD,
    calendar: { timeZone: 'UTC', weekStart: 1 },
  });
  // The first to arrive gets the lower id.
  const inOrder = players.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const events = inOrder.flatMap(({ id, username, avatar, points: { daily, weekly }, reachedAt }) => {
    const at = new Date(TODAY + reachedAt).toISOString();
    const player = { username: id, displayName: username, avatar };
    return [
      { ...player, id: `${id} monday`, at: MONDAY, points: weekly - daily },
      // Two events, so that the total is reached at that moment: an event without points would not count as reaching it.
      { ...player, id: `${id} up`, at, points: 1000 },
      { ...player, id: `${id} down`, at, points: daily - 1000 },
    ];
  });
  if (events.length > 0) {
    await boards.commits.submit(
      boards.board('main'),
      events.map((event) => parseEvent(event, NOW)),
    );
  }
  await boards.catalogue.replace(CATALOGUE);
  return { store, boards };
}

async function storeSource(players: readonly SeededPlayer[]): Promise<LiveSource> {
  const { boards } = await seeded(players);
  return createStoreSource(boards);
}

async function httpSource(players: readonly SeededPlayer[]): Promise<LiveSource> {
  const { store, boards } = await seeded(players);
  const api = createApi({
    boards,
    readiness: async () => [],
    appearance: await CurrentAppearance.open(store, boards),
    keys: { check: () => ({ state: 'unknown' }) },
    operators: trialOperators(store, () => NOW),
    limits: createRateLimits('off', () => NOW),
    clock: () => NOW,
    outages: { refused: console.error },
    log: console.error,
  });
  const server = createNodeServer([], (incoming, outgoing) => {
    void api(httpRequestOf(incoming)).then((answer) => sendAnswer(answer, outgoing, []));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  return createHttpSource(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

/** A live source for the suite: for now or a moment, without the live edition's extras. */
function suited(source: LiveSource, at = ''): LeaderboardSource {
  const standing = ({ rank, points, prize, tie, player }: LiveStanding) => ({ rank, points, prize, tie, player });
  return {
    ...source,
    search: async (question) => (await source.search({ ...question, board: '', page: 1 })).entries,
    async rankings({ period, q, page }) {
      const { podium, rows } = await source.rankings({ board: '', period, at, q, page });
      const [second, first, third] = podium;
      const lane = <Lane extends (typeof podium)[number]>({ place, holder }: Lane): { place: Lane['place']; holder: typeof holder } => ({
        place,
        holder: holder.kind === 'taken' ? { kind: 'taken', standing: standing(holder.standing) as LiveStanding } : holder,
      });
      return { podium: [lane(second), lane(first), lane(third)], rows: { ...rows, items: rows.items.map(standing) } };
    },
  };
}

/** A source of the live edition for the suite: its figures are computed from the players. */
function live(open: (players: readonly SeededPlayer[]) => Promise<LiveSource>, at = ''): SourceUnderTest {
  return {
    open: async (players) => suited(await open(players), at),
    moments: [0, 1, 60_000],
    tells: (players) => ({
      activities: CATALOGUE.activities,
      titles: {
        // All wins happened this week.
        player: rankTotals(totalsOf(players, 'weekly')).map(({ total }) => total.player.username),
        tournament: CATALOGUE.tournaments.map(({ title }) => title),
        achievement: CATALOGUE.achievements.map(({ title }) => title),
      },
      cards: [
        { label: 'Total Players', value: players.length, change: null },
        { label: 'Active Games', value: players.length === 0 ? 0 : 1, change: null },
        { label: 'Tournaments', value: CATALOGUE.tournaments.length, change: null },
        { label: 'Daily Logins', value: players.length, change: null },
      ],
    }),
  };
}

describeLeaderboardSource('the store', live(storeSource), 60);
describeLeaderboardSource('the store, looking back', live(storeSource, momentText(NOW)), 60);
describeLeaderboardSource('the store over HTTP', live(httpSource), 25);

test.each([
  ['the store', storeSource],
  ['the store over HTTP', httpSource],
])('%s rejects an unknown board', async (_, open) => {
  const source = await open([]);
  await expect(source.rankings({ board: 'nowhere', period: 'daily', at: '', q: '', page: 1 })).rejects.toThrow(UnknownBoard);
  await expect(source.search({ text: '', category: 'all', board: 'nowhere', page: 1 })).rejects.toThrow(UnknownBoard);
});

test('both sources give the same answers to everything that a page requests', async () => {
  const player: SeededPlayer = { id: '1', username: 'Ada', avatar: '🦊', points: { daily: 3, weekly: 5 }, reachedAt: 0 };
  const [direct, http] = [await storeSource([player]), await httpSource([player])];
  for (const period of ['daily', 'weekly', 'monthly', 'all-time'] as const) {
    for (const at of ['', '2026-11-16', momentText(NOW - 1), '2001-01-01T00:00Z', '2026-11-18T12:00 05:30']) {
      const question = { board: 'main', period, at, q: '', page: 7 };
      const [a, b] = [await direct.rankings(question), await http.rankings(question)];
      expect({ ...a, mark: '' }).toEqual({ ...b, mark: '' });
    }
  }
  for (const period of ['daily', 'weekly', 'monthly', 'all-time'] as const) {
    const question = { username: 'nobody', board: '', period, at: '' };
    const asked = { ...question, username: '1' };
    await expect(direct.player(question)).rejects.toThrow(UnknownPlayer);
    await expect(http.player(question)).rejects.toThrow(UnknownPlayer);
    expect({ ...(await direct.player(asked)), mark: '' }).toEqual({ ...(await http.player(asked)), mark: '' });
    expect(await direct.path(asked)).toEqual(await http.path(asked));
    for (const at of ['soon', '2026-02-31', '2031-01-01', momentText(NOW + 1)]) {
      for (const source of [direct, http]) {
        await expect(source.rankings({ board: '', period, at, q: '', page: 1 })).rejects.toThrow(UnknownMoment);
        await expect(source.receipt({ ...asked, at }, '')).rejects.toThrow(UnknownMoment);
      }
    }
    expect(await direct.history(asked, '2026')).toEqual(await http.history(asked, '2026'));
    for (const at of ['', '2026-11-16', momentText(NOW)]) {
      for (const before of ['', '2', 'x']) {
        expect(await direct.receipt({ ...asked, at }, before)).toEqual(await http.receipt({ ...asked, at }, before));
      }
    }
  }
  for (const page of [1, 2]) {
    const question = { text: 'ad', category: 'all', board: 'main', page } as const;
    expect(await direct.search(question)).toEqual(await http.search(question));
  }
  expect(await direct.statCards()).toEqual(await http.statCards());
  expect(await direct.activities()).toEqual(await http.activities());
  expect(await direct.trends('')).toEqual(await http.trends(''));
  expect(await direct.records('')).toEqual(await http.records(''));
  for (const at of ['', '2026-11-16']) {
    const hall = { board: '', period: 'weekly', at } as const;
    expect(await direct.played(hall)).toEqual(await http.played(hall));
    expect(await direct.hallOfFame(hall)).toEqual(await http.hallOfFame(hall));
  }
});
