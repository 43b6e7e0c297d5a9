import type { Change } from './stored-values.ts';

/** A change that has no position yet. */
export type NewChange<One = Change> = One extends unknown ? Omit<One, 'position'> : never;

type Listener = (change: Change) => void;

/** The listeners of a store. */
export class Followers {
  readonly #listeners = new Set<Listener>();
  readonly #pending: { readonly change: Change; readonly to: readonly Listener[] }[] = [];

  /** Calls `listener` with every change from now on. Returns a function to unsubscribe. */
  follow(listener: Listener): () => void {
    // A function can subscribe twice and unsubscribe once.
    const own: Listener = (change) => listener(change);
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  /** Notifies the current listeners. A change made by a listener is delivered after all of them have received this one. */
  publish(change: Change): void {
    this.#pending.push({ change, to: [...this.#listeners] });
    if (this.#pending.length > 1) return;
    for (let next = this.#pending[0]; next !== undefined; next = this.#pending[0]) {
      for (const listener of next.to) if (this.#listeners.has(listener)) deliver(listener, next.change);
      this.#pending.shift();
    }
  }
}

/** Rethrows a listener's error outside the commit, which is already durable and must not fail. */
function deliver(listener: Listener, change: Change): void {
  try {
    listener(change);
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}
