import * as z from 'zod/mini';

import { MINUTE_MS } from '../../../domain/durations.ts';

const personSchema = z.object({ username: z.string(), name: z.string() });

/** Where somebody stood on a board at one moment, and who was around them, nearest first. */
const sightingSchema = z.object({
  /** Which period it was, by its beginning: in another one ranks start anew. */
  period: z.string(),
  /** Epoch milliseconds. */
  at: z.number(),
  rank: z.int(),
  above: z.array(personSchema),
  below: z.array(personSchema),
});

export type Sighting = z.infer<typeof sightingSchema>;

/** What a browser remembers of a board: how it was on the visit before, and how it was last seen. */
export const visitsSchema = z.object({ before: sightingSchema, latest: sightingSchema });

export type Visits = z.infer<typeof visitsSchema>;

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

type People = Sighting['above'];

/** The present names of those among `people` who are among `others` too. */
function seenAgain(people: People, others: People): string[] {
  return people.flatMap(({ username }) => others.find((other) => other.username === username)?.name ?? []);
}
