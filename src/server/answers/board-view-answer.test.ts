import { expect, test } from 'vitest';

import { standingsOf } from '../../domain/board.ts';
import { DAY, NOON, useTrialApi } from '../api/trial-api.suite.ts';

const { post, read } = useTrialApi();

const view = (query: { period?: 'daily' | 'weekly' | 'all-time'; at?: string; q?: string } = {}) =>
  read('boardView', { board: 'main', query });
const moment = (ago: number) => new Date(NOON - ago).toISOString();

test('an empty current period includes the latest period with points', async () => {
  expect((await view()).last).toBeNull();
  await post({
    events: [
      { id: '1', username: 'ann', points: 5, at: moment(3 * DAY) },
      { id: '2', username: 'bob', points: 7, at: moment(3 * DAY) },
      { id: '3', username: 'cy', points: 9, at: moment(9 * DAY) },
    ],
  });
  const today = moment(0).slice(0, 10);
  for (const query of [{}, { at: today }]) {
    const { podium, rows, last } = await view(query);
    expect(podium.map(({ holder }) => holder.kind)).toEqual(['awaiting', 'awaiting', 'awaiting']);
    expect(rows.total).toBe(0);
    expect(last).toMatchObject({
      day: moment(3 * DAY).slice(0, 10),
      period: { kind: 'daily' },
      podium: [
        { holder: { standing: { player: { id: 'ann' }, points: 5, rank: 2 } } },
        { holder: { standing: { player: { id: 'bob' } } } },
        { holder: { kind: 'awaiting' } },
      ],
    });
  }
  // Not if someone has points, for a past period, or with a filter.
  for (const query of [{ period: 'all-time' }, { at: moment(DAY).slice(0, 10) }, { at: moment(0) }, { q: 'ann' }] as const)
    expect((await view(query)).last).toBeNull();
  await post({ id: '4', username: 'dee', points: 1 });
  expect(await view()).toMatchObject({ last: null, podium: [{}, { holder: { standing: { player: { id: 'dee' } } } }, {}] });
});

test('a latest period with several pages includes the first page', async () => {
  const events = Array.from({ length: 60 }, (_, i) => ({ id: `e${i}`, username: `p${i}`, points: 100 - i, at: moment(DAY) }));
  await post({ events });
  const { last } = await view();
  expect(last!.rows).toMatchObject({ page: 1, pages: 1, total: 57 });
  expect(last!.rows.items.map(({ rank }) => rank)).toEqual(Array.from({ length: 50 }, (_, i) => i + 4));
});

test('a player is new if they were never on the board before, unless the board is new', async () => {
  const changes = async (period: 'daily' | 'weekly' = 'daily') => {
    const { podium, rows } = await view({ period });
    return Object.fromEntries(standingsOf({ podium, rows }).map(({ player, change }) => [player.id, change.state]));
  };
  await post({ events: ['ann', 'bob'].map((username) => ({ id: username, username, points: 5 })) });
  // On a board's first day, nobody counts as new.
  expect(await changes()).toEqual({ ann: 'none', bob: 'none' });
  await post({
    events: [
      { id: '1', username: 'ann', points: 5, at: moment(3 * DAY) },
      { id: '2', username: 'cy', points: 5, at: moment(DAY) },
      { id: '3', username: 'cy', points: 9 },
    ],
  });
  expect(await changes()).toEqual({ cy: 'same', ann: 'none', bob: 'new' });
});
