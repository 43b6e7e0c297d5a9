import { expect, test } from 'vitest';

import { failingStore } from './failing-store.suite.ts';
import { openMemoryStore } from '../../../tests/oracle/memory-store.ts';
import { StorageFailure } from './points-store.ts';
import { allTime, always, board, event, silently, standingsOf, saveBoard, saveDocument } from './store-under-test.suite.ts';
import type { Change } from './stored-values.ts';
import { waitingStore } from './waiting-store.suite.ts';

async function failing() {
  const made = failingStore(await openMemoryStore());
  await saveBoard(made.store, board);
  return made;
}

test('a failed append calls decide but stores and publishes nothing; the next one behaves like the first', async () => {
  const { store, failNext } = await failing();
  const published: Change[] = [];
  store.follow((change) => published.push(change));
  const before = await store.positions();
  failNext('append', 'full');
  let decided = 0;
  const append = () =>
    store.append('main', [event('1', 'ann', 5)], always, (effects) => {
      decided += 1;
      return silently(effects);
    });
  await expect(append()).rejects.toMatchObject({ name: 'StorageFailure', trouble: 'full' });
  expect([decided, published, await store.playerCount()]).toEqual([1, [], 0]);
  expect(await store.positions()).toEqual(before);
  expect(await append()).toMatchObject([{ outcome: 'recorded' }]);
  expect(published).toHaveLength(1);
});

test('any other call fails once and changes nothing', async () => {
  const { store, failNext } = await failing();
  failNext('changeDocument', 'read-only');
  failNext('health', 'missing');
  await expect(saveDocument(store, 'site', 'text')).rejects.toMatchObject({ trouble: 'read-only' });
  await expect(store.health()).rejects.toThrow(StorageFailure);
  expect(await store.document('site')).toBeUndefined();
  await expect(store.health()).resolves.toBeUndefined();
  await saveDocument(store, 'site', 'text');
  expect(await store.document('site')).toBe('text');
});

test('a read in steps fails at the first step, even behind a waiting store', async () => {
  const { store, failNext } = await failing();
  const slow = waitingStore(store);
  await slow.append('main', [event('1', 'ann', 5)], always, silently);
  const read = async () => (await standingsOf(slow, allTime)).map(({ number }) => number);
  failNext('standings');
  await expect(read()).rejects.toThrow(StorageFailure);
  expect(await read()).toEqual([1]);
});
