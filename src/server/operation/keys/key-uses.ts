import { MINUTE_MS } from '../../../domain/durations.ts';

/** When keys were last used: by the id of the key, or as {@link postingOf} names that it posted points; in epoch milliseconds. */
export type LastUses = ReadonlyMap<string, number>;

/** What it is noted under that a key posted points, which is a use as any other and one of its own. */
export function postingOf(id: string): string {
  return `${id} points`;
}

/** Where it is kept when each key was last used. */
export interface UsesKeeper {
  /** All that is known; what cannot be understood tells nothing. */
  read(): Promise<LastUses>;
  /** Adds later uses to what is known. */
  write(uses: LastUses): Promise<void>;
}

/**
 * Notes when each API key was last used. A server does, and the command line reads it. It is written once a minute at most: a server that is
 * killed may have used keys within a minute before that it does not tell of.
 */
export class KeyUses {
  readonly #keeper: UsesKeeper;
  readonly #log: (text: string) => void;
  /** What is not written yet. */
  #noted = new Map<string, number>();
  #writtenAt = -Infinity;
  #written: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  constructor(keeper: UsesKeeper, log: (text: string) => void) {
    this.#keeper = keeper;
    this.#log = log;
  }

  /** All that is known, of this process to the moment and of others as they wrote it. */
  async known(): Promise<LastUses> {
    const written = await this.#keeper.read();
    return new Map([...written, ...this.#noted]);
  }

  /** Notes that a key was used now (epoch milliseconds), or of which use of it. */
  note(id: string, now: number): void {
    this.#noted.set(id, now);
    this.#timer ??= setTimeout(() => this.#write(), Math.max(0, this.#writtenAt + MINUTE_MS - performance.now())).unref();
  }

  /** Writes what is not written yet. */
  async close(): Promise<void> {
    if (this.#timer !== undefined) this.#write();
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
      // It is good to know and no more: points are taken all the same. The next writing has it too.
      for (const [id, at] of noted) this.#noted.set(id, Math.max(at, this.#noted.get(id) ?? at));
      this.#log(`When keys were last used cannot be written: ${String(error)}`);
    }
  }
}
