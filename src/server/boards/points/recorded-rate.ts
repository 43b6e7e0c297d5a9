import { MINUTE_MS } from '../../../domain/durations.ts';
import type { Change } from '../../store/stored-values.ts';

const SECOND_MS = 1000;

/** Over how many whole seconds events a second are told. */
const SECONDS = 10;

/** How many minutes are remembered, the one that goes on included. */
const MINUTES = 60;

/** Counts of the latest stretches of one length. */
class Stretches {
  readonly #lengthMs: number;
  readonly #most: number;
  /** By the number of the stretch since 1970. */
  readonly #counts = new Map<number, number>();

  constructor(lengthMs: number, most: number) {
    this.#lengthMs = lengthMs;
    this.#most = most;
  }

  add(count: number, now: number): void {
    const stretch = Math.floor(now / this.#lengthMs);
    this.#counts.set(stretch, (this.#counts.get(stretch) ?? 0) + count);
    for (const old of this.#counts.keys()) if (old <= stretch - this.#most) this.#counts.delete(old);
  }

  /** Oldest first, up to that of `now`; none before `since`. */
  upTo(now: number, since: number): readonly number[] {
    const last = Math.floor(now / this.#lengthMs);
    const first = Math.max(last - this.#most + 1, Math.floor(since / this.#lengthMs));
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => this.#counts.get(first + i) ?? 0);
  }
}

/**
 * How many events were recorded of late, by whatever process: counted when this one hears of them, and remembered as long as
 * it runs.
 */
export class RecordedRate {
  readonly #clock: () => number;
  readonly #seconds = new Stretches(SECOND_MS, SECONDS + 1);
  readonly #minutes = new Stretches(MINUTE_MS, MINUTES);
  /** Since when it is counted, in epoch milliseconds. */
  readonly since: number;

  /** `clock` gives epoch milliseconds. */
  constructor(clock: () => number) {
    this.#clock = clock;
    this.since = clock();
  }

  /** Takes in a change of the store. */
  follow(change: Change): void {
    if (change.kind !== 'recorded') return;
    const now = this.#clock();
    this.#seconds.add(change.events, now);
    this.#minutes.add(change.events, now);
  }

  /** Events a second, over the last ten whole seconds. */
  perSecond(): number {
    const whole = this.#seconds.upTo(this.#clock(), -Infinity).slice(0, SECONDS);
    return whole.reduce((sum, count) => sum + count, 0) / SECONDS;
  }

  /** Events of each of the last sixty minutes, oldest first; the last one goes on. Fewer, if it was counted for less. */
  minutes(): readonly number[] {
    return this.#minutes.upTo(this.#clock(), this.since);
  }
}
