// All answers about one player, through the API and through the store source.
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { ENDPOINTS } from '../../contract/api.ts';
import { type Addressed, targetOf } from '../../contract/endpoint.ts';
import { type LiveSource, UnknownPlayer } from '../../contract/live-source.ts';
import type { PathToPodium, PlayerPage, Receipt } from '../../contract/player-answers.ts';
import { PERIOD_KINDS, periodContaining } from '../../domain/calendar.ts';
import { SCORING_RULES } from '../../domain/scoring.ts';
import { CurrentAppearance } from '../appearance/current-appearance.ts';
import type { CurrentCatalogue } from '../boards/current-catalogue.ts';
import { createLiveApi } from '../api/trial-api.suite.ts';
import { closePast, takePast } from '../boards/boards-under-test.suite.ts';
import { createRateLimits } from '../api/rate-limit.ts';
import { LiveBoards } from '../boards/live-boards.ts';
import { parseEvent } from '../boards/points/points-intake.ts';
import type { PointsStore } from '../store/points-store.ts';
import { type BoardSettings, PLAIN_BOARD } from '../store/stored-values.ts';
import { UnknownMoment } from '../../contract/when.ts';
import { createStoreSource } from './store-source.ts';
import { openMemoryStore } from '../../../tests/oracle/memory-store.ts';

const NOON = Date.parse('2026-11-18T12:00:00Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MAIN: BoardSettings = {
  name: 'main',
  title: 'Main',
  ...PLAIN_BOARD,
  calendar: { timeZone: 'UTC', weekStart: 1 },
};

let store: PointsStore;
let boards: LiveBoards;
let catalogue: CurrentCatalogue;
let source: LiveSource;
let api: ReturnType<typeof createLiveApi>;
let now: number;
let ids: number;

beforeEach(async () => {
  now = NOON;
  ids = 0;
  store = await openMemoryStore();
  boards = await LiveBoards.open(store, { clock: () => now, graceMs: 0 });
  await boards.editing.make(MAIN);
  await takePast(boards);
  catalogue = boards.catalogue;
  source = createStoreSource(boards);
  api = createLiveApi({
    boards,
    readiness: async () => [],
    appearance: await CurrentAppearance.open(store, boards),
    keys: { check: () => ({ state: 'in use', key: { name: 'owner', role: 'owner', bounds: {} } }) },
    limits: createRateLimits('off', () => now),
    clock: () => now,
    log: console.error,
  });
});

afterEach(async () => {
  await boards.commits.settled();
  await store.close();
});

/** Posts points of `username`, `ago` milliseconds before now. */
async function win(username: string, points: number, ago = 0, board = 'main', activity = 'race'): Promise<void> {
  ids += 1;
  const at = new Date(now - ago).toISOString();
  const [answer] = await boards.commits.submit(boards.board(board), [parseEvent({ id: `e${ids}`, username, points, at, activity }, now)]);
  expect(answer!.kind).toBe('report');
}

const OF_PLAYER = [ENDPOINTS.playerPage, ENDPOINTS.receipt, ENDPOINTS.path];

async function ask(target: string): Promise<{ readonly status: number; readonly body: unknown }> {
  const response = await api(new Request(`http://localhost${target}`), { remoteAddress: '192.0.2.1' });
  return { status: response.status, body: await response.json() };
}

/** The API's answer, checked against the contract. */
async function page(username: string, query: Addressed<typeof ENDPOINTS.playerPage>['query'] = {}): Promise<PlayerPage> {
  const { status, body } = await ask(targetOf(ENDPOINTS.playerPage, { username, query }));
  expect(status).toBe(200);
  return ENDPOINTS.playerPage.answers[200].schema.parse(body);
}

async function receipt(username: string, query: Addressed<typeof ENDPOINTS.receipt>['query'] = {}): Promise<Receipt> {
  const { status, body } = await ask(targetOf(ENDPOINTS.receipt, { username, query }));
  expect(status).toBe(200);
  return ENDPOINTS.receipt.answers[200].schema.parse(body);
}

async function path(username: string, query: Addressed<typeof ENDPOINTS.path>['query'] = {}): Promise<PathToPodium> {
  const { status, body } = await ask(targetOf(ENDPOINTS.path, { username, query }));
  expect(status).toBe(200);
  return ENDPOINTS.path.answers[200].schema.parse(body);
}

/** All pages of a receipt in one. */
async function whole(username: string, board: string, period: Receipt['period']['kind'], at: string): Promise<Receipt> {
  const question = { username, board, period, at };
  let last = await source.receipt(question, '');
  const events = [...last.events];
  while (last.next !== null) {
    last = await source.receipt(question, last.next);
    events.push(...last.events);
  }
  return { ...last, events };
}

describe('a player', () => {
  test('is found ignoring case and Unicode form, with the stored spelling in answers', async () => {
    await win('Zoë', 5);
    for (const name of ['zoë', 'ZOE\u0308', 'Zoë']) {
      expect((await page(name)).player).toEqual({ username: 'Zoë', displayName: 'Zoë', avatar: '' });
      expect((await receipt(name)).player.username).toBe('Zoë');
      expect((await path(name)).player.username).toBe('Zoë');
    }
  });

  test('is found by a name that new names may no longer have, because pages link to it', async () => {
    const digest = 'kept';
    for (const username of ['a\u200bb', ' ', 'x'.repeat(90), `z${'\u0301'.repeat(9)}`]) {
      await boards.commits.submit(boards.board('main'), [{ id: username, username, points: 1, digest }]);
      expect((await page(username)).player.username).toBe(username);
      expect((await receipt(username)).player.username).toBe(username);
      expect((await path(username)).player.username).toBe(username);
      expect((await source.player({ username, board: '', period: 'daily', at: '' })).player.username).toBe(username);
      const around = await ask(targetOf(ENDPOINTS.rankings, { board: 'main', query: { around: username } }));
      expect(ENDPOINTS.rankings.answers[200].schema.parse(around.body).standings).not.toEqual([]);
    }
  });

  test('matches by case folding, not by look', async () => {
    await win('Straße', 5);
    await win('x¹', 5);
    expect((await page('STRASSE')).player.username).toBe('Straße');
    expect((await ask(targetOf(ENDPOINTS.playerPage, { username: 'x1' }))).status).toBe(404);
  });

  test('returns 404 for an unknown name or board', async () => {
    await win('ada', 5);
    for (const endpoint of OF_PLAYER) {
      expect((await ask(targetOf(endpoint, { username: 'bob' }))).status).toBe(404);
      expect((await ask(targetOf(endpoint, { username: ' ' }))).status).toBe(404);
      expect((await ask(targetOf(endpoint, { username: 'ada', query: { board: 'none' } }))).status).toBe(404);
    }
    const question = { username: 'bob', board: '', period: 'daily', at: '' } as const;
    await expect(source.player(question)).rejects.toThrow(UnknownPlayer);
    await expect(source.receipt(question, '')).rejects.toThrow(UnknownPlayer);
    await expect(source.path({ ...question, username: 'ada', board: 'none' })).rejects.toThrow(UnknownPlayer);
  });
});

describe("a player's page", () => {
  test('has the place in every period of every board, and the first day with points', async () => {
    await boards.editing.make({ ...MAIN, name: 'golf', title: 'Golf', scoring: 'best', direction: 'low', unit: 'points', state: 'listed' });
    await win('ada', 10, 2 * DAY);
    await win('bob', 20);
    await win('ada', 4, 0, 'golf');
    const { boards: places, since, chosen } = await page('ada');
    expect(since).toBe('2026-11-16');
    expect(
      places.map(({ board, places }) => [board.name, places.map(({ place }) => (place.kind === 'ranked' ? place.rank : place))]),
    ).toEqual([
      ['golf', [1, 1, 1, 1]],
      ['main', [{ kind: 'absent', absence: { reason: 'no-points' }, total: 1 }, 2, 2, 2]],
    ]);
    expect(chosen).toMatchObject({ board: 'main', kind: 'daily', neighbours: [], days: [{ day: '2026-11-16', points: 10 }] });
  });

  test('pages many boards, best ranks first, and always includes the requested one', async () => {
    await win('bob', 1);
    for (let i = 0; i < 45; i += 1) {
      await boards.editing.make({ ...MAIN, name: `level-${i}`, title: `Level ${i}` });
      // Second today on the first five, first on the next five, and without points today on the others.
      await win('ada', 5, i < 10 ? 0 : 30 * DAY, `level-${i}`);
      if (i < 5) await win('bob', 9, 0, `level-${i}`);
    }
    const read = async (number: number) => {
      const { boards: shown, boardsPage, names, on } = await page('ada', { board: 'level-40', page: number });
      return { names: shown.map(({ board }) => board.name), boardsPage, all: names.length, on: on.board.name };
    };
    const pages = [await read(1), await read(2), await read(3)];
    expect(pages.map(({ boardsPage }) => boardsPage)).toEqual([1, 21, 41].map((first, i) => ({ page: i + 1, pages: 3, first, total: 45 })));
    expect(pages[0]!.names.slice(0, 10)).toEqual([5, 6, 7, 8, 9, 0, 1, 2, 3, 4].map((i) => `level-${i}`));
    expect(new Set(pages.flatMap(({ names }) => names)).size).toBe(45);
    expect(pages.every(({ all, on }) => all === 45 && on === 'level-40')).toBe(true);
    expect((await read(9)).names).toEqual(pages[2]!.names);
  });

  test('shows five places, near the ends of a board as in its middle', async () => {
    for (let i = 1; i <= 7; i += 1) await win(`p${i}`, 100 - i);
    const around = async (name: string) => (await page(name)).chosen.neighbours.map(({ rank }) => rank);
    expect(await around('p4')).toEqual([2, 3, 4, 5, 6]);
    expect(await around('p1')).toEqual([1, 2, 3, 4, 5]);
    expect(await around('p2')).toEqual([1, 2, 3, 4, 5]);
    expect(await around('p6')).toEqual([3, 4, 5, 6, 7]);
    expect(await around('p7')).toEqual([3, 4, 5, 6, 7]);
  });

  test('shows all places of a board with fewer than five', async () => {
    for (let i = 1; i <= 4; i += 1) await win(`p${i}`, 100 - i);
    for (const name of ['p1', 'p2', 'p4']) expect((await page(name)).chosen.neighbours.map(({ rank }) => rank)).toEqual([1, 2, 3, 4]);
  });

  test('has the results of closed periods, oldest first, and sums them by year', async () => {
    for (let day = 3; day >= 1; day -= 1) {
      await win('ada', 10, day * DAY);
      await win('bob', day === 2 ? 20 : 5, day * DAY);
    }
    await closePast(boards);
    const { chosen, since } = await page('ada', { period: 'daily' });
    expect(chosen.history).toEqual([
      { day: '2026-11-15', rank: 1, total: 2, points: 10 },
      { day: '2026-11-16', rank: 2, total: 2, points: 10 },
      { day: '2026-11-17', rank: 1, total: 2, points: 10 },
    ]);
    expect(chosen.days.map(({ day }) => day)).toEqual(['2026-11-15', '2026-11-16', '2026-11-17']);
    expect(since).toBe('2026-11-15');
    expect((await page('ada', { period: 'weekly' })).chosen.history).toEqual([{ day: '2026-11-09', rank: 1, total: 2, points: 10 }]);
    const always = (await page('ada', { period: 'all-time' })).chosen;
    expect(always.history).toEqual(chosen.history);
    expect(always).toMatchObject({ rows: 'years', missed: [], seasons: [{ name: '2026', periods: 3, wins: 2, podiums: 3, points: 30 }] });
  });

  test('counts late points in their day and leaves out voided ones, like the week', async () => {
    await win('ada', 10, 2 * DAY);
    await closePast(boards);
    await win('ada', 5, 2 * DAY);
    const {
      chosen,
      boards: [main],
    } = await page('ada', { period: 'weekly' });
    expect(main!.places[1]!.place).toMatchObject({ points: 15 });
    expect(chosen.days).toEqual([{ day: '2026-11-16', points: 15 }]);
    expect((await page('ada', { period: 'daily' })).chosen.history).toMatchObject([{ day: '2026-11-16', points: 10 }]);
    await boards.revisions.revise(boards.board('main'), `e${ids}`, 'void', 'Sent twice');
    expect((await page('ada', { period: 'weekly' })).chosen.days).toEqual([{ day: '2026-11-16', points: 10 }]);
  });

  test('groups the days of many years by year, with the newest year by default and others on request', async () => {
    await win('ada', 8, 400 * DAY);
    // Every day from 9 September on; Ada wins on even dates.
    for (let day = 70; day >= 1; day -= 1) {
      const date = new Date(now - day * DAY).getUTCDate();
      await win('ada', date % 2 === 0 ? 9 : 3, day * DAY);
      await win('bob', 5, day * DAY);
    }
    await closePast(boards);
    const { seasons, rows, history } = (await page('ada')).chosen;
    expect(seasons).toEqual([
      { name: '2025', periods: 1, wins: 1, podiums: 1, points: 8 },
      { name: '2026', periods: 70, wins: 34, podiums: 70, points: 34 * 9 + 36 * 3 },
    ]);
    expect([rows, history.length, history[0]!.day, history.at(-1)!.day]).toEqual(['months', 70, '2026-09-09', '2026-11-17']);
    expect((await page('ada', { period: 'monthly' })).chosen).toMatchObject({ rows: 'years', seasons: [{}, { periods: 2 }] });
    const question = { username: 'ADA', board: '', period: 'daily', at: '' } as const;
    const { status, body } = await ask(targetOf(ENDPOINTS.playerHistory, { username: 'ADA', query: { within: '2026-10' } }));
    expect([status, body]).toEqual([200, await source.history(question, '2026-10')]);
    const october = ENDPOINTS.playerHistory.answers[200].schema.parse(body).history;
    expect([october.length, october[0]]).toEqual([31, { day: '2026-10-01', rank: 2, total: 2, points: 3 }]);
    expect((await source.history(question, '2026')).history).toHaveLength(70);
    expect(await source.history(question, '2025')).toMatchObject({ history: [{ points: 8 }], missed: [] });
    expect((await source.history(question, '2024')).history).toEqual([]);
    expect((await ask(`/api/v1/players/ada/history?within=2026-13`)).status).toBe(400);
    expect((await ask(targetOf(ENDPOINTS.playerHistory, { username: 'nobody', query: { within: '2026' } }))).status).toBe(404);
  });

  test('sums a year’s points only if the board adds up points', async () => {
    await boards.editing.make({ ...MAIN, name: 'laps', scoring: 'best' });
    await takePast(boards);
    for (let day = 61; day >= 1; day -= 1) await win('ada', 9, day * DAY, 'laps');
    await closePast(boards);
    expect((await page('ada', { board: 'laps' })).chosen.seasons.map(({ points }) => points)).toEqual([null]);
  });
});

describe('without a chosen period', () => {
  test('page and path show the first period with points, on the first board with any', async () => {
    await boards.editing.make({ ...MAIN, name: 'golf', title: 'Golf' });
    await win('ada', 10, 2 * DAY);
    await win('bob', 20, 60 * DAY);
    await win('cy', 30, 0, 'golf');
    const opened = async (username: string, board?: string) => {
      const query = { period: 'auto', ...(board !== undefined && { board }) } as const;
      const { chosen } = await page(username, query);
      const way = await path(username, query);
      expect([way.board.name, way.period.kind]).toEqual([chosen.board, chosen.kind]);
      return [chosen.board, chosen.kind];
    };
    expect(await opened('ada')).toEqual(['main', 'weekly']);
    expect(await opened('bob')).toEqual(['main', 'all-time']);
    expect(await opened('cy')).toEqual(['golf', 'daily']);
    expect(await opened('cy', 'main')).toEqual(['main', 'daily']);
    await win('ada', 1);
    expect(await opened('ada')).toEqual(['main', 'daily']);
    expect((await page('bob')).chosen.kind).toBe('daily');
  });

  test('the page shows the player’s run, lead and missed periods', async () => {
    for (const [ago, ada] of [
      [5, 9],
      [4, 0],
      [3, 9],
      [2, 9],
      [1, 3],
    ] as const) {
      if (ada > 0) await win('ada', ada, ago * DAY);
      await win('bob', 5, ago * DAY);
    }
    await closePast(boards);
    await win('ada', 1, HOUR);
    const { chosen } = await page('ada');
    expect(chosen).toMatchObject({
      missed: ['2026-11-14'],
      run: { kind: 'podium', length: 3 },
      leadsSince: new Date(NOON - HOUR).toISOString(),
    });
    expect((await page('bob', { period: 'all-time' })).chosen).toMatchObject({ run: { kind: 'podium', length: 5 }, leadsSince: null });
  });

  test('a run continues through ended days that are not closed yet, and ends at a missed one', async () => {
    const play = async (days: readonly number[]) => {
      for (const ago of days) await win('ada', 9, ago * DAY);
      for (const ago of days) await win('bob', 5, ago * DAY);
    };
    await play([5, 4, 3]);
    await closePast(boards);
    await play([2, 1]);
    expect((await page('ada')).chosen.run).toEqual({ kind: 'won', length: 5 });
    await win('cy', 5, 4 * DAY);
    await win('cy', 5, 3 * DAY);
    await win('cy', 5, DAY);
    expect((await page('cy')).chosen.run).toBeNull();
  });

  test('a period counts as missed if a shown player had points, which is checked without reading each hidden one', async () => {
    const hidden = Array.from({ length: 20 }, (_, i) => `bot ${i}`);
    for (const [ago, others] of [
      [4, []],
      [3, hidden],
      [2, [...hidden, 'bob']],
      [1, []],
    ] as const)
      for (const name of others.length === 0 ? ['ada'] : others) await win(name, 5, ago * DAY);
    await closePast(boards);
    for (const name of hidden) await boards.players.setVisibility(name, { state: 'hidden' });
    const reads = vi.spyOn(store, 'totalsSince');
    expect((await page('ada')).chosen).toMatchObject({ missed: ['2026-11-16'], run: null });
    expect(reads.mock.calls.length).toBeLessThan(hidden.length);
  });
});

describe('a receipt', () => {
  test('has activity titles, found by id or title, and the sum of each', async () => {
    const match = { id: 'match', title: 'Win a match', description: '', points: 50, difficulty: 'Easy', timeRequired: '5 min' };
    await catalogue.replace({ activities: [{ ...match, description: 'Win.' }] });
    for (let i = 0; i < 52; i += 1) await win('ada', 50, i * MINUTE, 'main', i % 2 === 0 ? 'match' : 'Win a match');
    await win('ada', 7, HOUR, 'main', 'race');
    await win('ada', 5, HOUR, 'main', 'race');
    const first = await receipt('ada');
    expect(first.activities).toEqual([
      { title: 'Win a match', events: 52, each: 50, points: 2600 },
      { title: 'race', events: 2, each: null, points: 12 },
    ]);
    expect(first.events.slice(0, 2).map(({ activity, title }) => [activity, title])).toEqual([
      ['race', 'race'],
      ['race', 'race'],
    ]);
    expect(first.events.slice(2, 4).map(({ activity, title }) => [activity, title])).toEqual([
      ['Win a match', 'Win a match'],
      ['match', 'Win a match'],
    ]);
    expect(first.events).toHaveLength(50);
    const second = await receipt('ada', { before: first.next! });
    expect([second.events.length, second.activities]).toEqual([4, []]);
    expect((await source.trends('main')).activities).toMatchObject([
      { kind: 'named', title: 'Win a match', events: 52 },
      { kind: 'named', activity: 'race', title: 'race', events: 2 },
    ]);
  });

  test('lists the period’s events, newest first, including late ones', async () => {
    await win('ada', 3, DAY);
    await win('ada', 4, DAY + HOUR, 'main', 'quest');
    await closePast(boards);
    await win('ada', 9, DAY);
    await win('ada', 1);
    const { events, total, next, period, place } = await receipt('ada', { at: '2026-11-17' });
    expect(events.map(({ activity, points, state }) => [activity, points, state])).toEqual([
      ['race', 9, 'late'],
      ['quest', 4, 'counted'],
      ['race', 3, 'counted'],
    ]);
    expect([total, next, period.closed]).toEqual([3, null, true]);
    expect(place).toMatchObject({ kind: 'ranked', rank: 1, points: 7 });
    expect(events[0]).toMatchObject({ at: '2026-11-17T12:00:00.000Z', receivedAt: '2026-11-18T12:00:00.000Z' });
    expect((await receipt('ada', { period: 'all-time' })).events.map(({ state }) => state)).toEqual([
      'counted',
      'counted',
      'counted',
      'counted',
    ]);
  });

  test('is empty for a period without points, and rejects a future or invalid one', async () => {
    await win('ada', 3);
    expect(await receipt('ada', { at: '2001-01-01' })).toMatchObject({
      events: [],
      total: 0,
      next: null,
      place: { kind: 'absent', total: 0 },
    });
    for (const at of ['2031-01-01', '2026-02-31', 'soon']) {
      await expect(source.receipt({ username: 'ada', board: '', period: 'daily', at }, '')).rejects.toThrow(UnknownMoment);
    }
  });

  test('with only late events has no place', async () => {
    await win('bob', 3, DAY);
    await closePast(boards);
    await win('ada', 9, DAY);
    expect(await receipt('ada', { at: '2026-11-17' })).toMatchObject({
      place: { kind: 'absent', total: 1 },
      events: [{ state: 'late' }],
      total: 1,
    });
  });

  test('names the neighbour of a tie', async () => {
    await win('ada', 5, 3 * HOUR);
    await win('bob', 5, 2 * HOUR);
    await win('cy', 5, HOUR);
    await win('dan', 4);
    const tied = async (name: string) => (await receipt(name)).tiedWith;
    const at = (hours: number) => new Date(NOON - hours * HOUR).toISOString();
    expect(await tied('ada')).toEqual({ username: 'bob', displayName: 'bob', rank: 2, reachedAt: at(2) });
    expect(await tied('bob')).toMatchObject({ username: 'ada', rank: 1 });
    expect(await tied('cy')).toMatchObject({ username: 'bob', rank: 2 });
    expect(await tied('dan')).toBeNull();
    now += DAY;
    await closePast(boards);
    expect((await receipt('cy', { at: '2026-11-18' })).tiedWith).toEqual({
      username: 'bob',
      displayName: 'bob',
      rank: 2,
      reachedAt: at(2),
    });
  });

  test('is paged with each event once, for any number of other events in between', async () => {
    for (let i = 0; i < 60; i += 1) await win('ada', i, 2 * DAY);
    const winMany = (name: string, count: number) =>
      boards.commits.submit(
        boards.board('main'),
        Array.from({ length: count }, (_, i) => parseEvent({ id: `${name} ${i}`, username: 'ada', points: 1 }, now)),
      );
    await winMany('other', 2400);
    for (let i = 60; i < 130; i += 1) await win('ada', i, 2 * DAY);
    const { events, total } = await whole('ada', 'main', 'daily', '2026-11-16');
    expect(events.map(({ points }) => points)).toEqual(Array.from({ length: 130 }, (_, i) => 129 - i));
    expect(total).toBe(130);
    await winMany('more', 2600);
    const all = await receipt('ada', { period: 'all-time' });
    expect([all.total, all.events.length]).toEqual([null, 50]);
  });

  test('reads only one page if there are too many events to sum up', async () => {
    const many = Array.from({ length: 2050 }, (_, i) => parseEvent({ id: `many ${i}`, username: 'ada', points: 1 }, now));
    await boards.commits.submit(boards.board('main'), many);
    const reads = vi.spyOn(store, 'eventsOf');
    expect(await receipt('ada')).toMatchObject({ activities: [], total: 2050 });
    expect(reads).toHaveBeenCalledTimes(1);
  });

  test('at a moment has its total and the events that had happened', async () => {
    for (const scoring of SCORING_RULES) {
      const board = `then-${scoring}`;
      await boards.editing.make({ ...MAIN, name: board, scoring });
      const started = now;
      const moments: number[] = [];
      // Every fourth event arrives late; values repeat.
      for (let i = 0; i < 60; i += 1) {
        now += MINUTE;
        moments.push(now);
        await win(['ada', 'bob', 'cy'][(i * i) % 3]!, (i * 5) % 4, i % 4 === 3 ? 2.5 * MINUTE : 0, board);
      }
      now += MINUTE;
      for (const moment of [started, ...moments.filter((_, i) => i % 6 === 0), now]) {
        for (const username of ['ada', 'bob']) {
          const at = new Date(moment).toISOString();
          const { place, events, total, tiedWith, moment: told } = await whole(username, board, 'daily', at);
          const shown = await source.rankings({ board, period: 'daily', at, q: '', page: 1 });
          const standings = shown.podium.flatMap(({ holder }) => (holder.kind === 'taken' ? [holder.standing] : []));
          const own = standings.find(({ player: { id } }) => id === username);
          expect(told).toBe(at);
          expect(place.kind === 'ranked' ? [place.rank, place.points, place.tie] : []).toEqual(own ? [own.rank, own.points, own.tie] : []);
          expect(tiedWith === null).toBe(own === undefined || own.tie.kind === 'none');
          for (const event of events) expect(Date.parse(event.at)).toBeLessThanOrEqual(moment);
          expect(events).toHaveLength(total!);
          const counted = events.filter(({ state }) => state === 'counted');
          expect(counted.reduce((sum, { points }) => sum + points, 0)).toBe(own?.points ?? 0);
          if (scoring !== 'sum') expect(counted).toHaveLength(own === undefined ? 0 : 1);
        }
      }
    }
  });

  test('starts at the first page for an invalid "before", and is empty for another player’s', async () => {
    await win('ada', 5);
    await win('bob', 5);
    for (const before of ['', 'x', '-1', '1.5', '1dd']) expect((await receipt('ada', { before })).events).toHaveLength(1);
    for (const before of ['2', '999999']) expect((await receipt('ada', { before })).events).toEqual([]);
    expect((await ask(targetOf(ENDPOINTS.receipt, { username: 'ada', query: { before: '1'.repeat(41) } }))).status).toBe(400);
  });

  test('model: counted events add up to the standing’s points, whatever happened', async () => {
    const happening = fc.record({
      player: fc.constantFrom('ada', 'bob', 'cy'),
      points: fc.integer({ min: -3, max: 5 }),
      hoursAgo: fc.nat({ max: 80 }),
      afterwards: fc.constantFrom('nothing', 'nothing', 'a day passes', 'periods close'),
    });
    let round = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(happening, { minLength: 1, maxLength: 25 }),
        fc.constantFrom(...SCORING_RULES),
        fc.constantFrom('high' as const, 'low' as const),
        async (happenings, scoring, direction) => {
          round += 1;
          const board = `model-${round}`;
          await boards.editing.make({ ...MAIN, name: board, scoring, direction });
          const moments = new Set<number>();
          for (const { player, points, hoursAgo, afterwards } of happenings) {
            moments.add(now - hoursAgo * HOUR);
            await win(player, points, hoursAgo * HOUR, board);
            if (afterwards === 'a day passes') now += DAY;
            if (afterwards === 'periods close') await closePast(boards);
          }
          for (const username of new Set(happenings.map(({ player }) => player))) {
            for (const period of PERIOD_KINDS) {
              const starts = new Set([...moments].map((at) => periodContaining(period, at, MAIN.calendar).start));
              for (const start of starts) {
                const at = Number.isFinite(start) ? new Date(start).toISOString().slice(0, 10) : '';
                const { events, place, total } = await whole(username, board, period, at);
                const counted = events.filter(({ state }) => state === 'counted');
                expect(total).toBe(events.length);
                if (place.kind === 'absent') expect(counted).toEqual([]);
                else expect(counted.reduce((sum, { points }) => sum + points, 0)).toBe(place.points);
              }
            }
          }
        },
      ),
      { numRuns: 30 },
    );
  });
});

describe('the path', () => {
  const ACTIVITIES = [
    { id: 'chest', title: 'Open a chest', description: 'Daily', points: 10, difficulty: 'Easy', timeRequired: '2 min' },
    { id: 'raid', title: 'Win a raid', description: 'Hard', points: 150, difficulty: 'Hard', timeRequired: '1 hour' },
  ] as const;

  test('leads to the next rank, the tenth, the third and the first, in activities of the catalogue', async () => {
    await catalogue.replace({ activities: ACTIVITIES });
    for (let i = 0; i < 12; i += 1) await win(`p${i}`, 1000 - 50 * i);
    const { targets, place, minutesLeft, board } = await path('p11');
    expect([place.kind, minutesLeft, board.name]).toEqual(['ranked', 720, 'main']);
    expect(targets.map(({ rank, holder, missing }) => [rank, holder.username, missing])).toEqual([
      [11, 'p10', 51],
      [10, 'p9', 101],
      [3, 'p2', 451],
      [1, 'p0', 551],
    ]);
    const raid = { steps: [{ activity: 'raid', title: 'Win a raid', times: 1 }], points: 150, minutes: 60 };
    const chests = { steps: [{ activity: 'chest', title: 'Open a chest', times: 6 }], points: 60, minutes: 12 };
    expect(targets[0]!.outlook).toEqual({ kind: 'plans', plans: [raid, chests] });
    expect(targets[1]!.outlook).toMatchObject({ plans: [raid, { steps: [{ activity: 'chest', times: 11 }] }] });
    expect(targets[3]!.pace).toEqual({ needed: 551 / 12, holder: 1000 / 12 });
    expect((await path('p0')).targets).toEqual([]);
  });

  test('has no end or pace for all time, and starts at the last rank for a player without points', async () => {
    await catalogue.replace({ activities: ACTIVITIES });
    await win('ada', 30, 2 * DAY);
    await win('bob', 40);
    expect(await path('ada', { period: 'all-time' })).toMatchObject({ minutesLeft: null, targets: [{ rank: 1, missing: 11, pace: null }] });
    expect(await path('ada')).toMatchObject({
      place: { kind: 'absent', absence: { reason: 'no-points' }, total: 1 },
      targets: [{ rank: 1, missing: 41, outlook: { plans: [{ points: 150 }, { points: 50 }] } }],
    });
  });

  test('contains no plan that does not fit into the period', async () => {
    await catalogue.replace({ activities: ACTIVITIES });
    await win('ada', 30);
    await win('bob', 140);
    now = NOON + 12 * HOUR - 70 * MINUTE;
    const outlook = async () => (await path('ada')).targets[0]!.outlook;
    expect(await outlook()).toMatchObject({
      plans: [{ steps: [{ activity: 'raid', times: 1 }] }, { steps: [{ activity: 'chest', times: 12 }] }],
    });
    now = NOON + 12 * HOUR - 50 * MINUTE;
    expect(await outlook()).toMatchObject({ plans: [{ steps: [{ activity: 'chest', times: 12 }], minutes: 24 }] });
    now = NOON + 12 * HOUR - 10 * MINUTE;
    expect(await outlook()).toEqual({ kind: 'no-plan' });
  });

  test('applies activity limits by the board’s days', async () => {
    const login = { ...ACTIVITIES[0], limit: { times: 1, per: 'day' } };
    await catalogue.replace({ activities: [login] });
    await boards.editing.make({ ...MAIN, name: 'tokyo', calendar: { timeZone: 'Asia/Tokyo', weekStart: 1 } });
    for (const board of ['main', 'tokyo']) {
      await win('ada', 5, 0, board);
      await win('bob', 31, 0, board);
    }
    const outlook = async (board: string, period: 'daily' | 'weekly') => (await path('ada', { board, period })).targets[0]!.outlook;
    const steps = [{ activity: 'chest', title: 'Open a chest', times: 3, limit: { times: 1, per: 'day' } }];
    const plans = { kind: 'plans', plans: [{ steps, points: 30, minutes: 6 }] };
    expect(await outlook('main', 'weekly')).toEqual(plans);
    // Friday in UTC, and Saturday in Tokyo.
    now = Date.parse('2026-11-20T16:00:00Z');
    expect([await outlook('main', 'weekly'), await outlook('tokyo', 'weekly')]).toEqual([plans, { kind: 'no-plan' }]);
    now = NOON;
    expect(await outlook('main', 'daily')).toEqual({ kind: 'no-plan' });
  });

  test('counts activities already done against limits, by id or title, unless events are private', async () => {
    const login = { ...ACTIVITIES[0], limit: { times: 3, per: 'week' } };
    await catalogue.replace({ activities: [login] });
    await win('ada', 1, 8 * DAY, 'main', 'chest');
    await win('ada', 1, DAY, 'main', 'chest');
    await win('ada', 1, DAY, 'main', 'Open a chest');
    await win('ada', 1, 0, 'main', 'other');
    await win('bob', 12);
    const outlook = async () => (await path('ada', { period: 'weekly' })).targets[0]!.outlook;
    expect(await outlook()).toMatchObject({ plans: [{ steps: [{ times: 1 }] }] });
    await win('bob', 8);
    expect(await outlook()).toEqual({ kind: 'no-plan' });
    await boards.revisions.revise(boards.board('main'), 'e2', 'void', 'Sent twice');
    expect(await outlook()).toMatchObject({ plans: [{ steps: [{ times: 2 }] }] });
    await boards.privacy.replace({ events: 'none' });
    await win('bob', 8);
    expect(await outlook()).toMatchObject({ plans: [{ steps: [{ times: 3 }] }] });
  });

  test('counts today’s activities against limits, even if a merge put many older events after them', async () => {
    await catalogue.replace({ activities: [{ ...ACTIVITIES[0], limit: { times: 1, per: 'day' } }] });
    now = NOON - 3 * DAY;
    const old = Array.from({ length: 600 }, (_, i) => parseEvent({ id: `old ${i}`, username: 'ada2', points: 1 }, now));
    await boards.commits.submit(boards.board('main'), old);
    now = NOON;
    await win('ada', 1, 0, 'main', 'chest');
    await win('bob', 5);
    const outlook = async () => (await path('ada', { period: 'daily' })).targets[0]!.outlook;
    expect(await outlook()).toEqual({ kind: 'no-plan' });
    await boards.merges.merge('ada2', 'ada');
    expect(await outlook()).toEqual({ kind: 'no-plan' });
  });

  test('has no plans without listed activities', async () => {
    await win('ada', 30);
    await win('bob', 120);
    expect((await path('ada')).targets).toMatchObject([{ outlook: { kind: 'unplanned' } }]);
  });

  test('has no plans with activities if points are not added up, or low comes first', async () => {
    await catalogue.replace({ activities: ACTIVITIES });
    for (const [name, scoring, direction] of [
      ['best', 'best', 'high'],
      ['golf', 'sum', 'low'],
    ] as const) {
      await boards.editing.make({ ...MAIN, name, scoring, direction });
      await win('ada', direction === 'high' ? 70 : 60, 0, name);
      await win('bob', direction === 'high' ? 60 : 70, 0, name);
      expect((await path('bob', { board: name })).targets).toMatchObject([
        { rank: 1, missing: 11, pace: null, outlook: { kind: 'unplanned' } },
      ]);
    }
    await win('cy', 1);
    expect((await path('cy', { board: 'golf' })).targets).toEqual([]);
  });
});

describe('the next rank', () => {
  /** Posts points, and returns the next rank from the score report, by kind of period. */
  async function posted(username: string, points: number, board: string): Promise<Map<string, { rank: number; points: number } | null>> {
    ids += 1;
    const event = { id: `e${ids}`, username, points };
    const request = new Request(`http://localhost${targetOf(ENDPOINTS.submitPoints, { query: { board } })}`, {
      method: 'POST',
      headers: { authorization: 'Bearer any', 'content-type': 'application/json' },
      body: JSON.stringify(event),
    });
    const { periods } = ENDPOINTS.submitPoints.answers[201].schema.parse(await (await api(request, { remoteAddress: '192.0.2.1' })).json());
    return new Map(periods.map(({ kind, next }) => [kind, next!]));
  }

  test.each(SCORING_RULES.flatMap((scoring) => (['high', 'low'] as const).map((direction) => ({ scoring, direction }))))(
    'needs the same points in the report and on the path: $scoring, $direction first',
    async ({ scoring, direction }) => {
      const board = `${scoring}-${direction}`;
      await boards.editing.make({ ...MAIN, name: board, scoring, direction });
      for (let i = 0; i < 40; i += 1) {
        now += MINUTE;
        const username = `player ${(i * i + 3 * i) % 7}`;
        const report = await posted(username, ((i * 13) % 7) - 1, board);
        for (const period of PERIOD_KINDS) {
          const { targets } = await path(username, { board, period });
          const [nearest] = targets;
          expect(report.get(period)).toEqual(nearest === undefined ? null : { rank: nearest.rank, points: nearest.missing });
        }
      }
    },
  );

  test('is reached with exactly these points', async () => {
    for (const [username, points] of [
      ['ada', 50],
      ['bob', 50],
      ['cy', 20],
    ] as const) {
      await win(username, points);
      now += MINUTE;
    }
    const rankOf = async (username: string) => (await page(username)).boards[0]!.places[0]!.place;
    const next = (await posted('cy', 0, 'main')).get('daily')!;
    expect(next).toEqual({ rank: 2, points: 31 });
    await win('cy', next.points - 1);
    expect(await rankOf('cy')).toMatchObject({ rank: 3, points: 50 });
    await win('cy', 1);
    // The player above was tied with the leader: passing one passes both.
    expect(await rankOf('cy')).toMatchObject({ rank: 1, points: 51 });
  });
});

describe('a hidden or removed player', () => {
  const setVisibility = (username: string, body: object) =>
    api(
      new Request(`http://localhost${targetOf(ENDPOINTS.setPlayerVisibility, { username })}`, {
        method: 'PUT',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', authorization: 'Bearer x' },
      }),
      { remoteAddress: '192.0.2.1' },
    );
  const shown = async (period: 'daily' | 'all-time' = 'daily', at = '', q = '') => {
    const { podium, rows } = await source.rankings({ board: '', period, at, q, page: 1 });
    const placed = [podium[1], podium[0], podium[2]].flatMap(({ holder }) => (holder.kind === 'taken' ? holder.standing : []));
    return [...placed, ...rows.items].map(({ rank, player }) => `${rank} ${player.name}`);
  };

  beforeEach(async () => {
    for (const [name, points] of [
      ['ada', 50],
      ['bob', 40],
      ['cy', 40],
      ['dan', 10],
    ] as const) {
      await win(name, points, DAY);
      await win(name, points);
    }
  });

  test('is not ranked or found, others move up, and showing them restores all points', async () => {
    const before = await page('bob');
    expect((await setVisibility('ADA', { state: 'hidden' })).status).toBe(200);
    expect(await shown()).toEqual(['1 bob', '2 cy', '3 dan']);
    expect(await shown('all-time', '', 'a')).toEqual(['3 dan']);
    expect((await source.search({ text: 'ada', category: 'players', board: '', page: 1 })).found).toMatchObject([{ total: 0 }]);
    expect((await source.search({ text: '', category: 'players', board: '', page: 1 })).entries.map(({ title }) => title)).toEqual([
      'bob',
      'cy',
      'dan',
    ]);
    expect((await path('dan')).targets.map(({ holder }) => holder.username)).toEqual(['cy', 'bob']);
    for (const endpoint of OF_PLAYER) {
      const unknown = await ask(targetOf(endpoint, { username: 'nobody' }));
      expect(JSON.stringify(await ask(targetOf(endpoint, { username: 'ada' })))).toBe(JSON.stringify(unknown).replaceAll('nobody', 'ada'));
    }
    await win('ada', 5);
    expect(await shown()).toEqual(['1 bob', '2 cy', '3 dan']);
    expect((await setVisibility('ada', { state: 'shown' })).status).toBe(200);
    expect(await shown()).toEqual(['1 ada', '2 bob', '3 cy', '4 dan']);
    expect((await page('ada')).boards[0]!.places[0]!.place).toMatchObject({ rank: 1, points: 55 });
    expect((await page('bob')).boards).toEqual(before.boards);
    expect((await store.verify()).differences).toEqual([]);
  });

  test('keeps the place in an archive without the name, and is last in a new one', async () => {
    await closePast(boards);
    await setVisibility('bob', { state: 'hidden' });
    expect(await shown('daily', '2026-11-17')).toEqual(['1 ada', '2 Hidden player', '3 cy', '4 dan']);
    expect(await shown('daily', '2026-11-17', 'bob')).toEqual([]);
    expect((await receipt('cy', { at: '2026-11-17' })).tiedWith).toMatchObject({ username: ' 2', displayName: 'Hidden player' });
    now += DAY;
    await closePast(boards);
    expect(await shown('daily', '2026-11-18')).toEqual(['1 ada', '2 cy', '3 dan', '4 Hidden player']);
    const { place, tiedWith } = await receipt('cy', { at: '2026-11-18' });
    expect([place, tiedWith]).toEqual([expect.objectContaining({ rank: 2, tie: { kind: 'none' } }), null]);
    expect((await store.verify()).differences).toEqual([]);
  });

  test('has a page with only the reason if removed', async () => {
    await closePast(boards);
    await setVisibility('ada', { state: 'removed', reason: 'Used a bot.' });
    const absent = { kind: 'absent', absence: { reason: 'removed', explanation: 'Used a bot.' }, total: 3 };
    const { boards: places, since, chosen } = await page('ada');
    expect(since).toBeNull();
    expect(places[0]).toMatchObject({ places: [{ place: absent }, {}, {}, { place: absent }] });
    expect(chosen).toMatchObject({ neighbours: [], seasons: [], history: [], missed: [], run: null, leadsSince: null, days: [] });
    expect(await source.history({ username: 'ada', board: '', period: 'daily', at: '' }, '2026')).toEqual({ history: [], missed: [] });
    expect(await receipt('ada')).toMatchObject({ place: absent, events: [], total: 0, next: null });
    expect(await path('ada')).toMatchObject({ place: absent, targets: [] });
    expect(await shown()).toEqual(['1 bob', '2 cy', '3 dan']);
  });

  test('stays hidden after a restart, and is listed for operators', async () => {
    await setVisibility('ada', { state: 'removed', reason: 'Used a bot.' });
    await setVisibility('cy', { state: 'hidden' });
    const again = await LiveBoards.open(store, { clock: () => now, graceMs: 0 });
    expect(
      (await again.reading.page(again.board('main'), 'daily', now, { after: 0 }, 9)).standings.map(({ player }) => player.username),
    ).toEqual(['bob', 'dan']);
    const list = await api(
      new Request(`http://localhost${targetOf(ENDPOINTS.absentPlayers, {})}`, { headers: { authorization: 'Bearer x' } }),
      {
        remoteAddress: '::1',
      },
    );
    expect(await list.json()).toEqual({
      players: [
        { username: 'ada', displayName: 'ada', state: 'removed', reason: 'Used a bot.' },
        { username: 'cy', displayName: 'cy', state: 'hidden', reason: null },
      ],
    });
    const secret = await api(new Request(`http://localhost${targetOf(ENDPOINTS.absentPlayers, {})}`), { remoteAddress: '::1' });
    expect(secret.status).toBe(401);
    expect((await setVisibility('ada', { state: 'removed' })).status).toBe(400);
    expect((await setVisibility('nobody', { state: 'hidden' })).status).toBe(404);
  });
});

test('an event of an invalid year, stored before such times were refused, breaks no page', async () => {
  await boards.editing.make({ ...MAIN, name: 'west', calendar: { timeZone: 'America/Lima', weekStart: 1 } });
  for (const [i, at] of ['-000044-03-15T12:00:00Z', '0000-01-01T00:00:00Z', '0001-01-01T00:00:00Z', '0050-02-01T00:00:00Z'].entries())
    for (const board of ['main', 'west']) {
      const event = { id: `${i}`, username: 'old', points: 1, at, digest: 'kept' };
      const [answer] = await boards.commits.submit(boards.board(board), [event]);
      expect(answer!.kind).toBe('report');
    }
  await boards.closing.closeEnded();
  for (const board of ['main', 'west'])
    for (const period of PERIOD_KINDS) {
      await page('old', { board, period });
      for (const at of ['2026-11-18', '0050-02-01', '0001-01-01', '0001-01-02T00:00Z']) {
        await receipt('old', { board, period, at });
        const { status, body } = await ask(targetOf(ENDPOINTS.boardView, { board, query: { period, at } }));
        expect(status).toBe(200);
        const { earlier } = ENDPOINTS.boardView.answers[200].schema.parse(body);
        if (earlier === null) continue;
        expect(earlier <= at.slice(0, 10)).toBe(true);
        expect((await ask(targetOf(ENDPOINTS.boardView, { board, query: { period, at: earlier } }))).status).toBe(200);
      }
      const { body } = await ask(targetOf(ENDPOINTS.rankings, { board, query: { period } }));
      ENDPOINTS.rankings.answers[200].schema.parse(body);
    }
});
