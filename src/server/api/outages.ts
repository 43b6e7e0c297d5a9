import { timeText } from '../../contract/moment-text.ts';
import type { PointsStore, StorageFailure } from '../store/points-store.ts';
import type { Log } from '../watching/log.ts';

/** How often it is looked whether an outage is over, in milliseconds. */
const LOOK_EVERY_MS = 1000;

export interface OutagesParts {
  readonly store: Pick<PointsStore, 'health'>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly log: Log;
  /** In milliseconds; a second, if it is not said. */
  readonly lookEveryMs?: number;
}

export type Outages = ReturnType<typeof createOutages>;

/**
 * Outages of the database, for the log: a line when one begins, and one when it is over that says how many requests were
 * refused, however many these are.
 */
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
    tell('The database answers again');
  }

  function tell(what: string): void {
    if (outage === undefined) return;
    const { since, refused } = outage;
    outage = undefined;
    const seconds = Math.round((clock() - since) / 1000);
    log(`${what}. Since ${timeText(since)}, for ${seconds} s, requests were refused: ${refused}.`);
  }

  return {
    /** Counts a request that was refused because of a failure. */
    refused({ message }: StorageFailure): void {
      if (outage === undefined) {
        outage = { since: clock(), refused: 0 };
        log(`Requests are refused as long as this lasts: ${message}`, { level: 'error' });
        lookLater();
      }
      outage.refused += 1;
    },
    /** Looks no more. What an outage has come to by then is told. */
    stop(): void {
      isStopped = true;
      clearTimeout(timer);
      tell('The server stops while the database does not answer');
    },
  };
}
