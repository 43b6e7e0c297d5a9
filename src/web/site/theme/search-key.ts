import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

import { rememberedText } from '../../ui/remembered-text.ts';

/** The key that leads to the search unless somebody chooses another. */
const USUAL = '/';

const remembered = rememberedText('laurels:search-key', (text) => keyIn(text ?? USUAL));

/** The one key in a text: the last letter of it, as a box has it that one was typed into; `''` for none. */
export function keyIn(text: string): string {
  return Array.from(text.trim().toLowerCase()).at(-1) ?? '';
}

/** Remembers the key in `text` where storage allows; none switches it off. */
export function chooseSearchKey(text: string): void {
  remembered.write(keyIn(text));
}

/** The key that leads to the search from anywhere, `''` where it is switched off (WCAG 2.1.4). In HTML from a server it is the usual one. */
export function useSearchKey(): string {
  return useSyncExternalStore(remembered.subscribe, remembered.read, () => USUAL);
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
