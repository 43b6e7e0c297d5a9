import { useSyncExternalStore } from 'react';

import { jsonIn } from '../../../contract/read-text.ts';
import { MINUTE_MS } from '../../../domain/durations.ts';
import { rememberedText } from '../../ui/remembered-text.ts';
import { isPerson, type Me } from './me.ts';

/** Where somebody stood on a board at one moment, and who was around them, nearest first. */
export interface Sighting {
  /** Which period it was, by its beginning: in another one ranks start anew. */
  readonly period: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly rank: number;
  readonly above: readonly Me[];
  readonly below: readonly Me[];
}

/** What a browser remembers of a board: how it was on the visit before, and how it was last seen. */
interface Visits {
  readonly before: Sighting;
  readonly latest: Sighting;
}

/** Whether a value from storage is one of them. Written out: a browser that only shows a board needs no schema library. */
function isVisits(value: unknown): value is Visits {
  const { before, latest } = (value ?? {}) as Record<keyof Visits, unknown>;
  return isSighting(before) && isSighting(latest);
}

function isSighting(value: unknown): value is Sighting {
  const { period, at, rank, above, below } = (value ?? {}) as Record<keyof Sighting, unknown>;
  return typeof period === 'string' && typeof at === 'number' && Number.isInteger(rank) && arePeople(above) && arePeople(below);
}

function arePeople(value: unknown): value is readonly Me[] {
  return Array.isArray(value) && value.every(isPerson);
}

/** After this long without a look at the board another visit begins, in milliseconds. */
const PAUSE_MS = 30 * MINUTE_MS;

/** What the present visit is compared with: how the board was last seen on the one before. `known` is what was remembered. */
export function visitBefore(known: Visits | undefined, now: Sighting): Sighting {
  if (known === undefined) return now;
  return now.at - known.latest.at > PAUSE_MS ? known.latest : known.before;
}

/** What happened between two sightings. */
export interface Since {
  readonly from: number;
  readonly to: number;
  /** Who was above and is below now. */
  readonly passed: readonly string[];
  /** Who was below and is above now. */
  readonly overtakenBy: readonly string[];
}

/**
 * What happened since a sighting, as far as the two tell: only those who are seen in both are named. `undefined` where
 * nothing happened, and where another period has begun.
 */
export function sinceThen(before: Sighting, now: Sighting): Since | undefined {
  if (before.period !== now.period) return undefined;
  const passed = seenAgain(before.above, now.below);
  const overtakenBy = seenAgain(before.below, now.above);
  if (before.rank === now.rank && passed.length === 0 && overtakenBy.length === 0) return undefined;
  return { from: before.rank, to: now.rank, passed, overtakenBy };
}

/** The present names of those among `people` who are among `others` too. */
function seenAgain(people: readonly Me[], others: readonly Me[]): string[] {
  return people.flatMap(({ username }) => others.find((other) => other.username === username)?.name ?? []);
}

/** More boards than this are not remembered: the longest unseen is forgotten. */
const MOST = 24;

/** What each board is compared with while this page is open, so that a long look is one visit. */
const compared = new Map<string, Sighting>();

/** What was stored, or nothing: others may have written there. */
function parseVisits(text: string | null): Readonly<Record<string, Visits>> {
  return Object.fromEntries(Object.entries(jsonIn(text ?? '') ?? {}).filter((visits): visits is [string, Visits] => isVisits(visits[1])));
}

const remembered = rememberedText('laurels:visits', parseVisits);

/** Remembers how a board looks now, whatever `seen` says of when. `board` is its name and kind of period. */
export function seeBoard(board: string, seen: Sighting): void {
  const now = { ...seen, at: Date.now() };
  const all = remembered.read();
  const before = compared.get(board) ?? visitBefore(all[board], now);
  compared.set(board, before);
  const kept = Object.entries({ ...all, [board]: { before, latest: now } })
    .toSorted(([, a], [, b]) => b.latest.at - a.latest.at)
    .slice(0, MOST);
  remembered.write(JSON.stringify(Object.fromEntries(kept)));
}

/** How a board looked on the visit before this one; `undefined` until it was seen on this one. */
export function useVisitBefore(board: string): Sighting | undefined {
  return useSyncExternalStore(
    remembered.subscribe,
    () => compared.get(board),
    () => undefined,
  );
}

/** Forgets every board. */
export function forgetVisits(): void {
  compared.clear();
  remembered.write(null);
}
