// What several answers of the API are made of.
import * as z from 'zod/mini';

import { PERIOD_KINDS } from '../../domain/calendar.ts';
import { LIMIT_SPANS } from '../../domain/earning/activity.ts';
import { SCORING_RULES } from '../../domain/scoring.ts';
import { UNITS } from '../../domain/units/unit.ts';

/** The ordering rule of `domain/ordering.ts` in the words of the API and of the papers. */
export const ORDER_RULE = 'Players are ranked by points; then by who reached that total first; then by who joined first.';

/** What a period takes, as `finalTime` of `domain/calendar.ts` has it, in the words of the API and of the papers. */
export const CLOSING_RULE = 'A period takes what was received before its end plus the grace time, and nothing after.';

export const timeSchema = z.iso.datetime({ offset: true });
export const dateSchema = z.iso.date();
export const countSchema = z.int().check(z.minimum(0));
export const rankSchema = z.int().check(z.minimum(1));

export const playerSchema = z.object({ username: z.string(), displayName: z.string(), avatar: z.string() });

export const periodSchema = z.object({
  kind: z.enum(PERIOD_KINDS),
  /** Null: all time has no start and no end. */
  start: z.nullable(timeSchema),
  end: z.nullable(timeSchema),
  /** Whether its ranks are final. */
  closed: z.boolean(),
  /** `open`: it goes on, or waits for what is on its way. `provisional`: it takes nothing more, and its results are under review. `final`: nothing changes it any more. */
  state: z.enum(['open', 'provisional', 'final']),
});

export type ApiPeriod = z.infer<typeof periodSchema>;

/** A period, and its first day on the board’s calendar. */
export const datedPeriod = { period: periodSchema, from: dateSchema };

/** How often an activity counts: so many times a day, a week or a month of the board's calendar, or ever. */
export const limitSchema = z.object({ times: rankSchema, per: z.enum(LIMIT_SPANS) });

/** How many ranks a player moved since the period before: `none` says that there is no earlier rank to compare with. */
export const changeSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('up'), places: rankSchema, earlierRank: rankSchema }),
  z.object({ state: z.literal('down'), places: rankSchema, earlierRank: rankSchema }),
  z.object({ state: z.literal('same'), places: z.literal(0), earlierRank: rankSchema }),
  z.object({ state: z.literal('none'), places: z.null(), earlierRank: z.null() }),
]);

export type RankChange = z.infer<typeof changeSchema>;

/** What a stretch of ranks wins, both ends included. */
export const prizeSchema = z.object({ from: rankSchema, to: rankSchema, prize: z.string() });

/** When and why an operator voided an event: it counts no more, except in results that were final by then. */
export const voidedSchema = z.object({ at: timeSchema, reason: z.string() });

export const boardSchema = z.object({
  name: z.string(),
  title: z.string(),
  scoring: z.enum(SCORING_RULES),
  direction: z.enum(['high', 'low']),
  timeZone: z.string(),
  /** As ISO 8601 counts: Monday is 1, Sunday 7. */
  weekStart: z.int(),
  /** What totals are numbers of: of time milliseconds, of distance millimetres. */
  unit: z.union([z.enum(UNITS), z.object({ one: z.string(), other: z.string() })]),
  /** `archived`: it takes no points, and no list of boards has it. */
  state: z.enum(['listed', 'archived']),
});

export type ApiBoard = z.infer<typeof boardSchema>;

/** A board as lists of boards and those who set it up are told it. */
export const keptBoardSchema = z.extend(boardSchema, {
  /** `private`: it is read with a key of role `read` or more; without one it is as if it were not there. */
  visibility: z.enum(['public', 'private']),
});

export type ApiKeptBoard = z.infer<typeof keptBoardSchema>;

export const tieSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('tied'), others: rankSchema, decidedBy: z.enum(['reached-first', 'joined-first']) }),
]);

/** RFC 9457 problem details; `errors` names each field at fault and the rule it breaks. */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  errors: z.optional(z.array(z.object({ field: z.string(), rule: z.string() }))),
  /** Of status 412: what is there now, and who changed it last and when, as the audit log says it. */
  now: z.optional(z.unknown()),
  by: z.optional(z.nullable(z.object({ kind: z.string(), name: z.nullable(z.string()), id: z.nullable(z.string()) }))),
  at: z.optional(z.nullable(timeSchema)),
});

export type ApiProblem = z.infer<typeof problemSchema>;
