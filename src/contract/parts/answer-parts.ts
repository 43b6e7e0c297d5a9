// Schemas shared by several answers.
import * as z from 'zod/mini';

import { PERIOD_KINDS } from '../../domain/calendar.ts';
import { LIMIT_SPANS } from '../../domain/earning/activity.ts';
import { SCORING_RULES } from '../../domain/scoring.ts';
import { UNITS } from '../../domain/units/unit.ts';

/** The rule of `domain/ordering.ts`, quoted in the API description and the documents. */
export const ORDER_RULE = 'Players are ranked by points; then by who reached that total first; then by who joined first.';

/** The rule of `finalTime` in `domain/calendar.ts`, quoted in the API description and the documents. */
export const CLOSING_RULE = 'A period takes what was received before its end plus the grace time, and nothing after.';

export const timeSchema = z.iso.datetime({ offset: true });
export const dateSchema = z.iso.date();
export const countSchema = z.int().check(z.minimum(0));
export const rankSchema = z.int().check(z.minimum(1));

export const playerSchema = z.object({ username: z.string(), displayName: z.string(), avatar: z.string() });

export const periodSchema = z.object({
  kind: z.enum(PERIOD_KINDS),
  /** Null for all time. */
  start: z.nullable(timeSchema),
  end: z.nullable(timeSchema),
  /** Whether the period's ranks are final. */
  closed: z.boolean(),
  /** `open`: running, or accepting late points. `provisional`: under review. `final`: immutable. */
  state: z.enum(['open', 'provisional', 'final']),
});

export type ApiPeriod = z.infer<typeof periodSchema>;

/** `from`: the period's first day on the board’s calendar. */
export const datedPeriod = { period: periodSchema, from: dateSchema };

/** The interval of an activity's limit: day, week or month of the board's calendar, or ever. */
export const limitSchema = z.object({ times: rankSchema, per: z.enum(LIMIT_SPANS) });

/** A player's move since the previous period; `none` without an earlier rank. */
export const changeSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('up'), places: rankSchema, earlierRank: rankSchema }),
  z.object({ state: z.literal('down'), places: rankSchema, earlierRank: rankSchema }),
  z.object({ state: z.literal('same'), places: z.literal(0), earlierRank: rankSchema }),
  z.object({ state: z.literal('none'), places: z.null(), earlierRank: z.null() }),
]);

export type RankChange = z.infer<typeof changeSchema>;

/** The prize of ranks `from` to `to`, inclusive. */
export const prizeSchema = z.object({ from: rankSchema, to: rankSchema, prize: z.string() });

/** When and why an operator voided an event. It no longer counts, except in results that were already final. */
export const voidedSchema = z.object({ at: timeSchema, reason: z.string() });

export const boardSchema = z.object({
  name: z.string(),
  title: z.string(),
  scoring: z.enum(SCORING_RULES),
  direction: z.enum(['high', 'low']),
  timeZone: z.string(),
  /** ISO 8601: Monday is 1, Sunday 7. */
  weekStart: z.int(),
  /** The unit of totals; time is in milliseconds, distance in millimetres. */
  unit: z.union([z.enum(UNITS), z.object({ one: z.string(), other: z.string() })]),
  /** `archived`: accepts no points and is not listed. */
  state: z.enum(['listed', 'archived']),
});

export type ApiBoard = z.infer<typeof boardSchema>;

/** A board with its visibility. */
export const keptBoardSchema = z.extend(boardSchema, {
  /** `private`: needs a key with role `read` or more; without one, it answers 404. */
  visibility: z.enum(['public', 'private']),
  /** The group it is listed under; null for none. */
  group: z.nullable(z.string()),
});

export type ApiKeptBoard = z.infer<typeof keptBoardSchema>;

export const tieSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('tied'), others: rankSchema, decidedBy: z.enum(['reached-first', 'joined-first']) }),
]);

/** RFC 9457 problem details; `errors` lists invalid fields and the rules they break. */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  errors: z.optional(z.array(z.object({ field: z.string(), rule: z.string() }))),
  /** With status 412: the current value, and who last changed it and when. */
  now: z.optional(z.unknown()),
  by: z.optional(z.nullable(z.object({ kind: z.string(), name: z.nullable(z.string()), id: z.nullable(z.string()) }))),
  at: z.optional(z.nullable(timeSchema)),
});

export type ApiProblem = z.infer<typeof problemSchema>;
