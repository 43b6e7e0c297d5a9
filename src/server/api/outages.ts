import { momentWords } from '../../contract/parts/time-words.ts';
import type { PointsStore, StorageFailure } from '../store/points-store.ts';
import type { Log } from '../watching/log.ts';

/** How often to check whether an outage is over, in milliseconds. */
const LOOK_EVERY_MS = 1000;

export interface OutagesParts {
  readonly store: Pick<PointsStore, 'health'>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly log: Log;
  /** In milliseconds. */
  readonly lookEveryMs?: number;
}

export type Outages = ReturnType<typeof createOutages>;

/** Logs database outages: a line at the start, and one at the end with the number of refused requests. */
export function createOutages({ store, clock, log, lookEveryMs = LOOK_EVERY_MS }: OutagesParts) {
  let outage: { readonly since: number; refused: number } | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  function lookLater(): void {
    timer = setTimeout(() => void look(), lookEveryMs).unref();
  }

  async function look(): Promise<void> {
    try {
      await store.health();
    } catch {
      if (!isStopped) lookLater();
      return;
    }
    tell('The database is back');
  }

  function tell(what: string): void {
    if (outage === undefined) return;
    const { since, refused } = outage;
    outage = undefined;
    const seconds = Math.round((clock() - since) / 1000);
    log(
      `${what}. ${refused} ${refused === 1 ? 'request was' : 'requests were'} refused in ${seconds} s since ${momentWords(since, 'second')}.`,
    );
  }

  return {
    /** Counts a refused request. */
    refused({ message }: StorageFailure): void {
      if (outage === undefined) {
        outage = { since: clock(), refused: 0 };
        log(`Requests are refused during this outage: ${message}`, { level: 'error' });
        lookLater();
      }
      outage.refused += 1;
    },
    /** Stops, and logs an ongoing outage. */
    stop(): void {
      isStopped = true;
      clearTimeout(timer);
      tell('The server is stopping during a database outage');
    },
  };
}
