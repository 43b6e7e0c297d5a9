import { useSyncExternalStore } from 'react';

import { jsonIn } from '../../../contract/read-text.ts';
import { MINUTE_MS } from '../../../domain/durations.ts';
import { rememberedText } from '../../ui/remembered-text.ts';
import { isPerson, type Me } from './me.ts';

/** A player's place on a board at one moment, with their neighbours, closest first. */
export interface Sighting {
  readonly period: string;
  readonly at: number;
  readonly rank: number;
  readonly above: readonly Me[];
  readonly below: readonly Me[];
}

/** What a browser remembers of a board: its state at the end of the previous visit (`null` on the first), and its latest state. */
interface Visits {
  readonly before: Sighting | null;
  readonly latest: Sighting;
}

function isVisits(value: unknown): value is Visits {
  const { before, latest } = (value ?? {}) as Record<keyof Visits, unknown>;
  return (before === null || isSighting(before)) && isSighting(latest);
}

function isSighting(value: unknown): value is Sighting {
  const { period, at, rank, above, below } = (value ?? {}) as Record<keyof Sighting, unknown>;
  return typeof period === 'string' && typeof at === 'number' && Number.isInteger(rank) && arePeople(above) && arePeople(below);
}

function arePeople(value: unknown): value is readonly Me[] {
  return Array.isArray(value) && value.every(isPerson);
}

/** A new visit begins after this long away from the board, in milliseconds. */
const PAUSE_MS = 30 * MINUTE_MS;

/** The last sighting of the previous visit, `null` on the first one. `known`: the remembered sightings. */
export function visitBefore(known: Visits | undefined, now: Sighting): Sighting | null {
  if (known === undefined) return null;
  return now.at - known.latest.at > PAUSE_MS ? known.latest : known.before;
}

/** The changes between two sightings. */
export interface Since {
  readonly from: number;
  readonly to: number;
  /** Names of players who were above and are below now. */
  readonly passed: readonly string[];
  /** Names of players who were below and are above now. */
  readonly overtakenBy: readonly string[];
}

/** The changes between two sightings; only players in both are named. `undefined` without changes, or if the period differs. */
export function sinceThen(before: Sighting, now: Sighting): Since | undefined {
  if (before.period !== now.period) return undefined;
  const passed = seenAgain(before.above, now.below);
  const overtakenBy = seenAgain(before.below, now.above);
  if (before.rank === now.rank && passed.length === 0 && overtakenBy.length === 0) return undefined;
  return { from: before.rank, to: now.rank, passed, overtakenBy };
}

function seenAgain(people: readonly Me[], others: readonly Me[]): string[] {
  return people.flatMap(({ username }) => others.find((other) => other.username === username)?.name ?? []);
}

const MOST = 24;

/** This visit to a board: the last sighting of the previous one (`null` on the first), and the first sighting of this one. */
export interface Visit {
  readonly before: Sighting | null;
  readonly first: Sighting;
}

/** By board. Kept while this page is open, so that a long look counts as one visit. */
const visits = new Map<string, Visit>();

function parseVisits(text: string | null): Readonly<Record<string, Visits>> {
  return Object.fromEntries(Object.entries(jsonIn(text ?? '') ?? {}).filter((visits): visits is [string, Visits] => isVisits(visits[1])));
}

const remembered = rememberedText('laurels:visits', parseVisits);

/** Stores the board's current state. `board`: its name and kind of period; the time of `seen` is ignored. */
export function seeBoard(board: string, seen: Sighting): void {
  const now = { ...seen, at: Date.now() };
  const all = remembered.read();
  const visit = visits.get(board) ?? { before: visitBefore(all[board], now), first: now };
  visits.set(board, visit);
  const kept = Object.entries({ ...all, [board]: { before: visit.before, latest: now } })
    .toSorted(([, a], [, b]) => b.latest.at - a.latest.at)
    .slice(0, MOST);
  remembered.write(JSON.stringify(Object.fromEntries(kept)));
}

/** The current visit to a board; `undefined` until the first sighting. */
export function useVisit(board: string): Visit | undefined {
  return useSyncExternalStore(
    remembered.subscribe,
    () => visits.get(board),
    () => undefined,
  );
}

/** Forgets every board. */
export function forgetVisits(): void {
  visits.clear();
  remembered.write(null);
}
