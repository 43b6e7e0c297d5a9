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

/**
 * Counts that several processes have in common. They are not durable: should the database crash, they may begin again at
 * nothing.
 */
export interface SharedCounts {
  /** How many processes count, this one included, as far as is known: some seconds late. At least 1. */
  processes(): number;
  /**
   * Adds what was taken to the windows of its callers, and resolves to what is there then, in the order given. A caller
   * without a window gets a new one. Rejects if the database cannot be asked; then it may be added, or not.
   */
  add(told: readonly Told[]): Promise<readonly Heard[]>;
}
