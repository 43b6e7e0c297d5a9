// How operators look for events and players: all of them, also those that visitors do not see.
import * as z from 'zod/mini';

import { PERIOD_KINDS } from '../domain/calendar.ts';
import { whenSchema } from './endpoint.ts';
import { heldSchema } from './operation/held.ts';
import { playerSchema, timeSchema, voidedSchema } from './parts/answer-parts.ts';
import { soughtUsernameSchema } from './points-event.ts';

/** How many events or players a page has at most. */
const MOST_FOUND = 200;

/** `hidden`, `removed`: visitors do not see them. */
const VISIBILITIES = ['shown', 'hidden', 'removed'] as const;

/** A player, whether visitors see them or not. */
export const anyPlayerSchema = z.extend(playerSchema, {
  /** `erased`: nobody knows any more who they were, and nothing can be asked of them. */
  state: z.enum([...VISIBILITIES, 'erased']),
  /** Why they were removed. */
  reason: z.nullable(z.string()),
});

export type ApiAnyPlayer = z.infer<typeof anyPlayerSchema>;

export const eventSchema = z.object({
  id: z.string(),
  at: timeSchema,
  receivedAt: timeSchema,
  player: anyPlayerSchema,
  points: z.int(),
  /** As it was posted. */
  activity: z.string(),
  /** Its title in the catalogue, or as it was posted. */
  title: z.string(),
  /** The kinds of periods it counts for. */
  counted: z.array(z.enum(PERIOD_KINDS)),
  voided: z.nullable(voidedSchema),
});

export const eventsSchema = z.object({
  board: z.string(),
  /** Newest first, by when they were received. */
  events: z.array(eventSchema),
  /** The points that are or were held under the id that was asked for; null if there are none, or no id was asked for. */
  held: z.nullable(heldSchema),
  /** The "before" of the page after this one; null at the end. */
  next: z.nullable(z.int()),
  /** Whether the page is full or the last one. If not, the search stopped early, and goes on from "next". */
  complete: z.boolean(),
});

export type ApiEvents = z.infer<typeof eventsSchema>;

export const playersSchema = z.object({
  players: z.array(
    z.extend(anyPlayerSchema, {
      joinedAt: timeSchema,
      /** The names of the boards on which they have points, archived ones too. */
      boards: z.array(z.string()),
    }),
  ),
  /** The "before" of the page after this one; null at the end. */
  next: z.nullable(z.int()),
  /** Whether the search looked at all who match. Of very many it looks at those who came first, and at whoever is called exactly so. */
  complete: z.boolean(),
});

const limitSchema = z._default(z.int().check(z.minimum(1), z.maximum(MOST_FOUND)), 50);

export const LOOKUP_ENDPOINTS = {
  events: {
    route: 'GET /api/v1/boards/{board}/ledger/events',
    role: 'viewer',
    summary: 'Look for events of a board',
    description:
      'The newest first, by when they were received, voided ones and those of hidden players too. "from" and "until" are about when they ' +
      'happened: a day is meant from its beginning to its end on the board’s calendar; of moments the second is not included. "id" finds ' +
      'one event, and says whether it is held. A page takes about as long however many events there are: where few match it may have ' +
      'fewer than you asked for, or none. "complete" is false then, and the search goes on from "next".',
    query: z.strictObject({
      id: z.optional(z.string().check(z.minLength(1))),
      player: z.optional(soughtUsernameSchema),
      from: whenSchema,
      until: whenSchema,
      before: z.optional(z.int().check(z.minimum(1))),
      limit: limitSchema,
    }),
    answers: { 200: { description: 'A page of events', schema: eventsSchema } },
  },
  players: {
    route: 'GET /api/v1/players',
    role: 'viewer',
    summary: 'Look for players, shown, hidden and removed',
    description:
      'With "q" those whose username or display name contains it, the nearest first. Without it all of them, the newest first. Whoever ' +
      'was erased is not found. If more than 10,000 match, "complete" is false: then type more of the name.',
    query: z.strictObject({
      q: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
      state: z.optional(z.enum(VISIBILITIES, `must be ${VISIBILITIES.map((state) => `"${state}"`).join(', ')}`)),
      before: z.optional(z.int().check(z.minimum(1))),
      limit: limitSchema,
    }),
    answers: { 200: { description: 'A page of players', schema: playersSchema } },
  },
} as const;
