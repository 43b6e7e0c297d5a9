import { MINUTE_MS } from '../../../domain/durations.ts';
import type { Change } from '../../store/stored-values.ts';

const SECOND_MS = 1000;
const SECONDS_OF_MINUTE = MINUTE_MS / SECOND_MS;

/** Over how many whole seconds events a second are told. */
const SECONDS = 10;

/** How many minutes are remembered, the one that goes on included. */
const MINUTES = 60;

/** One place for each second of them, used again when they are over. */
const PLACES = MINUTES * SECONDS_OF_MINUTE;

/**
 * How many events were recorded of late, by whatever process: counted when this one hears of them, and remembered as long as
 * it runs.
 */
export class RecordedRate {
  readonly #clock: () => number;
  /** Which second since 1970 each place counts, and what. */
  readonly #seconds = new Float64Array(PLACES);
  readonly #counts = new Float64Array(PLACES);
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
    const second = Math.floor(this.#clock() / SECOND_MS);
    const place = second % PLACES;
    if (this.#seconds[place] !== second) this.#counts[place] = 0;
    this.#seconds[place] = second;
    this.#counts[place]! += change.events;
  }

  /** Events a second, over the last ten whole seconds. */
  perSecond(): number {
    return this.#countFrom(Math.floor(this.#clock() / SECOND_MS) - SECONDS, SECONDS) / SECONDS;
  }

  /** Events of each of the last sixty minutes, oldest first; the last one goes on. Fewer, if it was counted for less. */
  minutes(): readonly number[] {
    const last = Math.floor(this.#clock() / MINUTE_MS);
    const first = Math.max(last - MINUTES + 1, Math.floor(this.since / MINUTE_MS));
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) =>
      this.#countFrom((first + i) * SECONDS_OF_MINUTE, SECONDS_OF_MINUTE),
    );
  }

  /** Events of so many seconds, from one since 1970 on. */
  #countFrom(second: number, seconds: number): number {
    let sum = 0;
    for (let each = second; each < second + seconds; each += 1)
      if (this.#seconds[each % PLACES] === each) sum += this.#counts[each % PLACES]!;
    return sum;
  }
}
