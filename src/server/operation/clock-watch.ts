import { uptime } from 'node:os';

import { momentWords } from '../../contract/parts/time-words.ts';

/** The tolerated clock difference, in milliseconds. Time servers correct smaller ones gradually. */
export const TOLERANCE_MS = 10_000;

/** A steady clock: milliseconds since boot, including sleep. */
export const sinceBoot = () => uptime() * 1000;

/** Checks the wall clock against a steady clock and the ledger before periods close, because final results are irreversible. */
export class ClockWatch {
  readonly #clock: () => number;
  readonly #steady: () => number;
  /** The last accepted difference of the two clocks. */
  #apart: number;

  /** `clock` gives epoch milliseconds; `steady` counts milliseconds, including sleep, and is never set. */
  constructor(clock: () => number, steady: () => number) {
    this.#clock = clock;
    this.#steady = steady;
    this.#apart = clock() - steady();
  }

  /** A problem with advice, or `undefined`. `newest`: the receipt of the newest event, in epoch milliseconds. */
  trouble(newest: number | undefined): string | undefined {
    const now = this.#clock();
    if (newest !== undefined && newest > now + TOLERANCE_MS)
      return `The newest event is dated ${momentWords(newest, 'second')}, but the clock says ${momentWords(now, 'second')}: a clock is or was wrong. No period closes until a newer event arrives, or this one is voided. Check the clocks of all servers on this database. "laurels doctor" explains how to void the event.`;
    const apart = now - this.#steady();
    const jump = apart - this.#apart;
    if (Math.abs(jump) > TOLERANCE_MS)
      return `The clock was set ${jump > 0 ? 'forward' : 'back'} by ${Math.round(Math.abs(jump) / 1000)} s while the server was running, to ${momentWords(now, 'second')}. No periods close. Fix the clock, or restart the server if it is right now.`;
    this.#apart = apart;
    return undefined;
  }
}
