import { afterAll, beforeAll, expect, test } from 'vitest';

import { board, DAY, daily, event, NOON, saveBoard, silently, unlessClosed, reviseOne } from '../store-under-test.suite.ts';
import { type PostgresPlace, postgresPlace } from './postgres-place.suite.ts';

const LATER = { at: NOON + DAY, receivedAt: NOON + DAY };
const always = () => true;

let place: PostgresPlace;

beforeAll(async () => {
  place = postgresPlace({ mostBehind: 0 });
  const store = await place.open();
  await saveBoard(store, board);
  await store.append(
    'main',
    [event('1', 'ann', 5, { activity: 'Quest' }), event('2', 'bob', 7), event('3', 'ann', 1, { author: { by: 'key:a' } })],
    always,
    silently,
  );
  await store.seal(daily);
  await store.closePeriod(daily, [2, 1], { at: NOON + DAY, unshown: 0 });
  await store.append('main', [event('4', 'ann', 4, LATER), event('5', 'cid', 1, LATER)], always, silently);
  await reviseOne(store, 'main', '5', { does: 'void', at: NOON + DAY, reason: 'cheating' }, unlessClosed);
  await store.close();
});

afterAll(() => place.remove());

async function differences(): Promise<string> {
  const store = await place.open();
  try {
    return (await store.verify()).differences.join('; ');
  } finally {
    await store.close();
  }
}

/** Alters the database, audits it, and reverts the alteration. */
test.each([
  ['points of an event', 'events', 'points = points + 1', 'points = points - 1', 'player'],
  ['the time of an event', 'events', 'at = at + 1', 'at = at - 1', 'reached'],
  ['the activity of an event', 'events', `activity = activity || 'x'`, `activity = rtrim(activity, 'x')`, 'not what its events add up to'],
  ['the chain of events', 'events', 'previous = previous + 1', 'previous = previous - 1', 'follows'],
  ['what an event counted for', 'events', 'counted = counted - 1', 'counted = counted + 1', 'player'],
  ['a revision', 'revisions', `does = 'restore'`, `does = 'void'`, 'not what its events add up to'],
  ['what a revision left', 'revisions', 'counted = counted + 8', 'counted = counted - 8', 'all-time'],
  ['final points', 'final_standings', 'points = points + 1', 'points = points - 1', 'the ledger makes'],
  ['final ranks', 'final_standings', 'rank = rank + 1000', 'rank = rank - 1000', 'final ranks up to'],
  ['how many were ranked', 'periods', 'standings = standings + 1', 'standings = standings - 1', '2 in the ledger'],
  ['the name a player is found by', 'players', `fold = fold || 'x'`, `fold = rtrim(fold, 'x')`, 'is kept under'],
  ['the activities of a day', 'activity_days', 'points = points + 1', 'points = points - 1', 'not what its events add up to'],
  ['who posted', 'events', 'author = author + 1', 'author = author - 1', 'name authors that are missing'],
  ['the log', 'changes', 'position = position + 100', 'position = position - 100', 'the log'],
])('the audit detects an alteration of %s', async (_, table, change, back, found) => {
  expect(await differences()).toBe('');
  const alter = (set: string) =>
    place.tamper(`ALTER TABLE ${table} DISABLE TRIGGER USER; UPDATE ${table} SET ${set}; ALTER TABLE ${table} ENABLE TRIGGER USER`);
  await alter(change);
  try {
    expect(await differences()).toContain(found);
  } finally {
    await alter(back);
  }
  expect(await differences()).toBe('');
});
