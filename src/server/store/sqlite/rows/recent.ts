/**
 * A map that forgets what was not asked for lately: when the young generation is full it becomes the old one,
 * and the old one is dropped. Holds at most twice a generation.
 */
export class Recent<Key, Entry> {
  readonly #generation: number;
  #young = new Map<Key, Entry>();
  #old = new Map<Key, Entry>();

  /** `generation`: how many entries each of the two has at most. */
  constructor(generation: number) {
    this.#generation = generation;
  }

  get(key: Key): Entry | undefined {
    const entry = this.#young.get(key);
    if (entry !== undefined) return entry;
    const older = this.#old.get(key);
    if (older !== undefined) this.set(key, older);
    return older;
  }

  set(key: Key, entry: Entry): void {
    if (this.#young.size >= this.#generation && !this.#young.has(key)) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, entry);
  }
}
