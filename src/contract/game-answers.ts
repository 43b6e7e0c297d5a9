// Answers of the game's API: rankings, reports of points, and players.
import * as z from 'zod/mini';

import { PERIOD_KINDS } from '../domain/calendar.ts';
import {
  changeSchema,
  CLOSING_RULE,
  countSchema,
  dateSchema,
  periodSchema,
  playerSchema,
  problemSchema,
  rankSchema,
  timeSchema,
} from './parts/answer-parts.ts';
import { line } from './parts/text-rules.ts';

/** The most name matches a search examines; beyond that, answers say `complete: false`. */
export const MAX_NAME_MATCHES = 10_000;

export const standingSchema = z.object({
  rank: rankSchema,
  points: z.int(),
  reachedAt: timeSchema,
  player: playerSchema,
  change: changeSchema,
});

export type ApiStanding = z.infer<typeof standingSchema>;

export const rankingsSchema = z.object({
  board: z.string(),
  period: periodSchema,
  standings: z.array(standingSchema),
  /** The number of ranked players; with `q`, of matching ones. */
  total: z.int(),
  /** Cursors of the adjacent pages, null at the ends. */
  next: z.nullable(z.string()),
  previous: z.nullable(z.string()),
  /** Only with `q`: whether every matching player was examined. */
  complete: z.optional(z.boolean()),
});

export type ApiRankings = z.infer<typeof rankingsSchema>;

export const periodReportSchema = z.object({
  kind: z.enum(PERIOD_KINDS),
  start: z.nullable(timeSchema),
  end: z.nullable(timeSchema),
  state: z.enum(['counted', 'closed']).register(z.globalRegistry, {
    description: `"closed": the event arrived after the results of this period were final and did not change them. ${CLOSING_RULE}`,
  }),
  points: z.optional(z.int()),
  rank: z.optional(rankSchema),
  change: z.optional(z.object({ points: z.int(), ranks: z.nullable(z.int()) })),
  improved: z.optional(z.boolean()),
  /** The rank above, and the points needed to reach it: one more than a tie; where low comes first, how much lower. Null for the leader. 0 only in old stored reports. */
  next: z.optional(z.nullable(z.object({ rank: rankSchema, points: countSchema }))),
});

export const reportSchema = z.object({
  id: z.string(),
  board: z.string(),
  player: playerSchema,
  at: timeSchema,
  points: z.int(),
  /** One per period kind, from daily to all-time. */
  periods: z.array(periodReportSchema),
});

export type ApiReport = z.infer<typeof reportSchema>;

export const heldReportSchema = z.object({
  outcome: z.literal('held'),
  id: z.string(),
  board: z.string(),
  /** The id for accepting or rejecting it. */
  held: z.string(),
  /** The limit exceeded, or "name". */
  rule: z.string(),
  reason: z.string(),
});

export type ApiHeldReport = z.infer<typeof heldReportSchema>;

export const resultSchema = z.union([
  z.object({ status: z.union([z.literal(200), z.literal(201)]), report: reportSchema }),
  z.object({ status: z.literal(202), held: heldReportSchema }),
  z.object({ status: z.int(), id: z.nullable(z.string()), problem: problemSchema }),
]);

export const resultsSchema = z.object({ results: z.array(resultSchema) });

export type ApiResults = z.infer<typeof resultsSchema>;

export const placeInPeriodSchema = z.union([
  z.object({
    period: periodSchema,
    ranked: z.literal(true),
    total: z.int(),
    rank: rankSchema,
    points: z.int(),
    reachedAt: timeSchema,
    change: changeSchema,
  }),
  z.object({ period: periodSchema, ranked: z.literal(false), total: z.int(), reason: z.string() }),
]);

export const profileSchema = z.object({ board: z.string(), player: playerSchema, periods: z.array(placeInPeriodSchema) });

export const boardFiguresSchema = z.object({
  figures: z.array(
    z.object({
      board: z.string(),
      /** The number of players ranked in all time. */
      players: countSchema,
      eventsToday: countSchema,
      /** The last day with points; null without points. */
      lastDay: z.nullable(dateSchema),
    }),
  ),
});

export const absentPlayersSchema = z.object({
  players: z.array(
    z.object({ username: z.string(), displayName: z.string(), state: z.enum(['hidden', 'removed']), reason: z.nullable(z.string()) }),
  ),
});

/** Whether a player is shown. `removed` is public, with the reason; `hidden` is not. */
export const visibilitySchema = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('shown') }),
  z.strictObject({ state: z.literal('hidden') }),
  z.strictObject({ state: z.literal('removed'), reason: line(200) }),
]);

export type PlayerVisibility = z.infer<typeof visibilitySchema>;
