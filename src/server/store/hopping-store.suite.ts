import type { PointsStore } from './points-store.ts';
import type { StorePlace } from './store-under-test.suite.ts';

/**
 * Creates places opened by several stores at once, like several processes: each call goes to the next store, which has caught up with the
 * others, and the first one publishes changes. The tests therefore cannot depend on which store responds.
 */
export function hopping(makePlace: () => StorePlace, count: number): () => StorePlace {
  return () => {
    const place = makePlace();
    return {
      remove: place.remove,
      async open(options) {
        const stores: PointsStore[] = [];
        for (let i = 0; i < count; i += 1) stores.push(await place.open(options));
        return hoppingStore(stores);
      },
    };
  };
}

function hoppingStore(stores: readonly PointsStore[]): PointsStore {
  const [first] = stores;
  let calls = 0;
  const next = () => stores[(calls += 1) % stores.length]!;
  return new Proxy(first!, {
    get(_, name: keyof PointsStore) {
      switch (name as string) {
        // Stores lack it, and defining it would make them look like promises.
        case 'then':
          return undefined;
        case 'follow':
        case 'history':
          return first![name];
        case 'close':
          return () => Promise.all(stores.map((store) => store.close()));
        case 'standings':
        case 'countedEvents':
          return async function* read(...args: readonly unknown[]) {
            const store = next();
            await store.catchUp();
            yield* (store[name] as (...args: readonly unknown[]) => AsyncIterable<unknown>)(...args);
          };
        default:
          return async (...args: readonly unknown[]) => {
            const store = next();
            await store.catchUp();
            try {
              return await (store[name] as (...args: readonly unknown[]) => unknown)(...args);
            } finally {
              await first!.catchUp();
            }
          };
      }
    },
  });
}
