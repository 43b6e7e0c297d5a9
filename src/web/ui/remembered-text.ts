import { storedText, storeText } from './storage.ts';

/** Keeps a text in the browser's storage. `parse` makes something of whatever stands there, or of nothing, and never throws. */
export function rememberedText<Value>(key: string, parse: (text: string | null) => Value) {
  /** What could not be stored. It goes before what can be read: a full storage still gives what was there before. */
  let held: { readonly text: string | null } | undefined;
  let last: { readonly text: string | null; readonly value: Value } | undefined;
  const listeners = new Set<() => void>();

  return {
    /** The same text gives the same value, or React would render for ever. */
    read(): Value {
      const text = held === undefined ? storedText(key) : held.text;
      if (last === undefined || last.text !== text) last = { text, value: parse(text) };
      return last.value;
    },
    /** `null` forgets it. */
    write(text: string | null): void {
      // What cannot be stored holds until the page is left.
      held = storeText(key, text) ? undefined : { text };
      for (const listener of listeners) listener();
    },
    /** Calls a listener whenever it changes, in another tab of this browser too. */
    subscribe(listener: () => void): () => void {
      const heard = (event: StorageEvent) => {
        // Without a key everything was cleared.
        if (event.key !== key && event.key !== null) return;
        // What another tab could store is newer than what this one could not.
        held = undefined;
        listener();
      };
      listeners.add(listener);
      addEventListener('storage', heard);
      return () => {
        listeners.delete(listener);
        removeEventListener('storage', heard);
      };
    },
  };
}
