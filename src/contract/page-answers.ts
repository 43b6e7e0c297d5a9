// Answers to the live edition's own pages. Small, because browsers validate answers with them.
import * as z from 'zod/mini';

import { ENDING_KINDS } from '../domain/calendar.ts';
import {
  boardSchema,
  changeSchema,
  countSchema,
  dateSchema,
  limitSchema,
  periodSchema,
  prizeSchema,
  rankSchema,
  tieSchema,
  timeSchema,
} from './parts/answer-parts.ts';

/**
 * `id` is the username, `name` the display name. Hidden players, who appear only in closed periods, have an `id` that begins
 * with a space, as no username does.
 */
export const shownPlayerSchema = z.object({ id: z.string(), name: z.string(), avatar: z.string() });

/** As elsewhere; `new` in a present period: on the board for the first time, in a place where others were before. */
const liveChangeSchema = z.discriminatedUnion('state', [
  ...changeSchema._zod.def.options,
  z.object({ state: z.literal('new'), places: z.null(), earlierRank: z.null() }),
]);

export type LiveChange = z.infer<typeof liveChangeSchema>;

export const liveStandingSchema = z.object({
  rank: rankSchema,
  points: z.int(),
  prize: z.string(),
  tie: tieSchema,
  player: shownPlayerSchema,
  change: liveChangeSchema,
});

export type LiveStanding = z.infer<typeof liveStandingSchema>;

export const laneHolderSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('taken'), standing: liveStandingSchema }),
  z.object({ kind: z.literal('awaiting') }),
]);

/** Boards to choose from, with their groups. */
export const boardNamesSchema = z.array(z.object({ name: z.string(), title: z.string(), group: z.optional(z.string()) }));

function laneSchema<const Place extends 1 | 2 | 3>(place: Place) {
  return z.object({ place: z.literal(place), holder: laneHolderSchema });
}

/** The lanes from left to right. */
export const podiumSchema = z.tuple([laneSchema(2), laneSchema(1), laneSchema(3)]);

/** The position of a page in a list. */
export const pageBoundsSchema = z.object({ page: rankSchema, pages: rankSchema, first: countSchema, total: countSchema });

export const boardPageSchema = z.extend(pageBoundsSchema, { items: z.array(liveStandingSchema) });

/** The podium and one page of the rows below it. */
const placesSchema = z.object({
  podium: podiumSchema,
  rows: boardPageSchema,
});

export const boardViewSchema = z.extend(placesSchema, {
  board: boardSchema,
  /** All boards but the archived ones, to choose from. */
  boards: boardNamesSchema,
  period: periodSchema,
  /** All prizes of the period, by rank. */
  prizes: z.array(prizeSchema),
  /** When the period stops accepting points, unless an import holds it open; null for all time. */
  countsUntil: z.nullable(timeSchema),
  /** When results become final, unless an import or a reopening holds the period open; null for all time. */
  finalAt: z.nullable(timeSchema),
  /** Since when the current leader has been leading; null in past periods, without a leader, and if unknown. */
  leadsSince: z.nullable(timeSchema),
  /** A day of the nearest period with points before and after this one; null without one. */
  earlier: z.nullable(dateSchema),
  later: z.nullable(dateSchema),
  /** The requested moment; null for the present or the end of the period. */
  moment: z.nullable(timeSchema),
  /** The moments of the period that can be requested; null before the board's first event. */
  reach: z.nullable(z.object({ from: timeSchema, until: timeSchema })),
  /** The `since` for the change stream of all boards. */
  mark: z.string(),
  /** If the database is unreachable, when it last answered; otherwise null. */
  heardUntil: z.nullable(timeSchema),
  /** If the current period is empty: the last period with points, if any, as one page. */
  last: z.nullable(z.extend(placesSchema, { day: dateSchema, period: periodSchema })),
  /** Whether every matching player was examined; false only for very many matches. */
  complete: z.boolean(),
  /** The number of attempts per day at the board’s daily challenge, 0 for unlimited; null without a challenge. */
  challenge: z.nullable(countSchema),
});

export type LiveBoardView = z.infer<typeof boardViewSchema>;

export const placedPlayerSchema = z.object({ rank: rankSchema, points: z.int(), player: shownPlayerSchema });

export const wonPeriodSchema = z.object({
  /** The first day of the period. */
  day: dateSchema,
  period: periodSchema,
  /** The number of ranked players. */
  total: rankSchema,
  /** The top three, or fewer. */
  places: z.array(placedPlayerSchema),
});

export const winnersSchema = z.object({
  board: boardSchema,
  /** Closed periods only, newest first. */
  winners: z.array(wonPeriodSchema),
  /** The "before" of the next page; null at the end. */
  next: z.nullable(dateSchema),
});

export type Winners = z.infer<typeof winnersSchema>;

export const moverSchema = z.object({ rank: rankSchema, change: changeSchema, player: shownPlayerSchema });

/** Movers, a close fight, recent winners and ways to earn points. */
export const highlightsSchema = z.object({
  board: boardSchema,
  period: periodSchema,
  /**
   * The largest changes since the final ranks of the previous period: climbs into the top `among`, and drops out of it. Only players with
   * points in both periods.
   */
  movers: z.object({ among: rankSchema, climbs: z.array(moverSchema), falls: z.array(moverSchema) }),
  /** The smallest gap within the top ten; null with fewer than two players. */
  fight: z.nullable(z.object({ ahead: placedPlayerSchema, behind: placedPlayerSchema, gap: countSchema })),
  /** Winners of the last closed periods of this kind, newest first; for all time, of the last months. */
  winners: z.array(z.object({ day: dateSchema, period: periodSchema, points: z.int(), player: shownPlayerSchema })),
  /** The catalogue's first activities. */
  ways: z.array(z.object({ id: z.string(), title: z.string(), points: rankSchema })),
});

export type Highlights = z.infer<typeof highlightsSchema>;

const championsSchema = z.array(z.object({ player: shownPlayerSchema, wins: rankSchema }));

/** The winners of a month's days, or of a year's weeks or months, and links to other months and years. */
export const hallOfFameSchema = z.object({
  board: boardSchema,
  boards: boardNamesSchema,
  kind: z.enum(ENDING_KINDS),
  /** The first day of the month or year. A week belongs to the year it starts in. */
  from: dateSchema,
  /** On the board's calendar. */
  today: dateSchema,
  /** Newest first. */
  winners: z.array(wonPeriodSchema),
  /** The nearest period with a winner before and after these; null without one. */
  earlier: z.nullable(dateSchema),
  later: z.nullable(dateSchema),
  /** The first period with a winner in each of the last hundred years and, for days, in each month of the shown year. */
  years: z.array(dateSchema),
  months: z.array(dateSchema),
  /** Most wins in this month or year, and overall, of `won` periods. Ties go to the player who got there first. */
  most: z.object({ here: championsSchema, ever: championsSchema, won: countSchema }),
});

export type HallOfFame = z.infer<typeof hallOfFameSchema>;

/** The last moment of each day and each month of a period that has points, oldest first. */
export const playedSchema = z.object({
  /** Empty if there are too many. */
  days: z.array(timeSchema),
  months: z.array(timeSchema),
});

export type Played = z.infer<typeof playedSchema>;

export const activitiesAnswerSchema = z.object({
  activities: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      description: z.string(),
      points: rankSchema,
      difficulty: z.enum(['Easy', 'Medium', 'Hard']),
      timeRequired: z.string(),
      limit: z.optional(limitSchema),
      link: z.optional(z.string()),
    }),
  ),
});

const foundTypeSchema = z.enum(['player', 'tournament', 'achievement']);

export const searchAnswerSchema = z.object({
  /** One page for each requested type: players, tournaments, achievements. Ids are prefixed with the type. */
  entries: z.array(
    z.object({
      id: z.string(),
      type: foundTypeSchema,
      title: z.string(),
      subtitle: z.string(),
      avatar: z.string(),
      extra: z.string(),
      /** Details of a tournament or an achievement. */
      link: z.optional(z.string()),
    }),
  ),
  /** The number of results per requested type, and the page that `entries` contains; `first` counts from 1. */
  found: z.array(
    z.object({
      type: foundTypeSchema,
      total: countSchema,
      /** Whether `total` is exact; false for very many matches, not all of which are on the pages. */
      complete: z.boolean(),
      page: rankSchema,
      pages: rankSchema,
      first: countSchema,
    }),
  ),
});

export type SearchAnswer = z.infer<typeof searchAnswerSchema>;
export type FoundEntry = SearchAnswer['entries'][number];
export type FoundCount = SearchAnswer['found'][number];

export const statisticsAnswerSchema = z.object({
  cards: z.array(
    z.object({
      label: z.enum(['Total Players', 'Active Games', 'Tournaments', 'Daily Logins']),
      value: countSchema,
      change: z.nullable(z.number()),
    }),
  ),
});

const wonSchema = { events: countSchema, points: z.int() };

/** A board's recent activity. */
export const trendsSchema = z.object({
  board: boardSchema,
  /** All boards but the archived ones, to choose from. */
  boards: boardNamesSchema,
  /** At most 28, oldest first. Days without points are left out. */
  days: z.array(z.object({ day: dateSchema, players: countSchema, events: countSchema, points: z.int() })),
  /** Whether the last day is today and may still grow. */
  isRunning: z.boolean(),
  /** The activities that earned most; `none`: events without an activity; `rest`: all other activities combined. */
  activities: z.array(
    z.discriminatedUnion('kind', [
      /** `title`: from the catalogue, or as it was posted. */
      z.object({ kind: z.literal('named'), activity: z.string(), title: z.string(), ...wonSchema }),
      z.object({ kind: z.literal('none'), ...wonSchema }),
      z.object({ kind: z.literal('rest'), ...wonSchema }),
    ]),
  ),
});

export type Trends = z.infer<typeof trendsSchema>;

const endingSchema = z.enum(ENDING_KINDS);

/**
 * A board's records over closed periods. `day`, `from` and `until` are first days of periods on the board's calendar. Ties go to the player
 * who reached the record first.
 */
export const recordsSchema = z.object({
  board: boardSchema,
  records: z.array(
    z.discriminatedUnion('kind', [
      /** The best total: the most points or, where low comes first, the fewest. */
      z.object({ kind: z.literal('total'), period: endingSchema, player: shownPlayerSchema, points: z.int(), day: dateSchema }),
      /** The most wins, of `periods` closed periods. */
      z.object({ kind: z.literal('wins'), period: endingSchema, player: shownPlayerSchema, wins: rankSchema, periods: rankSchema }),
      /** The most wins in a row. */
      z.object({
        kind: z.literal('row'),
        period: endingSchema,
        player: shownPlayerSchema,
        wins: rankSchema,
        from: dateSchema,
        until: dateSchema,
      }),
      /** The most consecutive days with points, ignoring days without any events. */
      z.object({ kind: z.literal('streak'), player: shownPlayerSchema, days: rankSchema, from: dateSchema, until: dateSchema }),
      /** The closest finish. */
      z.object({
        kind: z.literal('finish'),
        period: endingSchema,
        day: dateSchema,
        first: shownPlayerSchema,
        second: shownPlayerSchema,
        gap: countSchema,
      }),
      /** The largest climb into the top three from one period to the player's next one with points. */
      z.object({
        kind: z.literal('climb'),
        period: endingSchema,
        player: shownPlayerSchema,
        day: dateSchema,
        rank: rankSchema,
        since: dateSchema,
        before: rankSchema,
      }),
    ]),
  ),
});

export type BoardRecords = z.infer<typeof recordsSchema>;
export type BoardRecord = BoardRecords['records'][number];
