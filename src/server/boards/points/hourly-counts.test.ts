import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { openMemoryStore } from '../../../../tests/oracle/memory-store.ts';
import type { PointsStore } from '../../store/points-store.ts';
import type { Change } from '../../store/stored-values.ts';
import { HourlyCounts } from './hourly-counts.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOON = Date.parse('2026-11-21T12:00:00Z');

let now: number;
let store: PointsStore;

beforeEach(async () => {
  now = NOON;
  store = await openMemoryStore();
});
afterEach(() => vi.useRealTimers());

const started = () => new HourlyCounts(store, () => now);

function moved(...players: number[]): Change {
  const period = { board: 'main', kind: 'all-time', start: -Infinity } as const;
  const totals = players.map((player) => ({ period, player, total: { points: 1, reachedAt: 0, movedAt: 0 } }));
  return { kind: 'recorded', position: 1, board: 'main', events: players.length, earliest: 0, totals: totals };
}

const byKey = (events: number, id = 'k') => Array.from({ length: events }, () => ({ author: { by: `key:${id}` } }));

const last = <Value>(values: readonly Value[]) => values.at(-1)!;

test('counts events, refusals, boards and keys by hour and by day, and each player once', async () => {
  const counts = started();
  counts.recorded('main', byKey(3));
  counts.follow(moved(1, 2, 2));
  now += HOUR;
  counts.recorded('cups', [{ author: { by: 'person:k' } }, { author: undefined }]);
  counts.recorded('main', byKey(1));
  counts.refused(5);
  counts.follow(moved(2, 9000));
  const { since, hours, days, boards, keys } = await counts.activity();
  expect(since).toBe(NOON);
  expect(hours).toHaveLength(24);
  expect(hours.slice(-2)).toEqual([
    { start: NOON, events: 3, players: 2, refused: 0 },
    { start: NOON + HOUR, events: 3, players: 2, refused: 5 },
  ]);
  expect(hours[0]).toEqual({ start: NOON - 22 * HOUR, events: 0, players: 0, refused: 0 });
  expect(days).toHaveLength(30);
  expect(last(days)).toEqual({ start: NOON - 12 * HOUR, events: 6, players: 3, refused: 5 });
  expect([[...boards], [...keys]]).toEqual([
    [
      ['main', 4],
      ['cups', 2],
    ],
    [['k', 4]],
  ]);
  now += 24 * HOUR;
  const later = await counts.activity();
  expect([later.boards.size, later.days.at(-2)]).toEqual([0, last(days)]);
});

test('counts of several processes add up, and a player on two of them counts once', async () => {
  const [one, two] = [started(), started()];
  for (const process of [one, two]) {
    process.recorded('main', byKey(2));
    process.refused(1);
    process.follow(moved(1, 2, 3));
    await process.close();
  }
  const seen = await started().activity();
  expect(last(seen.hours)).toEqual({ start: NOON, events: 4, players: 3, refused: 2 });
  // The first process saved before the second, and reads its counts within a minute.
  now += MINUTE;
  expect(last((await one.activity()).hours)).toEqual(last(seen.hours));
});

test('a restart keeps saved counts, and hours are kept for a month', async () => {
  const before = started();
  before.recorded('main', byKey(7));
  before.follow(moved(1, 2));
  await before.close();
  now += 10 * DAY;
  const after = started();
  after.recorded('main', byKey(1));
  await after.close();
  const { since, days } = await after.activity();
  expect([since, last(days).events, days.at(-11)]).toEqual([NOON, 1, { start: NOON - 12 * HOUR, events: 7, players: 2, refused: 0 }]);
  now = NOON + 32 * DAY;
  after.recorded('main', byKey(1));
  await after.close();
  expect((await store.records('hour', { limit: 9 })).map(({ at }) => at)).toEqual([now, NOON + 10 * DAY]);
});

test('counts are saved at most once a minute, and kept if saving fails', async () => {
  vi.useFakeTimers();
  let isAway = false;
  let saves = 0;
  const counts = new HourlyCounts(
    {
      records: (...asked) => store.records(...asked),
      async changeRecords(records) {
        saves += 1;
        if (isAway) throw new Error('The database is away.');
        await store.changeRecords(records);
      },
    },
    () => now,
  );
  counts.recorded('main', byKey(1));
  counts.recorded('main', byKey(1));
  await vi.advanceTimersByTimeAsync(MINUTE - 1);
  expect(saves).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(saves).toBe(1);
  isAway = true;
  counts.recorded('main', byKey(1));
  await vi.advanceTimersByTimeAsync(MINUTE);
  isAway = false;
  counts.recorded('main', byKey(1));
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(saves).toBe(3);
  expect(last((await started().activity()).hours).events).toBe(4);
  await vi.advanceTimersByTimeAsync(10 * MINUTE);
  expect(saves).toBe(3);
});
