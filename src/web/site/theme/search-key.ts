import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

/** The key that leads to the search unless somebody chooses another. */
const USUAL = '/';

const STORED = 'laurels:search-key';

const listeners = new Set<() => void>();
let chosen: string | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function read(): string {
  if (chosen !== undefined) return chosen;
  try {
    chosen = keyIn(localStorage.getItem(STORED) ?? USUAL);
  } catch {
    // Storage is blocked.
    chosen = USUAL;
  }
  return chosen;
}

/** The one key in a text: the last letter of it, as a box has it that one was typed into; `''` for none. */
export function keyIn(text: string): string {
  return Array.from(text.trim().toLowerCase()).at(-1) ?? '';
}

/** Remembers the key in `text` where storage allows; none switches it off. */
export function chooseSearchKey(text: string): void {
  chosen = keyIn(text);
  for (const listener of listeners) listener();
  try {
    localStorage.setItem(STORED, chosen);
  } catch {
    // The choice holds until the page is left.
  }
}

/** The key that leads to the search from anywhere, `''` where it is switched off (WCAG 2.1.4). In HTML from a server it is the usual one. */
export function useSearchKey(): string {
  return useSyncExternalStore(subscribe, read, () => USUAL);
}

/** Calls `search` when the key is pressed outside anything that takes text. */
export function useSearchKeyPress(key: string, search: () => void): void {
  const onPress = useEffectEvent(search);
  useEffect(() => {
    if (key === '') return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== key || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]') !== null) return;
      event.preventDefault();
      onPress();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [key]);
}
