import { uptime } from 'node:os';

/** Clocks may differ by this much, in milliseconds, before somebody has to look: time servers correct less than this by and by. */
export const TOLERANCE_MS = 10_000;

/** Milliseconds since the machine was started, its sleep included: nobody can set it. */
export const sinceBoot = () => uptime() * 1000;

/**
 * Whether the wall clock can be trusted to close periods. It is compared with one that never jumps, and with the ledger:
 * results are final, and a clock that is wrong for a second would make them so.
 */
export class ClockWatch {
  readonly #clock: () => number;
  readonly #steady: () => number;
  /** How far the two were apart when they last agreed: time servers correct the wall clock by and by. */
  #apart: number;

  /** `clock` is the wall clock, in epoch milliseconds; `steady` counts milliseconds from any moment, sleep of the machine included, and is never set. */
  constructor(clock: () => number, steady: () => number) {
    this.#clock = clock;
    this.#steady = steady;
    this.#apart = clock() - steady();
  }

  /** What is wrong, and what to do; `undefined` if nothing is. `newest`: when the newest event was received, in epoch milliseconds. */
  trouble(newest: number | undefined): string | undefined {
    const now = this.#clock();
    if (newest !== undefined && newest > now + TOLERANCE_MS)
      return `The newest event was received at ${iso(newest)}, and the clock says ${iso(now)}: a clock is or was wrong. No period closes until another event is received, or this one is voided. Check the clock, and those of other servers on the same database. "laurels doctor" says how to void it.`;
    const apart = now - this.#steady();
    const jump = apart - this.#apart;
    if (Math.abs(jump) > TOLERANCE_MS)
      return `The clock was set ${jump > 0 ? 'forward' : 'back'} by ${Math.round(Math.abs(jump) / 1000)} s while the server ran, to ${iso(now)}. No period closes. Correct the clock, or restart the server if it is right now.`;
    this.#apart = apart;
    return undefined;
  }
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
