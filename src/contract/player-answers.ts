// What the live edition's server answers about one player: where they stand, why, and what they need next.
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
import { liveStandingSchema } from './page-answers.ts';

/** Why somebody is not ranked. */
const absenceSchema = z.discriminatedUnion('reason', [
  z.object({ reason: z.literal('no-points') }),
  /** Taken off by the operator, with what they say of it in public. */
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
    /** How many are ranked. */
    total: rankSchema,
  }),
  z.object({ kind: z.literal('absent'), absence: absenceSchema, total: countSchema }),
]);

/** A year or a month of the board's calendar: "2026", "2026-11". */
export const withinSchema = z.string().check(z.regex(/^\d{4}(-(0[1-9]|1[0-2]))?$/, 'must be a year or a month, as 2026 or 2026-11'));

const placeInPeriodSchema = z.object({ period: periodSchema, place: placeSchema });

/** A period that is over, and how it ended for the player. */
export const pastPlaceSchema = z.object({ day: dateSchema, rank: rankSchema, total: rankSchema, points: z.int() });

/** What the player did in the finished periods of one year ("2026"). */
export const seasonSchema = z.object({
  name: withinSchema,
  periods: rankSchema,
  wins: countSchema,
  /** How often they finished first, second or third. */
  podiums: countSchema,
  /** The sum; null where points are not added up. */
  points: z.nullable(z.int()),
});

/** Final places, oldest first. */
const historyShape = {
  history: z.array(pastPlaceSchema),
  /** The periods from the player's first to their last in which others had points and they had none. */
  missed: z.array(dateSchema),
};

/** Where a player stands, everywhere, and how they got there on one board in one kind of period. */
export const playerPageSchema = z.object({
  player: playerSchema,
  /** The first day they have points of, on any board; null before there is one, and for somebody removed. */
  since: z.nullable(dateSchema),
  /** The last one. */
  lastPlayed: z.nullable(dateSchema),
  boards: z.array(
    z.object({
      board: boardSchema,
      /** From daily to all-time. */
      places: z.array(placeInPeriodSchema),
      /** The best final rank in the periods of each kind that are over (of equal ones the first), from days to months; none where none is. */
      bests: z.array(z.extend(pastPlaceSchema, { kind: z.enum(PERIOD_KINDS) })),
    }),
  ),
  /** Of the board and the kind of period asked about: who stands around the player now, and the past. */
  chosen: z.object({
    board: z.string(),
    kind: z.enum(PERIOD_KINDS),
    /** The player among the four nearest, two above and two below where there are so many; empty if they are not ranked. */
    neighbours: z.array(liveStandingSchema),
    /** How the newest period that is over ended for the player, or would end: it may be under review. Null if they are not ranked in it. */
    last: z.nullable(z.object({ period: periodSchema, day: dateSchema, rank: rankSchema, total: rankSchema, points: z.int() })),
    /** Since when the player leads the present period without a break; null if they do not, and where it is not known. */
    leadsSince: z.nullable(timeSchema),
    /** The run of finished periods the player is on: all won, all on the podium, or all with points. Null below two. */
    run: z.nullable(z.object({ kind: z.enum(['won', 'podium', 'points']), length: rankSchema })),
    /** Finished periods by year, oldest first. For all-time, as below, these are days. */
    seasons: z.array(seasonSchema),
    /** `years`: no year has more than sixty periods, and the history has them all. `months`: it has those of the last season. */
    rows: z.enum(['years', 'months']),
    ...historyShape,
    /**
     * Points won on each of the last 91 days that had any, oldest first: of all events that are not voided, those that came too late
     * for the final result of their day too, because the week, month or all time may count them.
     */
    days: z.array(z.object({ day: dateSchema, points: z.int() })),
  }),
  /** What changes may be asked for from here on. */
  mark: z.string(),
});

export type PlayerPage = z.infer<typeof playerPageSchema>;

/** How the periods of one year or month ended for the player. */
export const playerHistorySchema = z.object(historyShape);

export type PlayerHistory = z.infer<typeof playerHistorySchema>;

/** The dated events behind a total. */
export const receiptSchema = z.object({
  player: playerSchema,
  board: boardSchema,
  period: periodSchema,
  /** The moment it is told as of, if one was asked for: the place of then, and the events that had happened by then. Null: as the period stands or ended. */
  moment: z.nullable(timeSchema),
  place: placeSchema,
  /** Who is level on points and stands next to the player: the one the tie was decided against. */
  tiedWith: z.nullable(z.object({ username: z.string(), displayName: z.string(), rank: rankSchema, reachedAt: timeSchema })),
  /** What everybody may read of the events: with `by-day` there are `days` in place of `events`, with `none` neither. */
  shown: z.enum(EVENT_DETAILS),
  /** What each day added up to, newest first. As of a moment: the days that were over by then. */
  days: z.array(z.object({ day: dateSchema, points: z.int() })),
  /** Newest first. Of a sum board the points of those that count, of all pages together, add up to the total. */
  events: z.array(
    z.object({
      /** As it was posted. */
      activity: z.string(),
      /** Its title in the catalogue, or as it was posted. */
      title: z.string(),
      points: z.int(),
      at: timeSchema,
      /** When it came to the board. */
      receivedAt: timeSchema,
      /**
       * `counted`: it is part of the total. `beaten`: another one is better or newer (best and latest boards). `late`: it
       * came after the period was closed. `voided`: it was taken out before the results were final.
       */
      state: z.enum(['counted', 'beaten', 'late', 'voided']),
      /** If it is voided. With another state than `voided` that was after the results were final, or changed nothing. */
      voided: z.nullable(voidedSchema),
    }),
  ),
  /**
   * On the first page of a board that adds points up: what the total is made of, the most points first. `each` is what every one of
   * these events gave; null if they differ. Empty where there are too many events to be read at once.
   */
  activities: z.array(z.object({ title: z.string(), events: rankSchema, each: z.nullable(z.int()), points: z.int() })),
  /** How many events there are in all, those of other pages included; null where they are too many to be counted, or may not be read. */
  total: z.nullable(countSchema),
  /**
   * The `before` of the next page, null on the last one. A page before the last may hold fewer than 50 events, even
   * none: of a player with very many, a page looks at so many and the next one goes on.
   */
  next: z.nullable(z.string()),
});

export type Receipt = z.infer<typeof receiptSchema>;

export const planSchema = z.object({
  steps: z.array(z.object({ activity: z.string(), title: z.string(), times: rankSchema, limit: z.optional(limitSchema) })),
  points: z.int(),
  /** Of playing; null if nobody knows how long one of the steps takes. */
  minutes: z.nullable(countSchema),
});

/**
 * What the site's own activities can do about the missing points until the period ends, and within a year. What the player did already
 * counts against limits, if visitors may read events.
 */
const outlookSchema = z.discriminatedUnion('kind', [
  /**
   * At most three of one activity each, least difficulty first (an easy one counts 1, a medium one 2, a hard one 3); or one of
   * several activities, if no single one leads there.
   */
  z.object({ kind: z.literal('plans'), plans: z.array(planSchema).check(z.minLength(1)) }),
  /** None of these keeps the limits and the time left. A mix that might is not looked for. */
  z.object({ kind: z.literal('no-plan') }),
  /** Nothing is listed, or activities do not add points up on the board. */
  z.object({ kind: z.literal('unplanned') }),
]);

/** What a player needs to get further up in a period that is not over. */
export const pathSchema = z.object({
  player: playerSchema,
  board: boardSchema,
  period: periodSchema,
  place: placeSchema,
  /** Minutes until the period ends, null for all-time. */
  minutesLeft: z.nullable(countSchema),
  /**
   * The next rank, the next that wins more, the tenth, the third, the first: those above the player, each rank once, nearest
   * first. None for somebody without points on a board where low comes first.
   */
  targets: z.array(
    z.object({
      rank: rankSchema,
      /** What the rank wins; `''` where that is nothing. */
      prize: z.string(),
      holder: z.object({ username: z.string(), displayName: z.string(), points: z.int() }),
      /**
       * Points to earn to stand there, the same number as in a score report: one more than level, because whoever is
       * there reached the total first. On boards of the best or latest event that is by how much the player's own must
       * get better; where low comes first, by how much lower.
       */
      missing: rankSchema,
      /** Points an hour needed until the end, and those the holder won an hour in this period so far; null for all-time, and where points are not added up or low comes first. */
      pace: z.nullable(z.object({ needed: z.number(), holder: z.number() })),
      outlook: outlookSchema,
    }),
  ),
});

export type PathToPodium = z.infer<typeof pathSchema>;
