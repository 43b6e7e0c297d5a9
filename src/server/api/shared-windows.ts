import type { SharedCounts } from '../store/shared-counts.ts';
import type { Log } from '../watching/log.ts';

/** How soon it is tried again to tell what could not be told, in milliseconds. */
const AWAY_PAUSE_MS = 1000;

/** How often somebody called, in a stretch of time that ends. */
export interface Window {
  /** What this process let through. */
  taken: number;
  /** What of that no other process can know. */
  untold: number;
  /** What all processes told, this one included. */
  told: number;
  /** In milliseconds of the clock of {@link createSharedWindows}. */
  ends: number;
  /** The number of the window in the counts of all; `undefined` before anything was told. */
  shared: number | undefined;
}

/** Whose window it is. */
interface Owner {
  readonly policy: string;
  readonly caller: string;
  readonly seconds: number;
}

export type SharedWindows = ReturnType<typeof createSharedWindows>;

/**
 * Tells other processes what was let through here, and hears what they let through: of many callers at once, one question at a time.
 * `clock` gives milliseconds. `log` is told when processes begin to count for themselves, and when they count together again.
 */
export function createSharedWindows(counts: SharedCounts, clock: () => number, log: Log) {
  let waiting = new Map<Window, Owner>();
  /** When what waits was told, or nobody could be told. */
  let next: Promise<void> | undefined;
  /** When what is being told was told. */
  let telling: Promise<void> | undefined;
  let isAway = false;

  async function tellNext(): Promise<void> {
    await telling;
    if (!isAway) return tellWaiting();
    // Nobody waits for the next attempt; until it begins, `next` keeps others from being planned.
    setTimeout(() => void tellWaiting(), AWAY_PAUSE_MS).unref();
  }

  async function tellWaiting(): Promise<void> {
    const told = Array.from(waiting, ([window, owner]) => ({ window, owner, untold: window.untold }));
    waiting = new Map();
    next = undefined;
    await (telling = tellAll(told));
  }

  async function tellAll(all: readonly { readonly window: Window; readonly owner: Owner; readonly untold: number }[]): Promise<void> {
    try {
      const heard = await counts.add(all.map(({ owner, untold }) => ({ ...owner, taken: untold })));
      if (isAway) log('Limits of callers are counted together with the other processes again.', { level: 'info' });
      isAway = false;
      const now = clock();
      for (const [i, { window, untold }] of all.entries()) {
        const { taken, window: shared, leftMs } = heard[i]!;
        window.untold -= untold;
        window.told = taken;
        window.ends = now + leftMs;
        // What was taken in the window before counts no more.
        if (window.shared !== undefined && window.shared !== shared) window.taken = untold + window.untold;
        window.shared = shared;
      }
    } catch (error) {
      if (!isAway)
        log(`Each process counts its part of the limits of callers by itself, until the database answers again: ${String(error)}`);
      isAway = true;
    }
  }

  return {
    /** How many processes let through, this one included. */
    processes: () => counts.processes(),
    /** Whether nobody could be told of late. */
    isAway: () => isAway,
    /** Tells what is untold in a window, and resolves once it was told or could not be. */
    tell(window: Window, owner: Owner): Promise<void> {
      waiting.set(window, owner);
      return (next ??= tellNext());
    },
  };
}
