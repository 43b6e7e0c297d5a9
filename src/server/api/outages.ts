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

/**
 * Outages of the database, for the log: a line when one begins, and one when it is over that says how many requests were
 * refused, however many these are.
 */
export class Outages {
  readonly #parts: OutagesParts;
  #outage: { readonly since: number; refused: number } | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(parts: OutagesParts) {
    this.#parts = parts;
  }

  /** Counts a request that was refused because of a failure. */
  refused({ message }: StorageFailure): void {
    if (this.#outage === undefined) {
      this.#outage = { since: this.#parts.clock(), refused: 0 };
      this.#parts.log(`Requests are refused as long as this lasts: ${message}`, { level: 'error' });
      this.#lookLater();
    }
    this.#outage.refused += 1;
  }

  /** Looks no more. What an outage has come to by then is told. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    this.#tell('The server stops while the database does not answer');
  }

  #lookLater(): void {
    this.#timer = setTimeout(() => void this.#look(), this.#parts.lookEveryMs ?? LOOK_EVERY_MS).unref();
  }

  async #look(): Promise<void> {
    try {
      await this.#parts.store.health();
    } catch {
      if (!this.#isStopped) this.#lookLater();
      return;
    }
    this.#tell('The database answers again');
  }

  #tell(what: string): void {
    if (this.#outage === undefined) return;
    const { since, refused } = this.#outage;
    this.#outage = undefined;
    const seconds = Math.round((this.#parts.clock() - since) / 1000);
    this.#parts.log(`${what}. Since ${timeText(since)}, for ${seconds} s, requests were refused: ${refused}.`);
  }
}
