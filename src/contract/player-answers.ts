// Answers about one player: the player page, history, receipt and path.
import * as z from 'zod/mini';

import { PERIOD_KINDS } from '../domain/calendar.ts';
import {
  boardSchema,
  changeSchema,
  countSchema,
  dateSchema,
  limitSchema,
  periodSchema,
  playerSchema,
  rankSchema,
  tieSchema,
  timeSchema,
  voidedSchema,
} from './parts/answer-parts.ts';
import { EVENT_DETAILS } from './operation/privacy.ts';
import { boardNamesSchema, liveStandingSchema, pageBoundsSchema } from './page-answers.ts';

/** Why a player is not ranked. */
const absenceSchema = z.discriminatedUnion('reason', [
  z.object({ reason: z.literal('no-points') }),
  /** Removed by an operator, with the public reason. */
  z.object({ reason: z.literal('removed'), explanation: z.string() }),
]);

export const placeSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('ranked'),
    rank: rankSchema,
    points: z.int(),
    reachedAt: timeSchema,
    tie: tieSchema,
    change: changeSchema,
    /** The number of ranked players. */
    total: rankSchema,
  }),
  z.object({ kind: z.literal('absent'), absence: absenceSchema, total: countSchema }),
]);

/** A year or a month of the board's calendar: "2026", "2026-11". */
export const withinSchema = z.string().check(z.regex(/^\d{4}(-(0[1-9]|1[0-2]))?$/, 'must be a year or a month, as 2026 or 2026-11'));

const placeInPeriodSchema = z.object({ period: periodSchema, place: placeSchema });

/** A player's final rank in a past period. */
export const pastPlaceSchema = z.object({ day: dateSchema, rank: rankSchema, total: rankSchema, points: z.int() });

/** The player's results in the finished periods of one year ("2026"). */
export const seasonSchema = z.object({
  name: withinSchema,
  periods: rankSchema,
  wins: countSchema,
  /** How often they finished first, second or third. */
  podiums: countSchema,
  /** The sum; null on boards that don't add up points. */
  points: z.nullable(z.int()),
});

/** Final places, oldest first. */
const historyShape = {
  history: z.array(pastPlaceSchema),
  /** The periods between the player's first and last in which others had points and the player did not. */
  missed: z.array(dateSchema),
};

/** A player's places on a board, from daily to all-time. */
const onBoardSchema = z.object({ board: boardSchema, places: z.array(placeInPeriodSchema) });

/** A player's places on all boards, and how the player got there on one board in one kind of period. */
export const playerPageSchema = z.object({
  player: playerSchema,
  /** The first day with points, on any board; null without points, and for removed players. */
  since: z.nullable(dateSchema),
  /** The last day with points, likewise. */
  lastPlayed: z.nullable(dateSchema),
  /** The board that was requested. */
  on: onBoardSchema,
  /** One page of the boards with points of the player, plus the requested board: best rank in the requested kind of period first. */
  boards: z.array(onBoardSchema),
  boardsPage: pageBoundsSchema,
  /** All of these boards, oldest first, to choose from. */
  names: boardNamesSchema,
  /** For the requested board and period kind: current neighbours, and the past. */
  chosen: z.object({
    board: z.string(),
    kind: z.enum(PERIOD_KINDS),
    /** The player with up to two neighbours above and below; empty if not ranked. */
    neighbours: z.array(liveStandingSchema),
    /** The player's result in the newest period that is over. It may be under review; null if the player is not ranked in it. */
    last: z.nullable(z.object({ period: periodSchema, day: dateSchema, rank: rankSchema, total: rankSchema, points: z.int() })),
    /** Since when the player has led the present period without interruption; null if they do not lead, or if unknown. */
    leadsSince: z.nullable(timeSchema),
    /** The player's current streak over finished periods: all won, all on the podium, or all with points. Null below two. */
    run: z.nullable(z.object({ kind: z.enum(['won', 'podium', 'points']), length: rankSchema })),
    /** Finished periods by year, oldest first. For all-time, as below, these are days. */
    seasons: z.array(seasonSchema),
    /** `years`: no year has more than sixty periods, and the history has all of them. `months`: it has those of the last season. */
    rows: z.enum(['years', 'months']),
    ...historyShape,
    /**
     * Points won on each of the last 91 days with points, oldest first. All events that are not voided count, even if they were late for
     * that day's final result, because the week, month or all time may include them.
     */
    days: z.array(z.object({ day: dateSchema, points: z.int() })),
  }),
  /** The `since` parameter for the change stream. */
  mark: z.string(),
});

export type PlayerPage = z.infer<typeof playerPageSchema>;

/** How the periods of one year or month ended for the player. */
export const playerHistorySchema = z.object(historyShape);

export type PlayerHistory = z.infer<typeof playerHistorySchema>;

/** The individual events behind a total. */
export const receiptSchema = z.object({
  player: playerSchema,
  board: boardSchema,
  period: periodSchema,
  /** The requested moment: rank and events are as of then. Null: as the period stands or ended. */
  moment: z.nullable(timeSchema),
  place: placeSchema,
  /** The neighbour against whom the tie was decided. */
  tiedWith: z.nullable(z.object({ username: z.string(), displayName: z.string(), rank: rankSchema, reachedAt: timeSchema })),
  /** The privacy setting: with `by-day` there are `days` instead of `events`, with `none` neither. */
  shown: z.enum(EVENT_DETAILS),
  /** Daily totals, newest first; for a moment, only of days that were over by then. */
  days: z.array(z.object({ day: dateSchema, points: z.int() })),
  /** Newest first. On a sum board, the counted events of all pages add up to the total. */
  events: z.array(
    z.object({
      /** As it was posted. */
      activity: z.string(),
      /** Its title in the catalogue, or as it was posted. */
      title: z.string(),
      points: z.int(),
      at: timeSchema,
      receivedAt: timeSchema,
      /**
       * `counted`: part of the total. `beaten`: another one is better or newer (best and latest boards). `late`: arrived after
       * the period closed. `voided`: voided before the results were final.
       */
      state: z.enum(['counted', 'beaten', 'late', 'voided']),
      /** Set for voided events. Their state is not `voided` if voiding them came after the results were final, or changed nothing. */
      voided: z.nullable(voidedSchema),
    }),
  ),
  /**
   * On the first page of a board that adds up points: the total by activity, most points first. `each`: the points per event; null if they
   * differ. Empty if there are too many events to read at once.
   */
  activities: z.array(z.object({ title: z.string(), events: rankSchema, each: z.nullable(z.int()), points: z.int() })),
  /** The number of events on all pages; null if there are too many to count, or if they may not be read. */
  total: z.nullable(countSchema),
  /** The `before` of the next page, null at the end. For a player with very many events, a page can be short or even empty. */
  next: z.nullable(z.string()),
});

export type Receipt = z.infer<typeof receiptSchema>;

export const planSchema = z.object({
  steps: z.array(z.object({ activity: z.string(), title: z.string(), times: rankSchema, limit: z.optional(limitSchema) })),
  points: z.int(),
  /** Playing time; null if a step's duration is unknown. */
  minutes: z.nullable(countSchema),
});

/**
 * How the site's own activities can earn the missing points until the period ends, and within a year. Activities the player already did
 * count against limits, if visitors may read events.
 */
const outlookSchema = z.discriminatedUnion('kind', [
  /** Up to three plans of one activity each, easiest first (easy 1, medium 2, hard 3); or one mixed plan, if no single activity suffices. */
  z.object({ kind: z.literal('plans'), plans: z.array(planSchema).check(z.minLength(1)) }),
  /** No plan was found within the limits and the time left. Mixes are not searched exhaustively. */
  z.object({ kind: z.literal('no-plan') }),
  /** The catalogue is empty, or the board does not add up points. */
  z.object({ kind: z.literal('unplanned') }),
]);

/** The points a player needs to move up in a running period. */
export const pathSchema = z.object({
  player: playerSchema,
  board: boardSchema,
  period: periodSchema,
  place: placeSchema,
  /** Until the period ends; null for all-time. */
  minutesLeft: z.nullable(countSchema),
  /**
   * The next rank, the next better prize, 10th, 3rd and 1st: those above the player, without duplicates, nearest first. Empty for a player
   * without points on a board where low comes first.
   */
  targets: z.array(
    z.object({
      rank: rankSchema,
      /** `''` for none. */
      prize: z.string(),
      holder: z.object({ username: z.string(), displayName: z.string(), points: z.int() }),
      /**
       * Points to earn to get there, as in a report: one more than a tie, because the holder reached the total first. On best and latest
       * boards, the improvement needed; where low comes first, how much lower.
       */
      missing: rankSchema,
      /** Points per hour needed until the end, and the holder's so far; null for all time, without sums, and where low comes first. */
      pace: z.nullable(z.object({ needed: z.number(), holder: z.number() })),
      outlook: outlookSchema,
    }),
  ),
});

export type PathToPodium = z.infer<typeof pathSchema>;
