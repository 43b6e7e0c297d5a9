import { expect, test } from 'vitest';

import { StorageFailure } from '../store/points-store.ts';
import { watchFollowing } from './following-watch.ts';

test('reports once that the store cannot be followed and once that it can again, and ignores a short failure', async () => {
  const told: (number | undefined)[] = [];
  let fails = 0;
  let looks = 0;
  const store = {
    async catchUp() {
      looks += 1;
      if (looks <= fails) throw new StorageFailure('Away', 'failed');
    },
  };
  const waitFor = async (count: number) => {
    await expect.poll(() => looks, { interval: 1 }).toBeGreaterThan(count);
  };
  const watch = watchFollowing(
    store,
    () => looks,
    (heardUntil) => told.push(heardUntil),
    1,
  );
  fails = looks + 2;
  await waitFor(fails + 2);
  expect(told).toEqual([]);
  fails = looks + 8;
  await waitFor(fails + 2);
  // The last successful check read the clock before it was counted.
  expect(told).toEqual([fails - 9, undefined]);
  watch.stop();
});

test('a store that does not answer counts as failing', async () => {
  const told: (number | undefined)[] = [];
  const watch = watchFollowing(
    { catchUp: () => new Promise(() => {}) },
    () => 7,
    (heardUntil) => told.push(heardUntil),
    1,
  );
  await expect.poll(() => told, { interval: 1 }).toEqual([7]);
  watch.stop();
});
