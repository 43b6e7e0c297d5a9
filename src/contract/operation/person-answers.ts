// What operators are told of the data of one person.
import * as z from 'zod/mini';

import { ENDING_KINDS, PERIOD_KINDS } from '../../domain/calendar.ts';
import { boardSchema, countSchema, dateSchema, playerSchema, rankSchema, timeSchema, voidedSchema } from '../parts/answer-parts.ts';
import { heldSchema } from './held-answers.ts';

export const playerDataSchema = z.object({
  player: playerSchema,
  /** Why they are not shown; a reason only of somebody removed. */
  visibility: z.object({ state: z.enum(['shown', 'hidden', 'removed']), reason: z.nullable(z.string()) }),
  /** Their points that are or were held, newest first. */
  held: z.array(heldSchema),
  /** Those that they have events on. */
  boards: z.array(
    z.object({
      board: boardSchema,
      /** Their total in every period they have one in, oldest first. `from`: its first day; null for all time. */
      totals: z.array(z.object({ kind: z.enum(PERIOD_KINDS), from: z.nullable(dateSchema), points: z.int() })),
      /** Where they ended, newest first. */
      finalRanks: z.array(
        z.object({ kind: z.enum(ENDING_KINDS), from: dateSchema, rank: rankSchema, total: countSchema, points: z.int() }),
      ),
    }),
  ),
});

export type PlayerData = z.infer<typeof playerDataSchema>;

export const playerEventsSchema = z.object({
  board: z.string(),
  /** Newest first, in the order in which they were recorded. */
  events: z.array(
    z.object({
      id: z.string(),
      points: z.int(),
      at: timeSchema,
      receivedAt: timeSchema,
      activity: z.string(),
      /** The periods that it counts for. */
      counted: z.array(z.enum(PERIOD_KINDS)),
      voided: z.nullable(voidedSchema),
    }),
  ),
  /** The `before` of the next page; null on the last one. */
  next: z.nullable(z.int()),
});

export type PlayerEvents = z.infer<typeof playerEventsSchema>;
