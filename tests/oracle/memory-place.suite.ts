import type { StorePlace } from '../../src/server/store/store-under-test.suite.ts';
import { Kept } from './kept.ts';
import { openMemoryStore } from './memory-store.ts';

/** Arrays that outlive the stores opened on them. */
export function memoryPlace(): StorePlace {
  const kept = new Kept();
  return {
    open: (options) => openMemoryStore(kept, options),
    remove: () => undefined,
  };
}
