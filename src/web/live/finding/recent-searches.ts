import { useSyncExternalStore } from 'react';

import { rememberedText } from '../../ui/remembered-text.ts';

/** More than this are forgotten, the oldest first. */
const MOST = 8;

const NONE: readonly string[] = [];

/** What was stored, or nothing: others may have written there. */
function parseSearches(text: string | null): readonly string[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string').slice(0, MOST) : NONE;
  } catch {
    return NONE;
  }
}

const remembered = rememberedText('laurels:searches', parseSearches);

/** The list with a text put first, once; a text that another one begins with was on the way to it. */
export function withSearch(searches: readonly string[], text: string): readonly string[] {
  const wanted = text.trim();
  if (wanted === '') return searches;
  const lower = wanted.toLowerCase();
  return [wanted, ...searches.filter((known) => !lower.startsWith(known.toLowerCase()))].slice(0, MOST);
}

/** Remembers on this device what was looked for. */
export function rememberSearch(text: string): void {
  const known = remembered.read();
  const next = withSearch(known, text);
  if (next !== known) remembered.write(JSON.stringify(next));
}

export function forgetSearches(): void {
  remembered.write(null);
}

/** What was looked for on this device, newest first; nothing on a server. */
export function useRecentSearches(): readonly string[] {
  return useSyncExternalStore(remembered.subscribe, remembered.read, () => NONE);
}
