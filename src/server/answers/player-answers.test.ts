// Everything that is told of one player, asked through the API and through the store source.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { ENDPOINTS } from '../../contract/api.ts';
import { type Addressed, targetOf } from '../../contract/endpoint.ts';
import { type LiveSource, UnknownPlayer } from '../../contract/live-source.ts';
import type { PathToPodium, PlayerPage, Receipt } from '../../contract/player-answers.ts';
import { PERIOD_KINDS, periodContaining } from '../../domain/calendar.ts';
import { SCORING_RULES } from '../../domain/scoring.ts';
import { CurrentCatalogue } from '../boards/current-catalogue.ts';
import { createLiveApi } from '../api/trial-api.suite.ts';
import { LiveBoards } from '../boards/live-boards.ts';
import { parseEvent } from '../boards/points-intake.ts';
import type { PointsStore } from '../store/points-store.ts';
import type { BoardSettings } from '../store/stored-values.ts';
import { UnknownMoment } from '../../contract/when.ts';
import { createStoreSource } from './store-source.ts';
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts';

const NOON = Date.parse('2026-11-18T12:00:00Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MAIN: BoardSettings = {
  name: 'main',
  title: 'Main',
  scoring: 'sum',
  direction: 'high',
  calendar: { timeZone: 'UTC', weekStart: 1 },
};

let folder: string;
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
  folder = mkdtempSync(join(tmpdir(), 'laurels-player-'));
  store = await openSqliteStore(folder);
  boards = await LiveBoards.open(store, () => now);
  await boards.saveBoard(MAIN);
  catalogue = await CurrentCatalogue.open(store, boards);
  source = createStoreSource(boards, catalogue, () => now);
  api = createLiveApi({
    boards,
    store,
    catalogue,
    keys: { check: () => ({ name: 'admin', scope: 'admin' }) },
    limits: undefined,
    clock: () => now,
    log: console.error,
  });
});

afterEach(async () => {
  await boards.commits.settled();
  await store.close();
  rmSync(folder, { recursive: true });
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

/** What the API answers, checked by the contract and against the store source. */
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

/** All pages of a receipt as one. */
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

describe('who is asked about', () => {
  test('is found whatever the case and Unicode form, and answered in the one spelling', async () => {
    await win('Zoë', 5);
    for (const name of ['zoë', 'ZOE\u0308', 'Zoë']) {
      expect((await page(name)).player).toEqual({ username: 'Zoë', displayName: 'Zoë', avatar: '' });
      expect((await receipt(name)).player.username).toBe('Zoë');
      expect((await path(name)).player.username).toBe('Zoë');
    }
  });

  test('is found under a name that is older than the rules for names, and whose page links to it', async () => {
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

  test('is one player by case folding, and not by look', async () => {
    await win('Straße', 5);
    await win('x¹', 5);
    expect((await page('STRASSE')).player.username).toBe('Straße');
    expect((await ask(targetOf(ENDPOINTS.playerPage, { username: 'x1' }))).status).toBe(404);
  });

  test('is unknown where nobody is called that, or the board is not there', async () => {
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
  test('tells the place in every period of every board, and since when they are known', async () => {
    await boards.saveBoard({ ...MAIN, name: 'golf', title: 'Golf', scoring: 'best', direction: 'low' });
    await win('ada', 10, 2 * DAY);
    await win('bob', 20);
    await win('ada', 4, 0, 'golf');
    const { boards: places, knownSince, chosen } = await page('ada');
    expect(knownSince).toBe(new Date(NOON).toISOString());
    expect(
      places.map(({ board, places }) => [board.name, places.map(({ place }) => (place.kind === 'ranked' ? place.rank : place))]),
    ).toEqual([
      ['main', [{ kind: 'absent', absence: { reason: 'no-points' }, total: 1 }, 2, 2, 2]],
      ['golf', [1, 1, 1, 1]],
    ]);
    expect(chosen).toMatchObject({ board: 'main', kind: 'daily', neighbours: [], days: [{ day: '2026-11-16', points: 10 }] });
  });

  test('shows up to two neighbours on either side, and nobody twice at the ends', async () => {
    for (let i = 1; i <= 7; i += 1) await win(`p${i}`, 100 - i);
    const around = async (name: string) => (await page(name)).chosen.neighbours.map(({ rank }) => rank);
    expect(await around('p4')).toEqual([2, 3, 4, 5, 6]);
    expect(await around('p1')).toEqual([1, 2, 3]);
    expect(await around('p7')).toEqual([5, 6, 7]);
  });

  test('tells how closed periods ended, oldest first, and the best of all, of equal ones the first', async () => {
    const first = now - 3 * DAY;
    for (let day = 3; day >= 1; day -= 1) {
      await win('ada', 10, day * DAY);
      await win('bob', day === 2 ? 20 : 5, day * DAY);
    }
    await boards.closing.closeEnded();
    const {
      chosen,
      boards: [main],
    } = await page('ada', { period: 'daily' });
    expect(chosen.history).toEqual([
      { day: '2026-11-15', rank: 1, total: 2, points: 10 },
      { day: '2026-11-16', rank: 2, total: 2, points: 10 },
      { day: '2026-11-17', rank: 1, total: 2, points: 10 },
    ]);
    expect(chosen.days.map(({ day }) => day)).toEqual(['2026-11-15', '2026-11-16', '2026-11-17']);
    expect(main!.best).toEqual({ kind: 'daily', day: new Date(first).toISOString().slice(0, 10), rank: 1, total: 2, points: 10 });
    // The week that ended with the 15th has the same rank, and ended at the same moment as its last day.
    expect((await page('ada', { period: 'weekly' })).chosen.history).toEqual([{ day: '2026-11-09', rank: 1, total: 2, points: 10 }]);
    expect((await page('ada', { period: 'all-time' })).chosen.history).toEqual([]);
  });
});

describe('a receipt', () => {
  test('lists the events of the period newest first, with what came too late', async () => {
    await win('ada', 3, DAY);
    await win('ada', 4, DAY + HOUR, 'main', 'quest');
    await boards.closing.closeEnded();
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

  test('of a period nobody had points in is empty; one that is still to come, or none, is no receipt', async () => {
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

  test('where everything came too late tells nothing but that', async () => {
    await win('bob', 3, DAY);
    await boards.closing.closeEnded();
    await win('ada', 9, DAY);
    expect(await receipt('ada', { at: '2026-11-17' })).toMatchObject({
      place: { kind: 'absent', total: 1 },
      events: [{ state: 'late' }],
      total: 1,
    });
  });

  test('names the neighbour a tie was decided against', async () => {
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
    await boards.closing.closeEnded();
    expect((await receipt('cy', { at: '2026-11-18' })).tiedWith).toEqual({
      username: 'bob',
      displayName: 'bob',
      rank: 2,
      reachedAt: at(2),
    });
  });

  test('comes in pages, each event once, however many other events lie between', async () => {
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

  test('begins with the first page where "before" is no place in it, and ends where it is one of somebody else', async () => {
    await win('ada', 5);
    await win('bob', 5);
    for (const before of ['', 'x', '-1', '1.5', '1dd']) expect((await receipt('ada', { before })).events).toHaveLength(1);
    for (const before of ['2', '999999']) expect((await receipt('ada', { before })).events).toEqual([]);
    expect((await ask(targetOf(ENDPOINTS.receipt, { username: 'ada', query: { before: '1'.repeat(41) } }))).status).toBe(400);
  });

  test('model: whatever happened, what counts makes the points of the standing', async () => {
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
          await boards.saveBoard({ ...MAIN, name: board, scoring, direction });
          const moments = new Set<number>();
          for (const { player, points, hoursAgo, afterwards } of happenings) {
            moments.add(now - hoursAgo * HOUR);
            await win(player, points, hoursAgo * HOUR, board);
            if (afterwards === 'a day passes') now += DAY;
            if (afterwards === 'periods close') await boards.closing.closeEnded();
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

describe('the way up', () => {
  const ACTIVITIES = [
    { id: 'chest', title: 'Open a chest', description: 'Daily', points: 10, difficulty: 'Easy', timeRequired: '2 min' },
    { id: 'raid', title: 'Win a raid', description: 'Hard', points: 150, difficulty: 'Hard', timeRequired: '1 hour' },
  ] as const;

  test('leads past the next rank, the tenth, the third and the first, in activities of the catalogue', async () => {
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
    expect(targets[1]!.plans.fewest).toEqual({ steps: [{ activity: 'raid', title: 'Win a raid', times: 1 }], points: 150, minutes: 60 });
    expect(targets[1]!.plans.quickest).toEqual({
      steps: [{ activity: 'chest', title: 'Open a chest', times: 11 }],
      points: 110,
      minutes: 22,
    });
    expect(targets[3]!.pace).toEqual({ needed: 551 / 12, holder: 1000 / 12 });
    expect((await path('p0')).targets).toEqual([]);
  });

  test('of all time has no end and no pace, and of somebody without points begins at the last rank', async () => {
    await catalogue.replace({ activities: ACTIVITIES });
    await win('ada', 30, 2 * DAY);
    await win('bob', 40);
    expect(await path('ada', { period: 'all-time' })).toMatchObject({ minutesLeft: null, targets: [{ rank: 1, missing: 11, pace: null }] });
    expect(await path('ada')).toMatchObject({
      place: { kind: 'absent', absence: { reason: 'no-points' }, total: 1 },
      targets: [{ rank: 1, missing: 41, plans: { quickest: { points: 50 } } }],
    });
  });

  test('ends with the period: what does not fit is no plan', async () => {
    await catalogue.replace({ activities: ACTIVITIES });
    await win('ada', 30);
    await win('bob', 240);
    now = NOON + 12 * HOUR - 50 * MINUTE;
    expect((await path('ada')).targets[0]!.plans.fewest).toMatchObject({ steps: [{ activity: 'chest', times: 22 }] });
    now = NOON + 12 * HOUR - 40 * MINUTE;
    expect((await path('ada')).targets[0]!.plans).toEqual({ fewest: null, quickest: null, easiest: null });
  });

  test('is not paved with activities where points are not added up, or low comes first', async () => {
    await catalogue.replace({ activities: ACTIVITIES });
    for (const [name, scoring, direction] of [
      ['best', 'best', 'high'],
      ['golf', 'sum', 'low'],
    ] as const) {
      await boards.saveBoard({ ...MAIN, name, scoring, direction });
      await win('ada', direction === 'high' ? 70 : 60, 0, name);
      await win('bob', direction === 'high' ? 60 : 70, 0, name);
      expect((await path('bob', { board: name })).targets).toMatchObject([
        { rank: 1, missing: 11, pace: null, plans: { fewest: null, quickest: null, easiest: null } },
      ]);
    }
    await win('cy', 1);
    expect((await path('cy', { board: 'golf' })).targets).toEqual([]);
  });
});

describe('a player who is not shown', () => {
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

  test('is in no ranking and found by no name, the others close up, and comes back with all points', async () => {
    const before = await page('bob');
    expect((await setVisibility('ADA', { state: 'hidden' })).status).toBe(200);
    expect(await shown()).toEqual(['1 bob', '2 cy', '3 dan']);
    expect(await shown('all-time', '', 'a')).toEqual(['3 dan']);
    expect((await source.search({ text: 'ada', category: 'players' })).length).toBe(0);
    expect((await source.search({ text: '', category: 'players' })).map(({ title }) => title)).toEqual(['bob', 'cy', 'dan']);
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

  test('keeps the place in an archive and has no name there; in one made meanwhile comes behind all others', async () => {
    await boards.closing.closeEnded();
    await setVisibility('bob', { state: 'hidden' });
    expect(await shown('daily', '2026-11-17')).toEqual(['1 ada', '2 Hidden player', '3 cy', '4 dan']);
    expect(await shown('daily', '2026-11-17', 'bob')).toEqual([]);
    expect((await receipt('cy', { at: '2026-11-17' })).tiedWith).toMatchObject({ username: ' 2', displayName: 'Hidden player' });
    now += DAY;
    await boards.closing.closeEnded();
    expect(await shown('daily', '2026-11-18')).toEqual(['1 ada', '2 cy', '3 dan', '4 Hidden player']);
    const { place, tiedWith } = await receipt('cy', { at: '2026-11-18' });
    expect([place, tiedWith]).toEqual([expect.objectContaining({ rank: 2, tie: { kind: 'none' } }), null]);
    expect((await store.verify()).differences).toEqual([]);
  });

  test('who was removed has a page that says why, and nothing else', async () => {
    await boards.closing.closeEnded();
    await setVisibility('ada', { state: 'removed', reason: 'Used a bot.' });
    const absent = { kind: 'absent', absence: { reason: 'removed', explanation: 'Used a bot.' }, total: 3 };
    const { boards: places, chosen } = await page('ada');
    expect(places[0]).toMatchObject({ best: null, places: [{ place: absent }, {}, {}, { place: absent }] });
    expect(chosen).toMatchObject({ neighbours: [], history: [], days: [] });
    expect(await receipt('ada')).toMatchObject({ place: absent, events: [], total: 0, next: null });
    expect(await path('ada')).toMatchObject({ place: absent, targets: [] });
    expect(await shown()).toEqual(['1 bob', '2 cy', '3 dan']);
  });

  test('stays so when the server is started anew, and is listed for operators', async () => {
    await setVisibility('ada', { state: 'removed', reason: 'Used a bot.' });
    await setVisibility('cy', { state: 'hidden' });
    const again = await LiveBoards.open(store, () => now);
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
