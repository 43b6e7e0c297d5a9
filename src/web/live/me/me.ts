import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';

import { forgetVisits } from './stored-visits.ts';

/** Who the person in front of this browser says they are. It is known to this browser alone. */
const meSchema = z.object({ username: z.string(), name: z.string() });

export type Me = z.infer<typeof meSchema>;

const KEY = 'laurels:me';

/** What this page holds where storage is blocked. */
let held: string | null = null;
const listeners = new Set<() => void>();

function storedText(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return held;
  }
}

let lastText: string | null = null;
let lastMe: Me | undefined;

/** The same text gives the same object, or React would render for ever. */
function read(): Me | undefined {
  const text = storedText();
  if (text !== lastText) {
    lastText = text;
    lastMe = parseMe(text);
  }
  return lastMe;
}

/** What was stored, or nothing: others may have written there, or another version of this site. */
function parseMe(text: string | null): Me | undefined {
  if (text === null) return undefined;
  try {
    return meSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Another tab of this browser said so.
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

/** Who this browser belongs to, where somebody said so; nobody on a server. */
export function useMe(): Me | undefined {
  return useSyncExternalStore(subscribe, read, () => undefined);
}

/** Remembers who this is; `undefined` forgets it, and everything that was remembered for them. */
export function rememberMe(me: Me | undefined): void {
  held = me === undefined ? null : JSON.stringify(me);
  forgetVisits();
  try {
    if (held === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, held);
  } catch {
    // Storage is blocked or full: it holds until the page is left.
  }
  for (const listener of listeners) listener();
}
