import type { SharedCounts } from '../store/shared-counts.ts';
import type { Log } from '../watching/log.ts';

/** How soon it is tried again to tell what could not be told, in milliseconds. */
const AWAY_PAUSE_MS = 1000;

/** How often somebody called, in a stretch of time that ends. */
export interface Window {
  /** What this process let through. */
  taken: number;
  /** What of that no other process can know. */
  untold: number;
  /** What all processes told, this one included. */
  told: number;
  /** In milliseconds of the clock of {@link SharedWindows}. */
  ends: number;
  /** The number of the window in the counts of all; `undefined` before anything was told. */
  shared: number | undefined;
}

/** Whose window it is. */
interface Owner {
  readonly policy: string;
  readonly caller: string;
  readonly seconds: number;
}

/** Tells other processes what was let through here, and hears what they let through: of many callers at once, one question at a time. */
export class SharedWindows {
  readonly #counts: SharedCounts;
  readonly #clock: () => number;
  readonly #log: Log;
  #waiting = new Map<Window, Owner>();
  /** When what waits was told. */
  #next: Promise<void> | undefined;
  /** When what is being told was told. */
  #telling: Promise<void> | undefined;
  #isAway = false;

  /** `clock` gives milliseconds. `log` is told when processes begin to count for themselves, and when they count together again. */
  constructor(counts: SharedCounts, clock: () => number, log: Log) {
    this.#counts = counts;
    this.#clock = clock;
    this.#log = log;
  }

  /** How many processes let through, this one included. */
  get processes(): number {
    return this.#counts.processes();
  }

  /** Whether nobody could be told of late. */
  get isAway(): boolean {
    return this.#isAway;
  }

  /** Tells what is untold in a window, and resolves once it was told or nobody can be told. */
  tell(window: Window, owner: Owner): Promise<void> {
    this.#waiting.set(window, owner);
    this.#next ??= this.#tellNext();
    return this.#isAway ? Promise.resolve() : this.#next;
  }

  async #tellNext(): Promise<void> {
    await this.#telling;
    if (this.#isAway) await new Promise((resolve) => void setTimeout(resolve, AWAY_PAUSE_MS).unref());
    const waiting = Array.from(this.#waiting, ([window, owner]) => ({ window, owner, untold: window.untold }));
    this.#waiting = new Map();
    this.#next = undefined;
    await (this.#telling = this.#tellAll(waiting));
  }

  async #tellAll(all: readonly { readonly window: Window; readonly owner: Owner; readonly untold: number }[]): Promise<void> {
    try {
      const heard = await this.#counts.add(all.map(({ owner, untold }) => ({ ...owner, taken: untold })));
      if (this.#isAway) this.#log('Limits of callers are counted together with the other processes again.', { level: 'info' });
      this.#isAway = false;
      const now = this.#clock();
      for (const [i, { window, untold }] of all.entries()) {
        const { taken, window: shared, leftMs } = heard[i]!;
        window.untold -= untold;
        window.told = taken;
        window.ends = now + leftMs;
        // What was taken in the window before counts no more.
        if (window.shared !== undefined && window.shared !== shared) window.taken = untold + window.untold;
        window.shared = shared;
      }
    } catch (error) {
      if (!this.#isAway)
        this.#log(`Each process counts its part of the limits of callers by itself, until the database answers again: ${String(error)}`);
      this.#isAway = true;
    }
  }
}
