import type { Change } from './stored-values.ts';

/** A change that has no position yet. */
export type NewChange<One = Change> = One extends unknown ? Omit<One, 'position'> : never;

type Listener = (change: Change) => void;

/** Those who follow a store. */
export class Followers {
  readonly #listeners = new Set<Listener>();
  readonly #untold: { readonly change: Change; readonly to: readonly Listener[] }[] = [];

  /** Calls `listener` with every change that is told from now on. Returns how to stop. */
  follow(listener: Listener): () => void {
    // The same function may follow twice, and stop once.
    const own: Listener = (change) => listener(change);
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  /** Tells all who follow by now. One that a listener makes meanwhile is told after all were told of the one before. */
  tell(change: Change): void {
    this.#untold.push({ change, to: [...this.#listeners] });
    if (this.#untold.length > 1) return;
    for (let next = this.#untold[0]; next !== undefined; next = this.#untold[0]) {
      for (const listener of next.to) if (this.#listeners.has(listener)) hear(listener, next.change);
      this.#untold.shift();
    }
  }
}

/** What was stored stays stored if a listener fails: that is the listener's mistake, and nobody's answer. */
function hear(listener: Listener, change: Change): void {
  try {
    listener(change);
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}
