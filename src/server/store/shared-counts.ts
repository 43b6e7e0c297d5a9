/** What a process let through since it told last. */
export interface Told {
  /** What is counted. */
  readonly policy: string;
  /** Whose. */
  readonly caller: string;
  /** How long a window of this policy is. */
  readonly seconds: number;
  readonly taken: number;
}

/** What all processes told of a caller in the present window. */
export interface Heard {
  readonly taken: number;
  /** Another number for each window of a caller. */
  readonly window: number;
  /** For how long the window goes on, in milliseconds. */
  readonly leftMs: number;
}

/** A process that shares the counts. */
interface CountingProcess {
  readonly id: string;
  readonly isThis: boolean;
  /** What it said of itself. */
  readonly said: string;
  /** How long ago it was heard, in milliseconds. */
  readonly silentMs: number;
}

/**
 * Counts that several processes have in common. They are not durable: should the database crash, they may begin again at
 * nothing.
 */
export interface SharedCounts {
  /** How many processes count, this one included, as far as is known: some seconds late. At least 1. */
  processes(): number;
  /** All that count, this one included, but those that were silent for long. Rejects if the database cannot be asked. */
  everybody(): Promise<readonly CountingProcess[]>;
  /**
   * Adds what was taken to the windows of its callers, and resolves to what is there then, in the order given. A caller
   * without a window gets a new one. Rejects if the database cannot be asked; then it may be added, or not.
   */
  add(told: readonly Told[]): Promise<readonly Heard[]>;
}
