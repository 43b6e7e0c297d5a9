/** Entries of each of the two generations. */
const GENERATION = 20_000;

/**
 * A map that forgets what was not asked for lately: when the young generation is full it becomes the old one,
 * and the old one is dropped. Holds at most twice a generation.
 */
export class RecentPlayers<Entry> {
  #young = new Map<string, Entry>();
  #old = new Map<string, Entry>();

  get(key: string): Entry | undefined {
    const entry = this.#young.get(key);
    if (entry !== undefined) return entry;
    const older = this.#old.get(key);
    if (older !== undefined) this.set(key, older);
    return older;
  }

  set(key: string, entry: Entry): void {
    if (this.#young.size >= GENERATION && !this.#young.has(key)) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, entry);
  }

  forget(key: string): void {
    this.#young.delete(key);
    this.#old.delete(key);
  }

  clear(): void {
    this.#young.clear();
    this.#old.clear();
  }
}
