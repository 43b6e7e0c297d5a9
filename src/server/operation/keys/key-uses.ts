import { MINUTE_MS } from '../../../domain/durations.ts';

/** Last uses of keys in epoch milliseconds, by key id, or by {@link postingOf} for posting points. */
export type LastUses = ReadonlyMap<string, number>;

/** The name under which posting points is recorded. */
export function postingOf(id: string): string {
  return `${id} points`;
}

/** Storage of last uses. */
export interface UsesKeeper {
  /** Skips invalid data. */
  read(): Promise<LastUses>;
  /** Merges newer uses. */
  write(uses: LastUses): Promise<void>;
}

/** Records when each API key was last used. Flushed at most once a minute, so a killed server can lose the last minute. */
export class KeyUses {
  readonly #keeper: UsesKeeper;
  readonly #log: (text: string) => void;
  /** Not written yet. */
  #noted = new Map<string, number>();
  #writtenAt = -Infinity;
  #written: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  constructor(keeper: UsesKeeper, log: (text: string) => void) {
    this.#keeper = keeper;
    this.#log = log;
  }

  /** Up to date for this process, as last written for others. */
  async known(): Promise<LastUses> {
    const written = await this.#keeper.read();
    return new Map([...written, ...this.#noted]);
  }

  /** Records a use at `now` (epoch milliseconds). */
  note(id: string, now: number): void {
    this.#noted.set(id, now);
    this.#timer ??= setTimeout(() => this.#write(), Math.max(0, this.#writtenAt + MINUTE_MS - performance.now())).unref();
  }

  async close(): Promise<void> {
    await this.#written;
    // Also retries what could not be written before, for which no timer runs.
    if (this.#noted.size > 0) this.#write();
    await this.#written;
  }

  #write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writtenAt = performance.now();
    this.#written = this.#writeNoted();
  }

  async #writeNoted(): Promise<void> {
    const noted = this.#noted;
    this.#noted = new Map();
    try {
      await this.#keeper.write(noted);
    } catch (error) {
      // Only informational; the next write retries.
      for (const [id, at] of noted) this.#noted.set(id, Math.max(at, this.#noted.get(id) ?? at));
      this.#log(`Could not save when keys were last used: ${String(error)}`);
    }
  }
}
