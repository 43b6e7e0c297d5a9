import { describe, expect, test } from 'vitest';

import { ENDPOINTS } from '../../contract/api.ts';
import { type Addressed, targetOf } from '../../contract/endpoint.ts';
import type { ApiRankings } from '../../contract/game-answers.ts';
import { compareTotals } from '../../domain/ordering.ts';
import { DAY, NOON, useTrialApi } from '../api/trial-api.suite.ts';

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

  test('follow the ordering rule of domain, every page forward and back', async () => {
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

  test('between two pages somebody may come in front: nobody appears twice and nobody is left out', async () => {
    const order = await seed(30);
    const first = await rankings({ limit: 10 });
    await post({ id: 'new', username: 'newcomer', points: 1000 });
    const second = await rankings({ limit: 10, cursor: first.next! });
    expect([...names(first), ...names(second)]).toEqual(order.slice(0, 20));
    expect(second.standings[0]!.rank).toBe(12);
    expect(names(await rankings({ limit: 10, cursor: second.previous! }))).toEqual(order.slice(0, 10));
  });

  test('around a player are as many as asked for, moved at the ends', async () => {
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

  test('a name filter keeps true ranks and has pages too', async () => {
    const order = await seed(60);
    const wanted = order.flatMap((name, i) => (name.includes('r 1') ? [[i + 1, name]] : []));
    const first = await rankings({ q: 'R 1', limit: 4 });
    const second = await rankings({ q: 'R 1', limit: 4, cursor: first.next! });
    const third = await rankings({ q: 'R 1', limit: 4, cursor: second.next! });
    expect([first, second, third].flatMap(({ standings }) => standings.map(({ rank, player }) => [rank, player.username]))).toEqual(wanted);
    expect([first.total, first.complete, third.next]).toEqual([wanted.length, true, null]);
    expect(await rankings({ q: 'R 1', limit: 4, cursor: third.previous! })).toEqual(second);
  });

  test('of a past period are asked for by a moment or a date of the board', async () => {
    // 23:30 UTC is the next day in Berlin.
    await post({ id: 'a', username: 'ada', points: 1, at: '2026-11-10T23:30:00Z' });
    for (const moment of ['2026-11-11', '2026-11-11T12:00:00Z', '2026-11-11T00:00:00%2B01:00', '2026-11-11T00:00:00+01:00']) {
      const { body } = await ask(`${RANKINGS}?at=${moment}`);
      expect(body).toMatchObject({ total: 1, period: { kind: 'daily', start: '2026-11-10T23:00:00.000Z' } });
    }
    expect((await rankings({ at: '2026-11-10' })).total).toBe(0);
  });

  test('a closed period stays readable, page by page, and tells the change since the one before', async () => {
    await post({
      events: [
        { id: '1', username: 'ada', points: 5 },
        { id: '2', username: 'bob', points: 3 },
      ],
    });
    trial.now += DAY;
    await trial.boards.closing.closeEnded();
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

  test('a cursor ends with its period, before and after that is closed', async () => {
    await seed(20);
    const { next } = await rankings({ limit: 5 });
    const past = await rankings({ limit: 5, at: '2026-11-21' });
    trial.now += DAY;
    expect(await problemOf(ask(at({ limit: 5, cursor: next! })))).toMatchObject({
      status: 410,
      errors: [{ field: 'cursor' }],
    });
    expect((await rankings({ limit: 5, cursor: past.next! })).standings[0]!.rank).toBe(6);
    await trial.boards.closing.closeEnded();
    for (const cursor of [next!, past.next!]) {
      expect(await problemOf(ask(at({ limit: 5, cursor })))).toMatchObject({
        status: 410,
        errors: [{ field: 'cursor' }],
      });
      expect(await problemOf(ask(at({ limit: 5, at: '2026-11-21', cursor })))).toMatchObject({ status: 410 });
    }
  });

  test('refuse a cursor that is not theirs', async () => {
    await seed(20);
    const { next } = await rankings({ limit: 5 });
    for (const query of [
      'cursor=nonsense',
      'cursor=%00',
      `cursor=${Buffer.from('[1,"main"]').toString('base64url')}`,
      `cursor=${Buffer.from('[1,"main","daily",0,true,"after",[-1]]').toString('base64url')}`,
      `cursor=${next}x`,
      `cursor=${next}&period=weekly`,
      `cursor=${next}&at=2026-11-01`,
      `cursor=${next}&around=ada`,
    ]) {
      expect(await problemOf(ask(`${RANKINGS}?${query}`))).toMatchObject({ status: 400, errors: [{ field: 'cursor' }] });
    }
  });
});

test('a profile says where a player stands in every period, or why not', async () => {
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
