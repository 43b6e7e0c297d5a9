import { expect, test } from 'vitest';

import { openMemoryStore } from '../../../../tests/oracle/memory-store.ts';
import { type GuestState, keptGuest } from '../../guests/kept-guest.ts';
import { KEPT_REPLAYS, REPLAY } from '../../store/records.ts';
import { MAIN } from '../boards-under-test.suite.ts';
import { type PlayedReplay, Replays, withoutReplaysOf } from './kept-replays.ts';

const DAY = 86_400_000;

function guestCalled(username: string, state: GuestState = 'playing') {
  const guest = {
    username,
    name: username,
    state,
    secret: '',
    code: '',
    key: 'web',
    createdAt: 0,
    renamedAt: [],
    leftAt: [],
    proposal: null,
  };
  return keptGuest(guest, 0);
}

async function opened() {
  const store = await openMemoryStore();
  await store.changeBoard('main', () => MAIN);
  const replays = new Replays(store);
  const play = (event: string, username: string, points: number, more: Partial<PlayedReplay> = {}): PlayedReplay => ({
    board: { name: 'main', direction: 'high' },
    day: 0,
    isHeld: false,
    event,
    username,
    points,
    replay: `moves of ${event}`,
    ...more,
  });
  return {
    store,
    play,
    async keep(one: PlayedReplay, most = 3) {
      await store.changeRecords({ change: () => [guestCalled(one.username)] });
      await replays.keep(one, most, 1);
    },
    keepOnly: (one: PlayedReplay) => replays.keep(one, 3, 1),
    find: (event: string) => replays.find('main', event),
    count: async () => (await store.recordCounts(REPLAY)).get('main') ?? 0,
  };
}

test('the best play of each of a day’s best players is kept, and others are deleted', async () => {
  const { play, keep, find, count } = await opened();
  await keep(play('a', 'ada', 10));
  await keep(play('b', 'bob', 30));
  await keep(play('c', 'cy', 20));
  // As good as the third, but later.
  await keep(play('d', 'dee', 10));
  expect([await find('a'), await find('d'), await count()]).toEqual(['moves of a', undefined, 3]);
  await keep(play('e', 'ADA', 25));
  expect([await find('a'), await find('e'), await count()]).toEqual([undefined, 'moves of e', 3]);
  await keep(play('f', 'dee', 99));
  expect([await find('c'), await find('f'), await count()]).toEqual([undefined, 'moves of f', 3]);
  // Again, as when a response was lost.
  await keep(play('f', 'dee', 99, { replay: 'another' }));
  expect(await find('f')).toBe('moves of f');
  await keep(play('g', 'gil', 100), 0);
  expect([await find('g'), await count()]).toEqual([undefined, 3]);
});

test('low points come first on such a board, and plays on hold have their own list', async () => {
  const { play, keep, find } = await opened();
  const low = { board: { name: 'main', direction: 'low' } } as const;
  await keep(play('a', 'ada', 10, low), 1);
  await keep(play('b', 'bob', 9, low), 1);
  expect([await find('a'), await find('b')]).toEqual([undefined, 'moves of b']);
  await keep(play('c', 'cy', 1, { ...low, isHeld: true }), 1);
  expect([await find('b'), await find('c')]).toEqual(['moves of b', 'moves of c']);
});

test('concurrent plays keep exactly as many replays as allowed', async () => {
  const { play, keep, find, count } = await opened();
  await Promise.all(Array.from({ length: 40 }, (_, i) => keep(play(`e${i}`, `p${i}`, (i * 7) % 40))));
  expect(await count()).toBe(3);
  const best = Array.from({ length: 40 }, (_, i) => ({ event: `e${i}`, points: (i * 7) % 40 })).filter(({ points }) => points > 36);
  for (const { event } of best) expect(await find(event)).toBe(`moves of ${event}`);
});

test('a board keeps the replays of 30 days', async () => {
  const { store, play, keep, count } = await opened();
  for (let day = 0; day < 70; day += 1) {
    await keep(play(`e${day}`, 'ada', 10, { day: day * DAY }));
    await keep(play(`h${day}`, 'ada', 10, { day: day * DAY, isHeld: true }));
  }
  expect([await count(), (await store.recordCounts(KEPT_REPLAYS)).get('main')]).toEqual([60, 60]);
});

test('erasing a player deletes all of their replays, and none of others', async () => {
  const { store, play, keep, find, count } = await opened();
  await keep(play('a', 'ada', 10));
  await keep(play('b', 'bob', 30));
  await keep(play('c', 'Ada', 30, { day: DAY, isHeld: true }));
  await store.changeRecords(await withoutReplaysOf(store, ['ADA']));
  expect([await find('a'), await find('b'), await find('c'), await count()]).toEqual([undefined, 'moves of b', undefined, 1]);
  for (const { text } of await store.records(KEPT_REPLAYS, { limit: 9 })) expect(text).not.toMatch(/ada/i);
});

test('no replay is kept for an erased guest, or one being erased', async () => {
  const { store, play, keepOnly, find, count } = await opened();
  await store.changeRecords({ change: () => [guestCalled('ada'), guestCalled('bob', 'erasing')] });
  for (const username of ['ada', 'bob', 'cy']) await keepOnly(play(`of-${username}`, username, 10));
  expect([await find('of-ada'), await count()]).toEqual(['moves of of-ada', 1]);
  expect((await store.records(KEPT_REPLAYS, { limit: 9 })).map(({ text }) => text)).toEqual([expect.not.stringMatching(/bob|cy/)]);
});
