import { useSyncExternalStore } from 'react';

import { rememberedText } from '../../ui/remembered-text.ts';
import { isVisits, visitBefore, type Sighting, type Visits } from './visits.ts';

/** More boards than this are not remembered: the longest unseen is forgotten. */
const MOST = 24;

/** What each board is compared with while this page is open, so that a long look is one visit. */
const compared = new Map<string, Sighting>();
const listeners = new Set<() => void>();

/** What was stored, or nothing: others may have written there. */
function parseVisits(text: string | null): Readonly<Record<string, Visits>> {
  try {
    const all = JSON.parse(text ?? '{}') as Record<string, unknown> | null;
    return Object.fromEntries(Object.entries(all ?? {}).flatMap(([board, visits]) => (isVisits(visits) ? [[board, visits]] : [])));
  } catch {
    return {};
  }
}

const remembered = rememberedText('laurels:visits', parseVisits);

/** Remembers how a board looks now, whatever `seen` says of when. `board` is its name and kind of period. */
export function seeBoard(board: string, seen: Sighting): void {
  const now = { ...seen, at: Date.now() };
  const all = remembered.read();
  const before = compared.get(board) ?? visitBefore(all[board], now);
  const kept = Object.entries({ ...all, [board]: { before, latest: now } })
    .toSorted(([, a], [, b]) => b.latest.at - a.latest.at)
    .slice(0, MOST);
  remembered.write(JSON.stringify(Object.fromEntries(kept)));
  if (compared.has(board)) return;
  compared.set(board, before);
  for (const listener of listeners) listener();
}

/** How a board looked on the visit before this one; `undefined` until it was seen on this one. */
export function useVisitBefore(board: string): Sighting | undefined {
  return useSyncExternalStore(
    subscribe,
    () => compared.get(board),
    () => undefined,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Forgets every board. */
export function forgetVisits(): void {
  compared.clear();
  remembered.write(null);
}
