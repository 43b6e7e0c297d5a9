import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';

const KEY = 'laurels:searches';

/** More than this are forgotten, the oldest first. */
const MOST = 8;

const storedSchema = z.array(z.string());
const NONE: readonly string[] = [];

/** What this page holds where storage is blocked. */
let held: string | null = null;
let lastText: string | null = null;
let lastSearches = NONE;
const listeners = new Set<() => void>();

function storedText(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return held;
  }
}

/** The same text gives the same list, or React would render for ever. */
function read(): readonly string[] {
  const text = storedText();
  if (text !== lastText) {
    lastText = text;
    lastSearches = parseSearches(text);
  }
  return lastSearches;
}

/** What was stored, or nothing: others may have written there. */
function parseSearches(text: string | null): readonly string[] {
  try {
    return storedSchema.parse(JSON.parse(text ?? '[]')).slice(0, MOST);
  } catch {
    return NONE;
  }
}

function write(text: string | null): void {
  held = text;
  try {
    if (text === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, text);
  } catch {
    // Storage is blocked or full: it holds until the page is left.
  }
  for (const listener of listeners) listener();
}

/** The list with a text put first, once; a text that another one begins with was on the way to it. */
export function withSearch(searches: readonly string[], text: string): readonly string[] {
  const wanted = text.trim();
  if (wanted === '') return searches;
  const lower = wanted.toLowerCase();
  return [wanted, ...searches.filter((known) => !lower.startsWith(known.toLowerCase()))].slice(0, MOST);
}

/** Remembers on this device what was looked for. */
export function rememberSearch(text: string): void {
  const next = withSearch(read(), text);
  if (next !== read()) write(JSON.stringify(next));
}

export function forgetSearches(): void {
  write(null);
}

/** What was looked for on this device, newest first; nothing on a server. */
export function useRecentSearches(): readonly string[] {
  return useSyncExternalStore(subscribe, read, () => NONE);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
