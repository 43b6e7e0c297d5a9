// What operators are told when they look for events and players.
import * as z from 'zod/mini';

import { PERIOD_KINDS } from '../../domain/calendar.ts';
import { playerSchema, timeSchema, voidedSchema } from '../parts/answer-parts.ts';
import { heldSchema } from './held-answers.ts';

/** How many events or players a page has at most. */
export const MOST_FOUND = 200;

/** `hidden`, `removed`: visitors do not see them. */
export const VISIBILITIES = ['shown', 'hidden', 'removed'] as const;

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
  activity: z.string(),
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

export type ApiPlayers = z.infer<typeof playersSchema>;
