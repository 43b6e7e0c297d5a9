import { storedText, storeText } from './storage.ts';

/** A text in the browser's storage. `parse` must accept any text, and `null`. */
export function rememberedText<Value>(key: string, parse: (text: string | null) => Value) {
  let held: { readonly text: string | null } | undefined;
  let last: { readonly text: string | null; readonly value: Value } | undefined;
  const listeners = new Set<() => void>();

  return {
    /** Returns the same value for the same text; otherwise React would re-render endlessly. */
    read(): Value {
      const text = held === undefined ? storedText(key) : held.text;
      if (last === undefined || last.text !== text) last = { text, value: parse(text) };
      return last.value;
    },
    write(text: string | null): void {
      held = storeText(key, text) ? undefined : { text };
      for (const listener of listeners) listener();
    },
    /** Calls a listener on every change, including those in other tabs of this browser. */
    subscribe(listener: () => void): () => void {
      const heard = (event: StorageEvent) => {
        if (event.key !== key && event.key !== null) return;
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
