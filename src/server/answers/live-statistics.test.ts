import { afterEach, beforeEach, expect, test } from 'vitest';

import { statisticsAnswerSchema } from '../../contract/page-answers.ts';
import type { StatCard } from '../../domain/stat-card.ts';
import type { CurrentCatalogue } from '../boards/current-catalogue.ts';
import { closePast, takePast } from '../boards/boards-under-test.suite.ts';
import { LiveBoards } from '../boards/live-boards.ts';
import { statisticsAnswer } from './live-statistics.ts';
import type { PointsStore } from '../store/points-store.ts';
import { openMemoryStore } from '../../../tests/oracle/memory-store.ts';
import { PLAIN_BOARD } from '../store/stored-values.ts';

/** A Saturday. */
const NOON = Date.parse('2026-11-21T12:00:00Z');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let store: PointsStore;
let boards: LiveBoards;
let catalogue: CurrentCatalogue;
let now: number;
let ids: number;

beforeEach(async () => {
  now = NOON;
  ids = 0;
  store = await openMemoryStore();
  boards = await LiveBoards.open(store, { clock: () => now, graceMs: 0 });
  await addBoard('main', 'UTC');
  await takePast(boards);
  catalogue = boards.catalogue;
});

afterEach(async () => {
  await boards.commits.settled();
  await store.close();
});

async function addBoard(name: string, timeZone: string): Promise<void> {
  await boards.editing.make({
    name,
    title: name,
    ...PLAIN_BOARD,
    calendar: { timeZone, weekStart: 1 },
  });
}

async function play(board: string, ...usernames: string[]): Promise<void> {
  const events = usernames.map((username) => {
    ids += 1;
    return { id: String(ids), username, points: 5, digest: String(ids) };
  });
  await boards.commits.submit(boards.board(board), events);
}

/** Value and change of one card; expects all cards to match the contract. */
async function card(label: StatCard['label']): Promise<[value: number, change: number | null]> {
  const cards = await statisticsAnswer(boards, now);
  statisticsAnswerSchema.parse({ cards });
  const { value, change } = cards.find((one) => one.label === label)!;
  return [value, change];
}

test('before any points, all values are zero, without changes', async () => {
  expect(await statisticsAnswer(boards, now)).toEqual(
    ['Total Players', 'Active Games', 'Tournaments', 'Daily Logins'].map((label) => ({ label, value: 0, change: null })),
  );
});

test('counts all known players, compared with seven days ago', async () => {
  await play('main', 'ada', 'bob', 'cy', 'dee');
  expect(await card('Total Players')).toEqual([4, null]);
  now += 6 * DAY;
  await play('main', 'eve', 'ada');
  expect(await card('Total Players')).toEqual([5, null]);
  now += DAY + 1;
  expect(await card('Total Players')).toEqual([5, 0.25]);
  now += 7 * DAY;
  expect(await card('Total Players')).toEqual([5, 0]);
});

test('counts players with points today, compared with yesterday, closed or not', async () => {
  await play('main', 'ada', 'bob', 'cy', 'dee');
  await play('main', 'ada');
  expect(await card('Daily Logins')).toEqual([4, null]);
  now += DAY;
  await play('main', 'ada');
  expect(await card('Daily Logins')).toEqual([1, -0.75]);
  await closePast(boards);
  expect(await card('Daily Logins')).toEqual([1, -0.75]);
  await play('main', 'bob', 'eve', 'fay', 'gus');
  expect(await card('Daily Logins')).toEqual([5, 0.25]);
  now += DAY;
  await closePast(boards);
  expect(await card('Daily Logins')).toEqual([0, -1]);
  now += DAY;
  expect(await card('Daily Logins')).toEqual([0, null]);
});

test('each board has its own day, and a player on two boards counts once', async () => {
  await addBoard('kathmandu', 'Asia/Kathmandu');
  await play('main', 'ada');
  await play('kathmandu', 'ada', 'bob');
  expect(await card('Daily Logins')).toEqual([2, null]);
  // Midnight in Kathmandu is 18:15 in UTC.
  now += 7 * HOUR;
  expect(await card('Daily Logins')).toEqual([1, -0.5]);
  await play('kathmandu', 'ada');
  expect(await card('Daily Logins')).toEqual([1, -0.5]);
  await play('kathmandu', 'cy');
  expect(await card('Daily Logins')).toEqual([2, 0]);
});

test('a player on two boards counts once yesterday, too, even if it is closed on either board', async () => {
  await addBoard('second', 'UTC');
  await play('main', 'ada', 'bob', 'cy');
  await play('second', 'cy', 'dee');
  now += DAY;
  await play('main', 'ada');
  await play('second', 'ada', 'eve');
  const expected = [2, -0.5];
  expect(await card('Daily Logins')).toEqual(expected);
  const yesterday = { board: 'second', kind: 'daily', start: Date.parse('2026-11-21T00:00:00Z') } as const;
  await store.seal(yesterday);
  await store.closePeriod(yesterday, [3, 4], { at: now, unshown: 0 });
  expect(await card('Daily Logins')).toEqual(expected);
  await boards.closing.closeEnded();
  for (let i = 0; i < 2; i += 1) expect(await card('Daily Logins')).toEqual(expected);
});

test('hidden and removed players do not count, and count again once shown', async () => {
  await addBoard('second', 'UTC');
  await play('main', 'ada', 'bob', 'cy');
  await play('second', 'dee');
  now += 8 * DAY;
  await play('main', 'ada', 'bob');
  await play('second', 'ada', 'dee', 'eve');
  now += DAY;
  await boards.closing.closeEnded();
  await play('main', 'ada');
  await play('second', 'ada', 'dee');
  const figures = async () => [await card('Total Players'), await card('Active Games'), await card('Daily Logins')];
  const all = [
    [5, 0.25],
    [2, 0],
    [2, -0.5],
  ];
  expect(await figures()).toEqual(all);
  await boards.players.setVisibility('ada', { state: 'removed', reason: '' });
  await boards.players.setVisibility('dee', { state: 'hidden' });
  expect(await figures()).toEqual([
    [3, 0.5],
    [0, -1],
    [0, -1],
  ]);
  await play('second', 'dee');
  expect(await card('Daily Logins')).toEqual([0, -1]);
  for (const name of ['ada', 'dee']) await boards.players.setVisibility(name, { state: 'shown' });
  expect(await figures()).toEqual(all);
});

test('counts boards with points this week, compared with the week before', async () => {
  await addBoard('second', 'UTC');
  await addBoard('third', 'UTC');
  await play('main', 'ada');
  await play('second', 'ada');
  expect(await card('Active Games')).toEqual([2, null]);
  // Monday.
  now += 2 * DAY;
  await closePast(boards);
  expect(await card('Active Games')).toEqual([0, -1]);
  await play('third', 'ada', 'bob');
  expect(await card('Active Games')).toEqual([1, -0.5]);
  now += 7 * DAY;
  expect(await card('Active Games')).toEqual([0, -1]);
  now += 7 * DAY;
  expect(await card('Active Games')).toEqual([0, null]);
});

test('counts the tournaments in the catalogue', async () => {
  const cup = { id: 'cup', title: 'Cup', subtitle: 'For all', avatar: '🏆', extra: 'Soon' };
  await catalogue.replace({ tournaments: [cup, { ...cup, id: 'other' }] });
  expect(await card('Tournaments')).toEqual([2, null]);
});
