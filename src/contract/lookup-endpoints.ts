// How operators look for events and players: all of them, also those that visitors do not see.
import * as z from 'zod/mini';

import { whenSchema } from './endpoint.ts';
import { soughtUsernameSchema } from './points-event.ts';
import { eventsSchema, MOST_FOUND, playersSchema, VISIBILITIES } from './operation/lookup-answers.ts';

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
