/** What a process admitted since its last report. */
export interface Told {
  readonly policy: string;
  readonly caller: string;
  /** Length of this policy's windows. */
  readonly seconds: number;
  readonly taken: number;
}

/** What all processes reported for a caller in the current window. */
export interface Heard {
  readonly taken: number;
  /** Differs between the windows of a caller. */
  readonly window: number;
  /** Remaining time of the window, in milliseconds. */
  readonly leftMs: number;
}

/** A process that shares the counts. */
interface CountingProcess {
  readonly id: string;
  readonly isThis: boolean;
  /** Its own status report. */
  readonly said: string;
  /** Time since its last report, in milliseconds. */
  readonly silentMs: number;
}

/** Counts shared by several processes. Not durable: they may restart at zero after a database crash. */
export interface SharedCounts {
  /** How many processes share the counts, including this one; some seconds late. At least 1. */
  processes(): number;
  /** All processes that share the counts, including this one; long silent ones are left out. Rejects if the database is unreachable. */
  everybody(): Promise<readonly CountingProcess[]>;
  /** Adds to the windows of callers and resolves to their sums, in order, opening windows where needed. May have added if it rejects. */
  add(told: readonly Told[]): Promise<readonly Heard[]>;
}
