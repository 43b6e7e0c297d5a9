import { expect, test } from 'vitest';

import type { PointsStore } from '../../src/server/store/points-store.ts';
import { describePointsStore } from '../../src/server/store/points-store.suite.ts';
import type { Change } from '../../src/server/store/stored-values.ts';
import {
  allTime,
  always,
  board,
  event,
  saveBoard,
  silently,
  standingsOf,
  type StorePlace,
} from '../../src/server/store/store-under-test.suite.ts';
import { SharedLine } from './several-stores.suite.ts';

/** A commit catches up by itself. */
const COMMITS: ReadonlySet<keyof PointsStore> = new Set<keyof PointsStore>([
  'append',
  'revise',
  'seal',
  'closePeriod',
  'reopen',
  'changeBoard',
  'removeBoard',
  'changeDocument',
]);

/** Each call goes to the next of three stores, which catches up first: together they act as one. */
function inTurnsPlace(): StorePlace {
  const line = new SharedLine();
  return {
    async open() {
      const stores = [await line.open(), await line.open(), await line.open()];
      let turn = 0;
      return new Proxy(stores[0]!, {
        get(first, name: keyof PointsStore) {
          if (name === 'follow' || typeof first[name] !== 'function') return first[name];
          if (name === 'standings' || name === 'countedEvents')
            return async function* caughtUp(...asked: never[]) {
              await first.catchUp();
              yield* (first[name] as (...all: never[]) => AsyncIterable<unknown>)(...asked);
            };
          return async (...asked: never[]) => {
            const store = stores[(turn += 1) % stores.length]!;
            if (name === 'close') return Promise.all(stores.map((each) => each.close()));
            if (!COMMITS.has(name)) await store.catchUp();
            const answer = await (store[name] as (...all: never[]) => Promise<unknown>)(...asked);
            await first.catchUp();
            return answer;
          };
        },
      });
    },
    remove: () => undefined,
  };
}

describePointsStore('several stores in turns', inTurnsPlace);

test('a store follows another store’s commits when it catches up or commits, in order and at the same positions', async () => {
  const line = new SharedLine();
  const [one, other] = [await line.open(), await line.open()];
  expect(one.history).toBe(other.history);
  const told: Record<'one' | 'other', Change[]> = { one: [], other: [] };
  one.follow((change) => told.one.push(change));
  other.follow((change) => told.other.push(change));
  const points = async (store: PointsStore) => (await standingsOf(store, allTime)).map((total) => total.points);
  await saveBoard(one, board);
  expect(await other.boards()).toEqual([]);
  await other.append('main', [event('1', 'ann', 5)], always, silently).catch((error: unknown) => expect(error).toBe('no error'));
  await one.append('main', [event('1', 'ann', 5), event('2', 'bob', 3)], always, silently);
  expect([await points(one), await points(other)]).toEqual([[5, 3], [5]]);
  await other.catchUp();
  expect(await points(other)).toEqual([5, 3]);
  expect(told.other).toEqual(told.one);
  expect(await other.positions()).toEqual(await one.positions());
});
