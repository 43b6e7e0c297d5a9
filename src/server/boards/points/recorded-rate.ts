import { MINUTE_MS } from '../../../domain/durations.ts';
import type { Change } from '../../store/stored-values.ts';

const SECOND_MS = 1000;
const SECONDS_OF_MINUTE = MINUTE_MS / SECOND_MS;

/** Over how many whole seconds the rate is averaged. */
const SECONDS = 10;

/** How many minutes are kept, including the current one. */
const MINUTES = 60;

/** A ring buffer with one place per second. */
const PLACES = MINUTES * SECONDS_OF_MINUTE;

/** How many events were recorded recently by any process, since the start of this one, counted when it follows them. */
export class RecordedRate {
  readonly #clock: () => number;
  /** The second since 1970 that each place counts, and its count. */
  readonly #seconds = new Float64Array(PLACES);
  readonly #counts = new Float64Array(PLACES);
  /** When counting began, in epoch milliseconds. */
  readonly since: number;

  /** `clock` returns epoch milliseconds. */
  constructor(clock: () => number) {
    this.#clock = clock;
    this.since = clock();
  }

  /** Applies a change of the store. */
  follow(change: Change): void {
    if (change.kind !== 'recorded') return;
    const second = Math.floor(this.#clock() / SECOND_MS);
    const place = second % PLACES;
    if (this.#seconds[place] !== second) this.#counts[place] = 0;
    this.#seconds[place] = second;
    this.#counts[place]! += change.events;
  }

  /** Events per second, over the last ten whole seconds. */
  perSecond(): number {
    return this.#countFrom(Math.floor(this.#clock() / SECOND_MS) - SECONDS, SECONDS) / SECONDS;
  }

  /** Events in each of the last sixty minutes, oldest first, including the current one. Fewer after a recent start. */
  minutes(): readonly number[] {
    const last = Math.floor(this.#clock() / MINUTE_MS);
    const first = Math.max(last - MINUTES + 1, Math.floor(this.since / MINUTE_MS));
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) =>
      this.#countFrom((first + i) * SECONDS_OF_MINUTE, SECONDS_OF_MINUTE),
    );
  }

  /** Events in `seconds` seconds from `second` (since 1970) on. */
  #countFrom(second: number, seconds: number): number {
    let sum = 0;
    for (let each = second; each < second + seconds; each += 1)
      if (this.#seconds[each % PLACES] === each) sum += this.#counts[each % PLACES]!;
    return sum;
  }
}
