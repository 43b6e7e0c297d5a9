import { setImmediate as nextTurn } from 'node:timers/promises';

import type { PointsStore } from './points-store.ts';
import type { StorePlace } from './store-under-test.suite.ts';

/** Wraps a store to take a turn of the event loop before and after each call, like real I/O. */
export function waitingStore(store: PointsStore): PointsStore {
  return new Proxy(store, {
    get(_, name: keyof PointsStore) {
      const method = store[name] as ((...args: readonly unknown[]) => unknown) | undefined;
      // Stores lack it (such as `then`), and defining it would make them look like promises.
      if (method === undefined) return undefined;
      switch (name as string) {
        // Changes are published as they happen, before the call that made them resolves.
        case 'follow':
        case 'history':
          return method;
        case 'standings':
        case 'countedEvents':
          return (...args: readonly unknown[]) => slowly(method(...args) as AsyncIterable<unknown>);
        default:
          return async (...args: readonly unknown[]) => {
            await nextTurn();
            try {
              return await method(...args);
            } finally {
              await nextTurn();
            }
          };
      }
    },
  });
}

async function* slowly<Item>(items: AsyncIterable<Item>): AsyncIterable<Item> {
  await nextTurn();
  for await (const item of items) {
    yield item;
    await nextTurn();
  }
}

/** Creates places whose stores wait. */
export function waiting<Place extends StorePlace>(makePlace: () => Place): () => Place {
  return () => {
    const place = makePlace();
    return { ...place, open: async (options) => waitingStore(await place.open(options)) };
  };
}
