// Operators' search for events and players, including those hidden from visitors.
import * as z from 'zod/mini';

import { PERIOD_KINDS } from '../domain/calendar.ts';
import { whenSchema } from './endpoint.ts';
import { AUTHOR_QUERY, authorSchema } from './operation/audit.ts';
import { heldSchema } from './operation/held.ts';
import { PLAYER_FILTERS, VISIBILITIES } from './operation/players.ts';
import { countSchema, playerSchema, rankSchema, timeSchema, voidedSchema } from './parts/answer-parts.ts';
import { soughtUsernameSchema } from './points-event.ts';

const MOST_FOUND = 200;

/** A player, whether or not visitors can see them. */
export const anyPlayerSchema = z.extend(playerSchema, {
  /** `erased`: their identity is deleted, and they cannot be looked up. */
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
  /** Null for events recorded before authors were stored. */
  author: z.nullable(authorSchema),
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
  /** Newest first, by receipt. */
  events: z.array(eventSchema),
  /** Points on hold, now or before, under the requested id; otherwise null. */
  held: z.nullable(heldSchema),
  /** The "before" of the next page; null at the end. */
  next: z.nullable(z.int()),
  /** Whether the page is full or the last one. If false, the search stopped early and continues from "next". */
  complete: z.boolean(),
});

export type ApiEvents = z.infer<typeof eventsSchema>;

const foundEventsSchema = z.object({ events: z.array(z.extend(eventSchema, { board: z.string() })) });

export const playersSchema = z.object({
  players: z.array(
    z.extend(anyPlayerSchema, {
      joinedAt: timeSchema,
      /** When an event last changed one of their totals; null without points. */
      scoredAt: z.nullable(timeSchema),
      /** Names of boards with their points, including archived ones. */
      boards: z.array(z.string()),
      /** Their all-time total on the default board, or else on the first of `boards`; the rank is null if they are not shown. */
      standing: z.nullable(z.object({ board: z.string(), points: z.int(), rank: z.nullable(rankSchema) })),
    }),
  ),
  /** The "before" of the next page; null at the end. */
  next: z.nullable(z.int()),
  /** Whether all matches were examined. If there are very many, only the first to join and exact matches are. */
  complete: z.boolean(),
  /** The number of matches; null if counting them would require examining all players. */
  total: z.nullable(countSchema),
});

const limitSchema = z._default(z.int().check(z.minimum(1), z.maximum(MOST_FOUND)), 50);

export const LOOKUP_ENDPOINTS = {
  events: {
    route: 'GET /api/v1/boards/{board}/ledger/events',
    role: 'viewer',
    summary: 'Search the events of a board',
    description:
      'Newest first by receipt, including voided events and those of hidden players. "from" and "until" filter by when events happened: ' +
      'days are on the board’s calendar and both are included; a moment given as "until" is excluded. "id" finds one event, and shows ' +
      'whether it is on hold. "author" is who posted them: "key:ID" or "person:ID", with the ids of keys and operators, or "command"; "import" ' +
      'is the id of an import. A page takes about the same time on boards of any size, so where few events match it can be short or empty: ' +
      '"complete" is then false, and you continue from "next".',
    query: z.strictObject({
      id: z.optional(z.string().check(z.minLength(1))),
      player: z.optional(soughtUsernameSchema),
      ...AUTHOR_QUERY,
      from: whenSchema,
      until: whenSchema,
      before: z.optional(z.int().check(z.minimum(1))),
      limit: limitSchema,
    }),
    answers: { 200: { description: 'A page of events', schema: eventsSchema } },
  },
  findEvents: {
    route: 'GET /api/v1/ledger/events',
    role: 'viewer',
    summary: 'Find events by their id, on every board',
    description: 'Each board has at most one event with an id. Archived boards are searched, too. Takes one look-up per board.',
    query: z.strictObject({ id: z.string().check(z.minLength(1), z.maxLength(128)) }),
    answers: { 200: { description: 'The events with exactly this id', schema: foundEventsSchema } },
  },
  players: {
    route: 'GET /api/v1/players',
    role: 'viewer',
    summary: 'Search players, including hidden and removed ones',
    description:
      'With "q", players whose username or display name contains it, best match first; without it, all players, newest first. Erased ' +
      'players are never found. If more than 10,000 match, "complete" is false: search for more of the name.',
    query: z.strictObject({
      ...PLAYER_FILTERS,
      before: z.optional(z.int().check(z.minimum(1))),
      limit: limitSchema,
    }),
    answers: { 200: { description: 'A page of players', schema: playersSchema } },
  },
} as const;
