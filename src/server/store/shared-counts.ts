/** The number of requests a process has admitted since its last report. */
export interface Told {
  readonly policy: string;
  readonly caller: string;
  /** Length of this policy's windows. */
  readonly seconds: number;
  readonly taken: number;
}

/** The sum of all processes' reports for a caller in the current window. */
export interface Heard {
  readonly taken: number;
  /** Distinguishes the windows of a caller. */
  readonly window: number;
  /** Remaining time of the window, in milliseconds. */
  readonly leftMs: number;
}

/** A process that shares the counts. */
interface CountingProcess {
  readonly id: string;
  readonly isThis: boolean;
  /** The status that the process reported. */
  readonly said: string;
  /** Time since its last report, in milliseconds. */
  readonly silentMs: number;
}

/** Counts shared by several processes. Not durable: they may restart at zero after a database crash. */
export interface SharedCounts {
  /** How many processes share the counts, including this one; lags by some seconds. At least 1. */
  processes(): number;
  /** All processes that share the counts, including this one; omits long silent ones. Rejects if the database is unreachable. */
  everybody(): Promise<readonly CountingProcess[]>;
  /** Adds to the windows of callers and resolves to their sums, in order; opens missing windows. May have added even if it rejects. */
  add(told: readonly Told[]): Promise<readonly Heard[]>;
}
