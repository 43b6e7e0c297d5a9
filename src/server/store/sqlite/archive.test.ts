import { expect, test } from 'vitest';

import { DAY, daily, event, NOON, useStore } from '../store-under-test.suite.ts';
import { sqlitePlace } from './sqlite-place.suite.ts';

const { store, place, record, reopen } = useStore(sqlitePlace);

test('a period of many players that was cut while it closed and while it was cleared ends with its final ranks alone', async () => {
  const order = Array.from({ length: 2500 }, (_, i) => 2500 - i);
  await record(...order.map((_, i) => event(`first of ${i + 1}`, `player ${i + 1}`, i + 1)));
  let asked = 0;
  await store.seal(daily);
  const closing = { at: NOON + DAY, unshown: 0 };
  expect(await store.closePeriod(daily, order, closing, () => (asked += 1) === 3)).toBe(false);
  expect(place().value('SELECT count(*) FROM final_standings')).toBe(2000);
  await reopen();
  expect(await store.closePeriod(daily, order, closing)).toBe(true);
  asked = 0;
  await store.maintain(() => (asked += 1) === 2);
  expect(place().totalsIn(1)).toBe(1500);
  await reopen();
  await store.maintain();
  expect(() => place().tamper('DELETE FROM final_standings')).toThrow('never change');
  expect(place().totalsIn(1)).toBe(0);
  expect(place().value('SELECT count(*) FROM closings')).toBe(0);
});

test('a period that is opened again while it is cleared has its standings, and is cleared no further', async () => {
  const order = Array.from({ length: 2500 }, (_, i) => 2500 - i);
  await record(...order.map((_, i) => event(`first of ${i + 1}`, `player ${i + 1}`, i + 1)));
  await store.seal(daily);
  await store.closePeriod(daily, order, { at: NOON + DAY, unshown: 0 });
  let reopening: Promise<void> | undefined;
  let asked = 0;
  await store.maintain(() => {
    asked += 1;
    if (asked === 2) reopening = store.reopen(daily, { at: NOON + DAY, reason: 'the clock jumped' });
    return false;
  });
  await reopening;
  expect(place().totalsIn(1)).toBe(2500);
  expect((await store.verify()).differences).toEqual([]);
});

test('a period that was cut while it was opened again stays closed, and is cleared; opened, its final ranks are', async () => {
  const order = Array.from({ length: 2500 }, (_, i) => 2500 - i);
  const reopening = { at: NOON + DAY, reason: 'the clock jumped' };
  const standings = () => place().totalsIn(1);
  await record(...order.map((_, i) => event(`first of ${i + 1}`, `player ${i + 1}`, i + 1)));
  await store.seal(daily);
  await store.closePeriod(daily, order, { at: NOON + DAY, unshown: 0 });
  await store.maintain();
  place().tamper("CREATE TRIGGER in_the_way BEFORE UPDATE ON totals WHEN NEW.block = 20 BEGIN SELECT RAISE (ABORT, 'planted'); END");
  await expect(store.reopen(daily, reopening)).rejects.toMatchObject({ name: 'StorageFailure' });
  place().tamper('DROP TRIGGER in_the_way');
  expect(standings()).toBe(1000);
  await reopen();
  expect((await store.finalStandings(daily, 1, 2500))?.standings).toHaveLength(2500);
  expect((await store.verify()).differences).toEqual([]);
  await store.maintain();
  expect(standings()).toBe(0);

  await store.reopen(daily, reopening);
  expect(standings()).toBe(2500);
  let asked = 0;
  await store.maintain(() => (asked += 1) === 2);
  expect(place().value('SELECT count(*) FROM final_standings')).toBe(1500);
  await reopen();
  expect((await store.verify()).differences).toEqual([]);
  await store.maintain();
  expect(place().value('SELECT count(*) FROM final_standings')).toBe(0);
  expect(place().value('SELECT count(*) FROM closings')).toBe(0);
});
