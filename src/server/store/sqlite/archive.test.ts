import { expect, test } from 'vitest';

import { DAY, daily, event, NOON, useStore } from '../store-under-test.suite.ts';
import { sqlitePlace } from './sqlite-place.suite.ts';

const { store, place, record, reopen } = useStore(sqlitePlace);

test('a period of many players that was cut while it closed and while it was cleared ends with its final ranks alone', async () => {
  const order = Array.from({ length: 2500 }, (_, i) => 2500 - i);
  await record(...order.map((_, i) => event(`first of ${i + 1}`, `player ${i + 1}`, i + 1)));
  let asked = 0;
  expect(await store.closePeriod(daily, order, NOON + DAY, () => (asked += 1) === 3)).toBe(false);
  expect(place().value('SELECT count(*) FROM final_standings')).toBe(2000);
  await reopen();
  expect(await store.closePeriod(daily, order, NOON + DAY)).toBe(true);
  asked = 0;
  await store.clearClosed(() => (asked += 1) === 2);
  expect(place().value('SELECT count(*) FROM standings WHERE period = 1')).toBe(1500);
  await reopen();
  await store.clearClosed();
  expect(() => place().tamper('DELETE FROM final_standings')).toThrow('never change');
  expect(place().value('SELECT count(*) FROM standings WHERE period = 1')).toBe(0);
  expect(place().value('SELECT count(*) FROM closings')).toBe(0);
});
