import type { SharedCounts } from '../store/shared-counts.ts';
import type { Log } from '../watching/log.ts';

/** The retry delay of failed reports, in milliseconds. */
const AWAY_PAUSE_MS = 1000;

/** A caller's rate limit window. */
export interface Window {
  /** Passed by this process. */
  taken: number;
  /** Not yet reported to other processes. */
  untold: number;
  /** Reported by all processes. */
  told: number;
  /** In milliseconds of the clock of {@link createSharedWindows}. */
  ends: number;
  /** Its number in the shared counts; `undefined` before the first report. */
  shared: number | undefined;
}

interface Owner {
  readonly policy: string;
  readonly caller: string;
  readonly seconds: number;
}

export type SharedWindows = ReturnType<typeof createSharedWindows>;

/**
 * Exchanges counts with other processes, in batches and one query at a time. `clock` gives milliseconds. `log` gets a line when
 * processes start to count separately, and when they count together again.
 */
export function createSharedWindows(counts: SharedCounts, clock: () => number, log: Log) {
  let waiting = new Map<Window, Owner>();
  /** The next report. */
  let next: Promise<void> | undefined;
  /** The running report. */
  let telling: Promise<void> | undefined;
  let isAway = false;

  async function tellNext(): Promise<void> {
    await telling;
    if (!isAway) return tellWaiting();
    // Until the next attempt, `next` keeps others from being scheduled.
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
      if (isAway) log('Rate limits are shared with the other processes again.', { level: 'info' });
      isAway = false;
      const now = clock();
      for (const [i, { window, untold }] of all.entries()) {
        const { taken, window: shared, leftMs } = heard[i]!;
        window.untold -= untold;
        window.told = taken;
        window.ends = now + leftMs;
        // A new window: forget the previous count.
        if (window.shared !== undefined && window.shared !== shared) window.taken = untold + window.untold;
        window.shared = shared;
      }
    } catch (error) {
      if (!isAway) log(`Rate limits are split between processes until the database is back: ${String(error)}`);
      isAway = true;
    }
  }

  return {
    /** The number of processes, including this one. */
    processes: () => counts.processes(),
    /** Whether reports are failing. */
    isAway: () => isAway,
    /** Reports a window; resolves even if that fails. */
    tell(window: Window, owner: Owner): Promise<void> {
      waiting.set(window, owner);
      return (next ??= tellNext());
    },
  };
}
