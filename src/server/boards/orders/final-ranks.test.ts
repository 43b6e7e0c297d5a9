import { beforeEach, expect, test } from 'vitest';

import { failingStore, type FailingStore } from '../../store/failing-store.suite.ts';
import { openMemoryStore } from '../../../../tests/oracle/memory-store.ts';
import { always, board, daily, event, NOON, saveBoard, silently, reviseOne } from '../../store/store-under-test.suite.ts';
import { FinalRanks } from './final-ranks.ts';

const CLOSING = { at: NOON, unshown: 0 };
let failing: FailingStore;
let ranks: FinalRanks;

beforeEach(async () => {
  failing = failingStore(await openMemoryStore());
  const { store } = failing;
  await saveBoard(store, board);
  await store.append('main', [event('1', 'ann', 5), event('2', 'bob', 7)], always, silently);
  await store.seal(daily);
  await store.closePeriod(daily, [2, 1], CLOSING);
  ranks = new FinalRanks(store);
  store.follow((change) => ranks.follow(change));
});

const RANKED = new Map([
  [1, 2],
  [2, 1],
]);

test('are queried once, even for unranked players', async () => {
  expect(await ranks.of(daily, [1, 2, 3])).toEqual(RANKED);
  failing.goAway(true);
  expect(await ranks.of(daily, [2, 3])).toEqual(new Map([[2, 1]]));
  await expect(ranks.of(daily, [1, 4])).rejects.toThrow('away');
  failing.goAway(false);
  expect(await ranks.of(daily, [1, 4])).toEqual(new Map([[1, 2]]));
});

test('are queried again after a reopening, even by a request in progress', async () => {
  const { store } = failing;
  const asking = ranks.of(daily, [1]);
  await store.reopen(daily, { at: NOON, reason: 'a mistake' });
  await asking;
  await reviseOne(store, 'main', '2', { does: 'void', reason: 'a bot', at: NOON }, () => false);
  await store.seal(daily);
  await store.closePeriod(daily, [1], CLOSING);
  expect(await ranks.of(daily, [1, 2])).toEqual(new Map([[1, 1]]));
});
