import { afterEach, beforeEach, expect, test } from 'vitest';

import { LiveBoards } from '../boards/live-boards.ts';
import { parseEvent } from '../boards/points/points-intake.ts';
import type { PointsStore } from '../store/points-store.ts';
import { openMemoryStore } from '../../../tests/oracle/memory-store.ts';
import { boardAsked } from './parts/board-days.ts';
import { playedAnswer, trendsAnswer } from './trends-answer.ts';
import { PLAIN_BOARD } from '../store/stored-values.ts';

/** Four days after the clocks went back in Berlin, so one day in the answer has 25 hours. */
const NOW = Date.parse('2026-10-29T12:00:00Z');

let store: PointsStore;
let boards: LiveBoards;

beforeEach(async () => {
  store = await openMemoryStore();
  boards = await LiveBoards.open(store, { clock: () => NOW, graceMs: Infinity });
  const calendar = { timeZone: 'Europe/Berlin', weekStart: 1 } as const;
  await boards.editing.make({ name: 'main', title: 'Main', ...PLAIN_BOARD, calendar });
});

afterEach(async () => {
  await boards.commits.settled();
  await store.close();
});

let ids = 0;
const event = (username: string, points: number, at: string, activity?: string) =>
  parseEvent({ id: String((ids += 1)), username, points, at, ...(activity !== undefined && { activity }) }, NOW);

test('has the days with points, however far apart', async () => {
  await boards.commits.submit(boards.board('main'), [
    // Berlin is one hour ahead of UTC again, so 23:30 UTC is the next day there.
    event('ada', 5, '2026-10-25T23:30:00Z', 'race'),
    event('bob', 7, '2026-10-26T10:00:00Z', 'race'),
    event('ada', 1, '2026-10-29T08:00:00Z', 'quiz'),
    event('ada', 100, '2026-09-01T08:00:00Z', 'long ago'),
  ]);
  const { days, isRunning } = await trendsAnswer(boards, 'main', NOW);
  expect(days).toEqual([
    { day: '2026-09-01', players: 1, events: 1, points: 100 },
    { day: '2026-10-26', players: 2, events: 2, points: 12 },
    { day: '2026-10-29', players: 1, events: 1, points: 1 },
  ]);
  expect(isRunning).toBe(true);
  expect((await trendsAnswer(boards, 'main', NOW + 24 * 60 * 60_000)).isRunning).toBe(false);
});

test('hidden players are not counted on any day, open or closed', async () => {
  await boards.commits.submit(boards.board('main'), [
    event('ada', 5, '2026-10-27T10:00:00Z'),
    event('bob', 7, '2026-10-28T10:00:00Z'),
    event('ada', 7, '2026-10-28T10:00:00Z'),
    event('ada', 1, '2026-10-29T08:00:00Z'),
  ]);
  const players = async () => (await trendsAnswer(boards, 'main', NOW)).days.slice(-3).map((day) => day.players);
  expect(await players()).toEqual([1, 2, 1]);
  await boards.closing.closeEnded();
  await boards.players.setVisibility('ada', { state: 'hidden' });
  expect(await players()).toEqual([1]);
  await boards.players.setVisibility('ada', { state: 'shown' });
  expect(await players()).toEqual([1, 2, 1]);
});

test('nothing by hidden players is included: no activities, events, points or days', async () => {
  await boards.commits.submit(boards.board('main'), [
    event('ada', 5, '2026-10-27T10:00:00Z', 'only ada'),
    event('bob', 7, '2026-10-28T10:00:00Z', 'race'),
    event('ada', 11, '2026-10-28T10:00:00Z', 'race'),
    event('ada', 13, '2026-10-28T11:00:00Z', 'secret'),
    event('ada', 17, '2026-10-29T08:00:00Z'),
  ]);
  await boards.closing.closeEnded();
  // For a day that is already final.
  await boards.commits.submit(boards.board('main'), [event('ada', 19, '2026-10-28T12:00:00Z', 'late')]);
  const before = await trendsAnswer(boards, 'main', NOW);
  await boards.players.setVisibility('ada', { state: 'hidden' });
  const { days, activities } = await trendsAnswer(boards, 'main', NOW);
  expect(days).toEqual([{ day: '2026-10-28', players: 1, events: 1, points: 7 }]);
  expect(activities).toEqual([{ kind: 'named', activity: 'race', title: 'race', events: 1, points: 7 }]);
  // Nor later events.
  await boards.commits.submit(boards.board('main'), [event('ada', 23, '2026-10-28T12:00:00Z', 'secret')]);
  expect(await trendsAnswer(boards, 'main', NOW)).toMatchObject({ days, activities });
  await boards.players.setVisibility('ada', { state: 'shown' });
  expect((await trendsAnswer(boards, 'main', NOW)).days).toHaveLength(before.days.length);
});

test('names the activities with the most points, then sums up events without one, then all others', async () => {
  const names = Array.from({ length: 12 }, (_, i) => `activity ${i}`);
  await boards.commits.submit(boards.board('main'), [
    ...names.map((name, i) => event('ada', 100 - i, '2026-10-28T08:00:00Z', name)),
    event('bob', 3, '2026-10-29T08:00:00Z'),
    event('bob', 50, '2026-10-29T08:00:00Z', 'activity 7'),
  ]);
  const { activities } = await trendsAnswer(boards, 'main', NOW);
  const named = activities.map((one) => (one.kind === 'named' ? one.activity : one.kind));
  expect(named).toEqual(['activity 7', ...names.slice(0, 7), 'none', 'rest']);
  expect(activities[0]).toEqual({ kind: 'named', activity: 'activity 7', title: 'activity 7', events: 2, points: 143 });
  expect(activities.at(-2)).toEqual({ kind: 'none', events: 1, points: 3 });
  // Activities 8 to 11.
  expect(activities.at(-1)).toEqual({ kind: 'rest', events: 4, points: 92 + 91 + 90 + 89 });
});

test('has at most the last 28 days with points, including today once it has points', async () => {
  const first = Date.parse('2026-08-01T10:00:00Z');
  await boards.commits.submit(
    boards.board('main'),
    Array.from({ length: 30 }, (_, i) => event('ada', i + 1, new Date(first + i * 3 * 86_400_000).toISOString(), 'race')),
  );
  const { days, activities } = await trendsAnswer(boards, 'main', NOW);
  expect(days.map(({ points }) => points)).toEqual(Array.from({ length: 28 }, (_, i) => i + 3));
  expect(activities).toEqual([{ kind: 'named', activity: 'race', title: 'race', events: 28, points: (28 * (3 + 30)) / 2 }]);
});

test('a board without points has no days or activities; an unknown board is rejected', async () => {
  const { days, activities } = await trendsAnswer(boards, 'main', NOW);
  expect([days, activities]).toEqual([[], []]);
  await expect(trendsAnswer(boards, 'nowhere', NOW)).rejects.toThrow('There is no board "nowhere"');
});

test('days and months of a period with points are listed by their last moments, in any zone', async () => {
  await boards.commits.submit(boards.board('main'), [
    // The 25-hour day in Berlin.
    event('ada', 5, '2026-10-25T10:00:00Z'),
    event('bob', 7, '2026-10-26T10:00:00Z'),
    event('bob', 7, '2026-03-29T10:00:00Z'),
  ]);
  const played = (period: 'monthly' | 'all-time' | 'daily', day = '') =>
    playedAnswer(boards, boardAsked(boards, { board: '', period, at: day === '' ? { kind: 'now' } : { kind: 'day', day } }, NOW));
  const october = ['2026-10-25T22:59:59.999Z', '2026-10-26T22:59:59.999Z'];
  expect(await played('monthly')).toEqual({ days: october, months: ['2026-10-31T22:59:59.999Z'] });
  expect(await played('all-time')).toEqual({
    days: ['2026-03-29T21:59:59.999Z', ...october],
    months: ['2026-03-31T21:59:59.999Z', '2026-10-31T22:59:59.999Z'],
  });
  expect(await played('daily', '2026-03-29')).toEqual({ days: ['2026-03-29T21:59:59.999Z'], months: [] });
  expect(await played('monthly', '2026-05-01')).toEqual({ days: [], months: [] });
  expect(() => boardAsked(boards, { board: 'nowhere', period: 'daily', at: { kind: 'now' } }, NOW)).toThrow('There is no board "nowhere"');
});

test('with too many days for a replay, only the months are listed', async () => {
  const days = Array.from({ length: 1001 }, (_, i) => new Date(NOW - i * 86_400_000).toISOString());
  await boards.commits.submit(
    boards.board('main'),
    days.map((at) => event('ada', 1, at)),
  );
  const { days: told, months } = await playedAnswer(
    boards,
    boardAsked(boards, { board: '', period: 'all-time', at: { kind: 'now' } }, NOW),
  );
  expect([told.length, months.length]).toEqual([0, 33]);
});
