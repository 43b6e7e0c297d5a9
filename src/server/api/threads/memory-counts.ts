import type { Heard, SharedCounts, Told } from '../../store/shared-counts.ts';

/** Windows kept before those that are over are dropped. */
const MANY = 100_000;

/** Counts shared by the threads of a process. `threads` counts them all; `clock` gives milliseconds. */
export function createMemoryCounts(threads: number, clock: () => number): SharedCounts {
  const windows = new Map<string, { taken: number; readonly window: number; readonly ends: number }>();
  let opened = 0;

  function added({ policy, caller, seconds, taken }: Told): Heard {
    const now = clock();
    const key = `${policy} ${caller}`;
    let window = windows.get(key);
    if (window === undefined || window.ends <= now) {
      if (windows.size >= MANY) for (const [other, { ends }] of windows) if (ends <= now) windows.delete(other);
      windows.set(key, (window = { taken: 0, window: (opened += 1), ends: now + seconds * 1000 }));
    }
    window.taken += taken;
    return { taken: window.taken, window: window.window, leftMs: window.ends - now };
  }

  return {
    processes: () => threads,
    everybody: async () => [],
    add: async (told) => told.map(added),
  };
}
