import { expect, test } from 'vitest';

import { DAY, daily, event, NOON, useStore } from '../store-under-test.suite.ts';
import { sqlitePlace } from './sqlite-place.suite.ts';

const { store, record, place } = useStore(sqlitePlace);

test.each([
  ['a total', 'UPDATE standings SET points = points + 1 WHERE player = 1 AND period = 2'],
  ['a moment', 'UPDATE standings SET reached_at = reached_at + 1 WHERE player = 2 AND period = 3'],
  ['a standing too few', 'DELETE FROM standings WHERE player = 2 AND period = 2'],
  [
    'a standing too many',
    'INSERT INTO standings SELECT board, 3, period, points, reached_at, latest_at, latest_event FROM standings WHERE player = 2',
  ],
  ['a final total', 'DROP TRIGGER final_standings_keep; UPDATE final_standings SET points = 0 WHERE player = 1'],
  ['a final rank too few', 'DROP TRIGGER final_standings_stay; DELETE FROM final_standings WHERE player = 1'],
  ['an event', 'DROP TRIGGER events_keep; UPDATE events SET points = 6 WHERE seq = 1'],
  ['a broken chain of events', 'DROP TRIGGER events_keep; UPDATE events SET previous = NULL WHERE seq = 3'],
  ["a chain through another player's events", 'DROP TRIGGER events_keep; UPDATE events SET previous = 2 WHERE seq = 3'],
  ['a chain that ends too early', 'UPDATE standings SET latest_event = 1 WHERE latest_event = 3'],
  ['a chain with two ends', 'UPDATE standings SET latest_event = 3 WHERE player = 1'],
  ['a player out of order', 'UPDATE players SET known_since = known_since + 1 WHERE number = 1'],
  ['the points of an activity', 'UPDATE activity_days SET points_low = points_low + 1'],
  ['the events of an activity', 'UPDATE activity_days SET events = events + 1'],
  ['an activity too few', 'DELETE FROM activity_days'],
  ['an activity too many', "INSERT INTO activity_days SELECT board, day, 'x', events, points_high, points_low FROM activity_days"],
  ['a player missing', 'DELETE FROM players WHERE number = 1'],
])('the database is compared with its ledger: %s', async (_, sql) => {
  await record(event('1', 'ann', 5), event('2', 'bob', 7), event('3', 'ann', 0));
  await store.closePeriod(daily, [2, 1], NOON + DAY);
  expect((await store.verify()).differences).toEqual([]);
  place().tamper(`PRAGMA foreign_keys = OFF; ${sql}`);
  expect((await store.verify()).differences).not.toEqual([]);
});
