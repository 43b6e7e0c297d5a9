import { expect, test } from 'vitest';

import { DAY, daily, event, NOON, useStore } from '../store-under-test.suite.ts';
import { sqlitePlace } from './sqlite-place.suite.ts';

const { store, place, record, reopen, totals } = useStore(sqlitePlace);

test('an interrupted closing of many players completes with its final ranks; old totals go when their block is next written', async () => {
  const order = Array.from({ length: 2500 }, (_, i) => 2500 - i);
  await record(...order.map((_, i) => event(`first of ${i + 1}`, `player ${i + 1}`, i + 1)));
  let calls = 0;
  await store.seal(daily);
  const closing = { at: NOON + DAY, unshown: 0 };
  expect(await store.closePeriod(daily, order, closing, () => (calls += 1) === 3)).toBe(false);
  expect(place().value('SELECT count(*) FROM final_standings')).toBe(2000);
  await reopen();
  expect(await store.closePeriod(daily, order, closing)).toBe(true);
  expect(() => place().tamper('DELETE FROM final_standings')).toThrow('never change');
  expect(place().value('SELECT count(*) FROM closings')).toBe(0);
  await reopen();
  expect(place().totalsIn(1)).toBe(2500);
  await record(event('later', 'player 1', 1, { at: NOON + DAY, receivedAt: NOON + DAY }));
  await reopen();
  expect(place().totalsIn(1)).toBe(2500 - 63);
  expect((await store.verify()).differences).toEqual([]);
});

test('a period reopened while its totals are being dropped has its standings', async () => {
  const order = Array.from({ length: 2500 }, (_, i) => 2500 - i);
  await record(...order.map((_, i) => event(`first of ${i + 1}`, `player ${i + 1}`, i + 1)));
  await store.seal(daily);
  await store.closePeriod(daily, order, { at: NOON + DAY, unshown: 0 });
  let reopening: Promise<void> | undefined;
  let calls = 0;
  await store.maintain(() => {
    calls += 1;
    if (calls === 2) reopening = store.reopen(daily, { at: NOON + DAY, reason: 'the clock jumped' });
    return false;
  });
  await reopening;
  expect(place().totalsIn(1)).toBe(2500);
  expect((await store.verify()).differences).toEqual([]);
});

test('a period interrupted while reopening stays closed; a retry restores its standings, and it can be closed again', async () => {
  const order = Array.from({ length: 2500 }, (_, i) => 2500 - i);
  const reopening = { at: NOON + DAY, reason: 'the clock jumped' };
  const standings = async () => Object.keys(await totals(daily)).length;
  await record(...order.map((_, i) => event(`first of ${i + 1}`, `player ${i + 1}`, i + 1)));
  await store.seal(daily);
  await store.closePeriod(daily, order, { at: NOON + DAY, unshown: 0 });
  await store.maintain();
  await reopen();
  place().tamper("CREATE TRIGGER in_the_way BEFORE UPDATE ON totals WHEN NEW.block = 20 BEGIN SELECT RAISE (ABORT, 'planted'); END");
  await expect(store.reopen(daily, reopening)).rejects.toMatchObject({ name: 'StorageFailure' });
  place().tamper('DROP TRIGGER in_the_way');
  // The totals restored before the interruption.
  expect(place().totalsIn(1)).toBe(1000);
  await reopen();
  expect((await store.finalStandings(daily, 1, 2500))?.standings).toHaveLength(2500);
  expect((await store.verify()).differences).toEqual([]);
  await store.maintain();

  await store.reopen(daily, reopening);
  expect(place().totalsIn(1)).toBe(2500);
  expect(await standings()).toBe(2500);
  await reopen();
  expect(await standings()).toBe(2500);
  expect((await store.verify()).differences).toEqual([]);
  await store.seal(daily);
  expect(await store.closePeriod(daily, order, { at: NOON + DAY, unshown: 0 })).toBe(true);
  expect(place().value('SELECT count(*) FROM final_standings')).toBe(2500);
  expect((await store.verify()).differences).toEqual([]);
});
