// What the live edition's server answers to its own pages. Small enough that a browser checks each answer by it.
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
 * `id` is the username, which addresses and requests know; `name` is what a visitor reads: the display name. The `id` of a
 * hidden player, whom only closed periods still show, begins with a space, as no username does.
 */
export const shownPlayerSchema = z.object({ id: z.string(), name: z.string(), avatar: z.string() });

/** As everywhere; `new` in a present period: on the board for the first time, where others were before. */
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

const boardNamesSchema = z.array(z.object({ name: z.string(), title: z.string() }));

function laneSchema<const Place extends 1 | 2 | 3>(place: Place) {
  return z.object({ place: z.literal(place), holder: laneHolderSchema });
}

/** The lanes from left to right. */
export const podiumSchema = z.tuple([laneSchema(2), laneSchema(1), laneSchema(3)]);

export const boardPageSchema = z.object({
  items: z.array(liveStandingSchema),
  page: rankSchema,
  pages: rankSchema,
  first: countSchema,
  total: countSchema,
});

/** The podium and one page of the rows below it. */
const placesSchema = z.object({
  podium: podiumSchema,
  rows: boardPageSchema,
});

export const boardViewSchema = z.extend(placesSchema, {
  board: boardSchema,
  /** All boards but the archived ones, for a choice. */
  boards: boardNamesSchema,
  period: periodSchema,
  /** What can be won in the period, from the first rank down, however few are shown; ranks that win nothing are left out. */
  prizes: z.array(prizeSchema),
  /** Until when the period takes points that belong to it, unless an import holds it open; null: all time always does. */
  countsUntil: z.nullable(timeSchema),
  /** When the results of the period become final, unless an import or a reopening holds it open; null: all time is never final. */
  finalAt: z.nullable(timeSchema),
  /** Since when the leader of the present period leads without a break; null in the past, of nobody, and where it is not known. */
  leadsSince: z.nullable(timeSchema),
  /** A day of the nearest period before and after this one that has something to show; null where there is none. */
  earlier: z.nullable(dateSchema),
  later: z.nullable(dateSchema),
  /** The moment the board is shown at, where one was asked for; null: as it is now, or as its period ended. */
  moment: z.nullable(timeSchema),
  /** Which moments of the period can be asked for; null before the board's first event, or in a period that came before it. */
  reach: z.nullable(z.object({ from: timeSchema, until: timeSchema })),
  /** What changes may be asked for from here on: the `since` of the events of all boards. */
  mark: z.string(),
  /** While the database does not answer: until when it did, so that nothing newer is known; null while it does. */
  heardUntil: z.nullable(timeSchema),
  /** Where nobody has points in the present period: the last period that somebody had points in, if there is one. Its rows are one page. */
  last: z.nullable(z.extend(placesSchema, { day: dateSchema, period: periodSchema })),
  /** Whether every player whose name matches was looked at; only where very many match it is not. */
  complete: z.boolean(),
});

export type LiveBoardView = z.infer<typeof boardViewSchema>;

export const placedPlayerSchema = z.object({ rank: rankSchema, points: z.int(), player: shownPlayerSchema });

export const wonPeriodSchema = z.object({
  /** The first day of the period. */
  day: dateSchema,
  period: periodSchema,
  /** How many were ranked. */
  total: rankSchema,
  /** The first three, or fewer if fewer were ranked. */
  places: z.array(placedPlayerSchema),
});

export const winnersSchema = z.object({
  board: boardSchema,
  /** Only closed periods, the newest first. */
  winners: z.array(wonPeriodSchema),
  /** The "before" of the page after this one; null at the end. */
  next: z.nullable(dateSchema),
});

export type Winners = z.infer<typeof winnersSchema>;

export const moverSchema = z.object({ rank: rankSchema, change: changeSchema, player: shownPlayerSchema });

/** What is worth telling of a period of a board beside its ranks. */
export const highlightsSchema = z.object({
  board: boardSchema,
  period: periodSchema,
  /**
   * Who moved most since the period before, against the ranks it ended with, the largest moves first: climbs of those who are
   * among the first `among` now, falls of those who were among them then. Whoever has no points in one of the two has not moved.
   */
  movers: z.object({ among: rankSchema, climbs: z.array(moverSchema), falls: z.array(moverSchema) }),
  /** The two neighbours with the fewest points between them, among the first ten; null where there are no two. */
  fight: z.nullable(z.object({ ahead: placedPlayerSchema, behind: placedPlayerSchema, gap: countSchema })),
  /** Who won the last closed periods of the kind before this one, the newest first; of all time, the last months. */
  winners: z.array(z.object({ day: dateSchema, period: periodSchema, points: z.int(), player: shownPlayerSchema })),
  /** The first ways to earn points, in the catalogue’s order. */
  ways: z.array(z.object({ id: z.string(), title: z.string(), points: rankSchema })),
});

export type Highlights = z.infer<typeof highlightsSchema>;

const championsSchema = z.array(z.object({ player: shownPlayerSchema, wins: rankSchema }));

/** A month of days, or a year of weeks or months, with who won each that is closed; and ways from there to all the others. */
export const hallOfFameSchema = z.object({
  board: boardSchema,
  boards: boardNamesSchema,
  kind: z.enum(ENDING_KINDS),
  /** The first day of the month or year. A week belongs to the year that it starts in. */
  from: dateSchema,
  /** On the board's calendar. */
  today: dateSchema,
  /** The newest first. */
  winners: z.array(wonPeriodSchema),
  /** The nearest period before and after these that was won; null where there is none. */
  earlier: z.nullable(dateSchema),
  later: z.nullable(dateSchema),
  /** Of each year the first period that was won, and of days also of each month of the year that is shown; at most the last hundred years. */
  years: z.array(dateSchema),
  months: z.array(dateSchema),
  /** Who won most often: in this month or year, and ever; of `won` periods. Who came to as many wins first stands first. */
  most: z.object({ here: championsSchema, ever: championsSchema, won: countSchema }),
});

export type HallOfFame = z.infer<typeof hallOfFameSchema>;

/** When somebody had points in a period: the last moment of each day and of each month with points, oldest first. */
export const playedSchema = z.object({
  /** None where there are too many of them to be told one by one. */
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
  /** One page of each type asked for: players, then tournaments, then achievements. The id says the type before the thing's own id. */
  entries: z.array(
    z.object({
      id: z.string(),
      type: foundTypeSchema,
      title: z.string(),
      subtitle: z.string(),
      avatar: z.string(),
      extra: z.string(),
      /** Where the operator tells more of a tournament or an achievement. */
      link: z.optional(z.string()),
    }),
  ),
  /** How many there are of each type asked for, and which page of them `entries` has; `first` counts from 1. */
  found: z.array(
    z.object({
      type: foundTypeSchema,
      total: countSchema,
      /** Whether `total` is all of them. Where very many names match it is not: there are more, and the pages have only some. */
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

/** How a board was played on its last days with points. */
export const trendsSchema = z.object({
  board: boardSchema,
  /** All boards but the archived ones, for a choice. */
  boards: boardNamesSchema,
  /** At most 28, oldest first. Days without points are left out. */
  days: z.array(z.object({ day: dateSchema, players: countSchema, events: countSchema, points: z.int() })),
  /**
   * What the points of these days were won with: a few activities by name, the most first; `none`: events that name no
   * activity; `rest`: all other activities together.
   */
  activities: z.array(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('named'), activity: z.string(), ...wonSchema }),
      z.object({ kind: z.literal('none'), ...wonSchema }),
      z.object({ kind: z.literal('rest'), ...wonSchema }),
    ]),
  ),
});

export type Trends = z.infer<typeof trendsSchema>;

const endingSchema = z.enum(ENDING_KINDS);

/**
 * What a board remembers of its closed periods. `day`, `from` and `until` are the first days of periods on the board's calendar.
 * A record is whoever's who had it first.
 */
export const recordsSchema = z.object({
  board: boardSchema,
  records: z.array(
    z.discriminatedUnion('kind', [
      /** The best total of a period: the most points, or the fewest where low comes first. */
      z.object({ kind: z.literal('total'), period: endingSchema, player: shownPlayerSchema, points: z.int(), day: dateSchema }),
      /** The most periods won, of so many that are closed. */
      z.object({ kind: z.literal('wins'), period: endingSchema, player: shownPlayerSchema, wins: rankSchema, periods: rankSchema }),
      /** The most periods won on end. */
      z.object({
        kind: z.literal('row'),
        period: endingSchema,
        player: shownPlayerSchema,
        wins: rankSchema,
        from: dateSchema,
        until: dateSchema,
      }),
      /** Points on the most days on end, of those days on which anybody had points. */
      z.object({ kind: z.literal('streak'), player: shownPlayerSchema, days: rankSchema, from: dateSchema, until: dateSchema }),
      /** The fewest points between first and second. */
      z.object({
        kind: z.literal('finish'),
        period: endingSchema,
        day: dateSchema,
        first: shownPlayerSchema,
        second: shownPlayerSchema,
        gap: countSchema,
      }),
      /** The most places made up from one period to the next one with points, by somebody who was among the first three then. */
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
