import { closePast } from '../../boards/boards-under-test.suite.ts';
import { describe, expect, test } from 'vitest';

import { ENDPOINTS } from '../../../contract/api.ts';
import { type Addressed, targetOf } from '../../../contract/endpoint.ts';
import type { ApiRankings } from '../../../contract/game-answers.ts';
import { compareTotals } from '../../../domain/ordering.ts';
import { DAY, NOON, useTrialApi } from '../../api/trial-api.suite.ts';

const trial = useTrialApi();
const { ask, post, problemOf, rankings, read } = trial;

const at = (query: Addressed<typeof ENDPOINTS.rankings>['query'] = {}) => targetOf(ENDPOINTS.rankings, { board: 'main', query });
const player = (username: string) => targetOf(ENDPOINTS.player, { username });
const RANKINGS = at();

describe('rankings', () => {
  async function seed(count: number) {
    const events = Array.from({ length: count }, (_, i) => ({
      id: `s${i}`,
      username: `player ${i}`,
      points: (i * 7) % 13,
      at: new Date(NOON - ((i * 37) % 60) * 1000).toISOString(),
    }));
    await post({ events });
    return events
      .map(({ username, points, at }, i) => ({ username, points, reachedAt: Date.parse(at), playerId: String(i).padStart(6, '0') }))
      .toSorted(compareTotals)
      .map(({ username }) => username);
  }

  const names = ({ standings }: ApiRankings) => standings.map(({ player }) => player.username);

  test('follow the ordering rule of domain, on every page forward and back', async () => {
    const order = await seed(103);
    const forward: ApiRankings[] = [await rankings({ limit: 10 })];
    while (forward.at(-1)!.next !== null) forward.push(await rankings({ limit: 10, cursor: forward.at(-1)!.next! }));
    expect(forward.flatMap(names)).toEqual(order);
    expect(forward.flatMap(({ standings }) => standings.map(({ rank }) => rank))).toEqual(order.map((_, i) => i + 1));
    expect(forward).toHaveLength(11);
    const back: ApiRankings[] = [forward.at(-1)!];
    while (back.at(-1)!.previous !== null) back.push(await rankings({ limit: 10, cursor: back.at(-1)!.previous! }));
    expect(back.toReversed().flatMap(names)).toEqual(order);
  });

  test('list each player once across pages, even if someone moves ahead in between', async () => {
    const order = await seed(30);
    const first = await rankings({ limit: 10 });
    await post({ id: 'new', username: 'newcomer', points: 1000 });
    const second = await rankings({ limit: 10, cursor: first.next! });
    expect([...names(first), ...names(second)]).toEqual(order.slice(0, 20));
    expect(second.standings[0]!.rank).toBe(12);
    expect(names(await rankings({ limit: 10, cursor: second.previous! }))).toEqual(order.slice(0, 10));
  });

  test('around a player are as many as requested, shifted near the ends', async () => {
    const order = await seed(30);
    expect(names(await rankings({ limit: 5, around: order[14]! }))).toEqual(order.slice(12, 17));
    expect(names(await rankings({ limit: 5, around: order[0]! }))).toEqual(order.slice(0, 5));
    expect(names(await rankings({ limit: 5, around: order[29]! }))).toEqual(order.slice(25));
    expect(await problemOf(ask(at({ around: 'nobody' })))).toMatchObject({
      status: 404,
      detail: expect.stringContaining('nobody') as string,
    });
    await post({ id: 'old', username: 'veteran', points: 1, at: '2020-01-01T00:00:00Z' });
    expect(await problemOf(ask(at({ around: 'veteran' })))).toMatchObject({
      status: 404,
      detail: expect.stringContaining('no points in this period') as string,
    });
  });

  test('keep overall ranks in a name filter, with pages', async () => {
    const order = await seed(60);
    const wanted = order.flatMap((name, i) => (name.includes('r 1') ? [[i + 1, name]] : []));
    const first = await rankings({ q: 'R 1', limit: 4 });
    const second = await rankings({ q: 'R 1', limit: 4, cursor: first.next! });
    const third = await rankings({ q: 'R 1', limit: 4, cursor: second.next! });
    expect([first, second, third].flatMap(({ standings }) => standings.map(({ rank, player }) => [rank, player.username]))).toEqual(wanted);
    expect([first.total, first.complete, third.next]).toEqual([wanted.length, true, null]);
    expect(await rankings({ q: 'R 1', limit: 4, cursor: third.previous! })).toEqual(second);
  });

  test('of a past period are found by a moment or a date of the board', async () => {
    // 23:30 UTC is the next day in Berlin.
    await post({ id: 'a', username: 'ada', points: 1, at: '2026-11-10T23:30:00Z' });
    for (const [moment, total] of [
      ['2026-11-11', 1],
      ['2026-11-11T12:00:00Z', 1],
      ['2026-11-11T00:30:00%2B01:00', 1],
      ['2026-11-11T00:29:59+01:00', 0],
    ] as const) {
      const { body } = await ask(`${RANKINGS}?at=${moment}`);
      expect(body).toMatchObject({ total, period: { kind: 'daily', start: '2026-11-10T23:00:00.000Z' } });
    }
    expect((await rankings({ at: '2026-11-10' })).total).toBe(0);
  });

  test('of a closed period stay available, in pages, and the next period has the changes since it', async () => {
    await post({
      events: [
        { id: '1', username: 'ada', points: 5 },
        { id: '2', username: 'bob', points: 3 },
      ],
    });
    trial.now += DAY;
    await closePast(trial.boards);
    await post({
      events: [
        { id: '3', username: 'bob', points: 5 },
        { id: '4', username: 'ada', points: 3 },
        { id: '5', username: 'cy', points: 1 },
      ],
    });
    expect((await rankings()).standings.map(({ change }) => change)).toEqual([
      { state: 'up', places: 1, earlierRank: 2 },
      { state: 'down', places: 1, earlierRank: 1 },
      { state: 'none', places: null, earlierRank: null },
    ]);
    const first = await rankings({ at: '2026-11-21', limit: 1 });
    expect(first).toMatchObject({
      period: { closed: true },
      total: 2,
      previous: null,
      standings: [{ rank: 1, player: { username: 'ada' } }],
    });
    for (const day of ['2026-11-21', undefined]) {
      const second = await rankings({ limit: 1, cursor: first.next!, at: day });
      expect(second).toMatchObject({ period: { closed: true }, next: null, standings: [{ rank: 2, player: { username: 'bob' } }] });
      expect(await rankings({ limit: 1, cursor: second.previous! })).toEqual(first);
    }
    expect(await rankings({ at: '2026-11-21', around: 'bob', limit: 1 })).toMatchObject({ standings: [{ rank: 2 }] });
    expect(await rankings({ at: '2026-11-21', q: 'bo' })).toMatchObject({ total: 1, standings: [{ rank: 2 }] });
  });

  test('reject a cursor once its period is over, both before and after it is closed', async () => {
    await seed(20);
    const { next } = await rankings({ limit: 5 });
    const past = await rankings({ limit: 5, at: '2026-11-21' });
    trial.now += DAY;
    expect(await problemOf(ask(at({ limit: 5, cursor: next! })))).toMatchObject({
      status: 410,
      errors: [{ field: 'cursor' }],
    });
    expect((await rankings({ limit: 5, cursor: past.next! })).standings[0]!.rank).toBe(6);
    await closePast(trial.boards);
    for (const cursor of [next!, past.next!]) {
      expect(await problemOf(ask(at({ limit: 5, cursor })))).toMatchObject({
        status: 410,
        errors: [{ field: 'cursor' }],
      });
      expect(await problemOf(ask(at({ limit: 5, at: '2026-11-21', cursor })))).toMatchObject({ status: 410 });
    }
  });

  test('reject an invalid cursor, or one of another question', async () => {
    await seed(20);
    const { next } = await rankings({ limit: 5 });
    const ofMoment = await rankings({ limit: 5, at: '2026-11-21T11:59:30Z' });
    expect(ofMoment.next).not.toBeNull();
    for (const query of [
      'cursor=nonsense',
      'cursor=%00',
      `cursor=${Buffer.from('[2,"main"]').toString('base64url')}`,
      `cursor=${Buffer.from('[2,"main","daily",0,"now","after",[-1]]').toString('base64url')}`,
      `cursor=${Buffer.from('[2,"main","daily",0,9007199254740991,"after",[1]]').toString('base64url')}`,
      `cursor=${next}x`,
      `cursor=${next}&period=weekly`,
      `cursor=${next}&at=2026-11-01`,
      `cursor=${next}&at=2026-11-21T11:00Z`,
      `cursor=${ofMoment.next}&at=2026-11-21T11:00Z`,
      `cursor=${ofMoment.next}&at=2026-11-21`,
      `cursor=${next}&around=ada`,
    ]) {
      expect(await problemOf(ask(`${RANKINGS}?${query}`))).toMatchObject({ status: 400, errors: [{ field: 'cursor' }] });
    }
  });
});

describe('at a moment', () => {
  const MINUTE = 60_000;
  const moment = (minutes: number) => new Date(NOON + minutes * MINUTE).toISOString();
  const PLAYERS = 14;

  /** Eighty events, one a minute from noon on, every ninth received late. */
  async function played(): Promise<void> {
    for (let i = 0; i < 80; i += 1) {
      trial.now = NOON + i * MINUTE;
      const late = i % 9 === 5 ? 4.5 : 0;
      const { status } = await post({
        id: `e${i}`,
        username: `player ${(i * i + 5) % PLAYERS}`,
        points: ((i * 7) % 5) - 1,
        at: moment(i - late),
      });
      expect(status).toBe(201);
    }
    trial.now = NOON + 100 * MINUTE;
  }

  /** All players as the board's page shows them at a moment. */
  async function shownAt(at: string, period: ApiRankings['period']['kind'], q?: string): Promise<unknown[]> {
    const { podium, rows } = await read('boardView', { board: 'main', query: { at, period, q } });
    const [second, first, third] = podium;
    const lanes = [first, second, third].flatMap(({ holder }) => (holder.kind === 'taken' ? [holder.standing] : []));
    return [...lanes, ...rows.items].map(({ rank, points, player: { id }, change }) => [rank, points, id, change]);
  }

  const rowsOf = ({ standings }: ApiRankings) =>
    standings.map(({ rank, points, player: { username }, change }) => [rank, points, username, change]);

  test('rankings match the board’s page, in pages, around a player and by name', async () => {
    await played();
    const check = async () => {
      for (const period of ['daily', 'all-time'] as const) {
        for (const minute of [-1, 0, 3.25, 17, 40, 79]) {
          const query = { at: moment(minute), period, limit: 4 };
          const expected = await shownAt(query.at, period);
          const pages = [await rankings(query)];
          // The cursor alone determines the moment.
          while (pages.at(-1)!.next !== null) pages.push(await rankings({ limit: 4, cursor: pages.at(-1)!.next! }));
          expect(pages.flatMap(rowsOf)).toEqual(expected);
          for (const { total } of pages) expect(total).toBe(expected.length);
          for (let i = pages.length - 1; i > 0; i -= 1)
            expect(await rankings({ ...query, cursor: pages[i]!.previous! })).toEqual(pages[i - 1]);
          const wanted = await shownAt(query.at, period, 'r 1');
          expect(rowsOf(await rankings({ ...query, limit: 50, q: 'R 1' }))).toEqual(wanted);
          for (const [, , username] of expected as [number, number, string][]) {
            const around = await rankings({ ...query, limit: 1, around: username });
            expect(rowsOf(around)).toEqual(expected.filter((row) => (row as unknown[])[2] === username));
          }
        }
      }
      expect(await problemOf(ask(at({ at: moment(-1), around: 'player 5' })))).toMatchObject({
        status: 404,
        errors: [{ field: 'around' }],
      });
    };
    await check();
    trial.now += DAY;
    await closePast(trial.boards);
    await check();
  });

  test('a cursor continues at its moment, even if earlier points arrive in between', async () => {
    await played();
    const first = await rankings({ at: moment(50), limit: 5 });
    await post({ id: 'late', username: 'newcomer', points: 1000, at: moment(49) });
    const second = await rankings({ limit: 50, cursor: first.next! });
    expect(second.standings[0]!.rank).toBe(7);
    const names = [...first.standings, ...second.standings].map(({ player: { username } }) => username);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toHaveLength(second.total - 1);
  });

  test('a profile has the places at that moment, in every period', async () => {
    await played();
    for (const minute of [-1, 0, 17, 79]) {
      for (let i = 0; i < PLAYERS; i += 1) {
        const username = `player ${i}`;
        if (!(await ask(player(username))).text.includes('periods')) continue;
        const { periods } = await read('player', { username, query: { at: moment(minute) } });
        for (const place of periods) {
          const shown = await shownAt(moment(minute), place.period.kind);
          const own = shown.filter((row) => (row as unknown[])[2] === username);
          expect(place.ranked ? [[place.rank, place.points, username, place.change]] : []).toEqual(own);
          expect(place.total).toBe(shown.length);
        }
      }
    }
  });

  test('rejects an impossible year, naming the possible ones', async () => {
    for (const at of ['0000-01-01', '10000-01-01', '0001-01-01T00:00%2B14:00', '9999-12-31T23:59-01:00']) {
      const target = `${targetOf(ENDPOINTS.rankings, { board: 'main' })}?at=${at}`;
      const rule = expect.stringMatching(/^must be a day .*in the years 0001 to 9999(, for example .*)?$/) as string;
      expect(await problemOf(ask(target))).toMatchObject({ status: 400, errors: [{ field: 'at', rule }] });
    }
  });

  test('endpoints about the present reject it, naming the parameter', async () => {
    await played();
    for (const target of [
      targetOf(ENDPOINTS.playerPage, { username: 'player 5' }),
      targetOf(ENDPOINTS.path, { username: 'player 5' }),
      targetOf(ENDPOINTS.search, {}),
      targetOf(ENDPOINTS.trends, { board: 'main' }),
      targetOf(ENDPOINTS.statistics, {}),
    ]) {
      expect(await problemOf(ask(`${target}?at=2026-11-21T12:00Z`))).toMatchObject({ status: 400, errors: [{ field: 'at' }] });
    }
  });
});

test('a profile has the player’s place in every period, or the reason for none', async () => {
  await post({ id: 'a', username: 'Zoë', points: 5, at: '2026-11-20T12:00:00Z' });
  const profile = await read('player', { username: 'ZOE\u0308' });
  expect(profile.player.username).toBe('Zoë');
  expect(profile.periods.map((place) => [place.period.kind, place.ranked ? place.rank : place.reason])).toEqual([
    ['daily', 'no points in this period'],
    ['weekly', 1],
    ['monthly', 1],
    ['all-time', 1],
  ]);
  expect(await problemOf(ask(player('nobody')))).toMatchObject({ status: 404, errors: [{ field: 'username' }] });
  expect(await problemOf(ask('/api/v1/players/%ff'))).toMatchObject({ status: 400, errors: [{ field: 'path' }] });
  expect(await problemOf(ask(player('a\0b')))).toMatchObject({ status: 404 });
});
