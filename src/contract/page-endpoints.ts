// What the site's own pages ask. Apart from the game's endpoints, so that a browser loads only these.
import * as z from 'zod/mini';

import { ENDING_KINDS, PERIOD_KINDS } from '../domain/calendar.ts';
import { SEARCH_CATEGORIES } from '../domain/search/search.ts';
import { ORDER_RULE } from './parts/answer-parts.ts';
import { atSchema, endpoints } from './endpoint.ts';
import {
  activitiesAnswerSchema,
  boardViewSchema,
  hallOfFameSchema,
  playedSchema,
  highlightsSchema,
  recordsSchema,
  searchAnswerSchema,
  statisticsAnswerSchema,
  trendsSchema,
  winnersSchema,
} from './page-answers.ts';
import { pathSchema, playerHistorySchema, playerPageSchema, receiptSchema, withinSchema } from './player-answers.ts';
import { CHANGES_PATH } from './live-source.ts';
import { boardNameSchema, daySchema } from './parts/text-rules.ts';
import { MAX_TEXT_LENGTH } from './view.ts';

const periodSchema = z.optional(z.enum(PERIOD_KINDS));
const endingSchema = z.optional(z.enum(ENDING_KINDS, 'must be "daily", "weekly" or "monthly": all time is never closed'));
const textSchema = z.optional(z.string().check(z.maxLength(MAX_TEXT_LENGTH)));
const pageSchema = z.optional(z.int().check(z.minimum(1), z.maximum(1_000_000)));
/** How many closed periods one answer tells the winners of, at most and unless asked otherwise. */
export const MOST_WINNERS = 100;
export const DEFAULT_WINNERS = 10;
const ofBoard = { board: z.optional(boardNameSchema), period: periodSchema };
/** Also the first of today, this week, this month and all time that the player has points in. */
const ofPlayer = { ...ofBoard, period: z.optional(z.enum([...PERIOD_KINDS, 'auto'])) };
/** What that says to callers. */
const AUTO = 'With "auto" as period: the first of today, this week, this month and all time in which the player has points.';
const sinceSchema = z.strictObject({ since: z.optional(z.string().check(z.maxLength(64))) });
const EVENTS = { 200: { description: 'Events until either side closes', schema: z.string(), contentType: 'text/event-stream' } } as const;

export const PAGE_ENDPOINTS = endpoints({
  playerPage: {
    route: 'GET /api/v1/players/{username}/page',
    role: 'read',
    summary: 'Read a player’s ranks on every board, and their history',
    description: `As of now: "at" is refused here. Read the player’s ranks or the receipt for another day or moment. ${AUTO}`,
    query: z.strictObject(ofPlayer),
    answers: { 200: { description: 'The player', schema: playerPageSchema } },
  },
  playerHistory: {
    route: 'GET /api/v1/players/{username}/history',
    role: 'read',
    summary: 'Read how the days, weeks or months of a year ended for a player',
    description:
      'Only final ranks, oldest first. "within" is a year or a month of the board’s calendar; a week belongs to the one it begins in. ' +
      'Without it: the newest that the page of the player shows. ' +
      'As of now: "at" is refused here.',
    query: z.strictObject({ ...ofBoard, within: z.optional(withinSchema) }),
    answers: { 200: { description: 'The final ranks', schema: playerHistorySchema } },
  },
  receipt: {
    route: 'GET /api/v1/players/{username}/receipt',
    role: 'read',
    summary: 'Read why a player has a rank',
    description:
      'The dated events behind a total, newest first, a page at a time. Also what decided a tie, or why a player has no rank. If "at" is ' +
      'a day, you get the whole period. If it is a moment, you get the rank of then, and the events that had happened by then.',
    query: z.strictObject({ ...ofBoard, at: atSchema, before: z.optional(z.string().check(z.maxLength(40))) }),
    answers: { 200: { description: 'The receipt', schema: receiptSchema } },
  },
  path: {
    route: 'GET /api/v1/players/{username}/path',
    role: 'read',
    summary: 'Read what a player needs to move up',
    description:
      'The points to earn to stand on the next rank, the next that wins more, the tenth, the third and the first: one more than level or, where low comes first, ' +
      'by how much lower. Also plans to earn them with the activities. As of now: ' +
      `"at" is refused here. ${AUTO}`,
    query: z.strictObject(ofPlayer),
    answers: { 200: { description: 'The ranks above, and how to reach them', schema: pathSchema } },
  },
  boardView: {
    route: 'GET /api/v1/boards/{board}/view',
    role: 'read',
    summary: 'Read a board as a page shows it',
    description:
      `The podium and one numbered page of the rows below it, with ties, prizes and the periods before and after. ${ORDER_RULE} ` +
      'A tie says which part of that rule decided it, against the neighbour on the same points. If "at" is a day, you ' +
      'get the period as it ended. If it is a moment, you get the period as it stood then. If a page does not exist, you get the nearest one.',
    query: z.strictObject({
      period: periodSchema,
      at: atSchema,
      q: textSchema,
      page: pageSchema,
    }),
    answers: { 200: { description: 'The board', schema: boardViewSchema } },
  },
  winners: {
    route: 'GET /api/v1/boards/{board}/winners',
    role: 'read',
    summary: 'Read who won the last days, weeks or months',
    description:
      'The first three of each closed period, the newest first, a page at a time: "next" is the "before" of the page after. ' +
      'Periods that nobody had points in are left out. A hidden player keeps the rank, without the name.',
    query: z.strictObject({
      period: endingSchema,
      before: z.optional(daySchema('Only periods that started before this day of the board’s calendar.')),
      limit: z.optional(z.int().check(z.minimum(1), z.maximum(MOST_WINNERS))),
    }),
    answers: { 200: { description: 'One page of winners', schema: winnersSchema } },
  },
  highlights: {
    route: 'GET /api/v1/boards/{board}/highlights',
    role: 'read',
    summary: 'Read what is worth telling of a board',
    description:
      'Who climbed and fell most since the period before, the closest fight among the first ten, the last winners, and ways to earn ' +
      'points. "at" means the same as for the board’s view.',
    query: z.strictObject({ period: periodSchema, at: atSchema }),
    answers: { 200: { description: 'What is worth telling', schema: highlightsSchema } },
  },
  hallOfFame: {
    route: 'GET /api/v1/boards/{board}/hall-of-fame',
    role: 'read',
    summary: 'Read who won in a month or a year, and who won most often',
    description:
      'Of days a month is told, of weeks and months a year: the one that "at" is in or, without it, the last one in which somebody won. ' +
      'Also where the nearest other winners are. Only closed periods have a winner.',
    query: z.strictObject({ period: endingSchema, at: atSchema }),
    answers: { 200: { description: 'The winners, and who won most often', schema: hallOfFameSchema } },
  },
  played: {
    route: 'GET /api/v1/boards/{board}/played',
    role: 'read',
    summary: 'Read on which days of a period somebody had points',
    description:
      'The last moment of each day and of each month with points, for a replay that stops where something happened. A period with more ' +
      'than 1,000 of such days has only its months told.',
    query: z.strictObject({ period: periodSchema, at: atSchema }),
    answers: { 200: { description: 'Days and months', schema: playedSchema } },
  },
  trends: {
    route: 'GET /api/v1/boards/{board}/trends',
    role: 'read',
    summary: 'Read a board’s recent activity',
    description: 'Players, events and points on each of the last 28 days with points, and which activities the points came from.',
    answers: { 200: { description: 'The last 28 days with points', schema: trendsSchema } },
  },
  records: {
    route: 'GET /api/v1/boards/{board}/records',
    role: 'read',
    summary: 'Read a board’s records',
    description:
      'The best day, week and month, the most of them won, the longest streaks, the closest finish and the largest climb. They tell of ' +
      'closed periods. What there is no record of yet is left out, and what a longer period would only repeat.',
    answers: { 200: { description: 'The records', schema: recordsSchema } },
  },
  activities: {
    route: 'GET /api/v1/activities',
    role: 'read',
    summary: 'List the ways to earn points',
    description: 'The part of the catalogue that the page of ways to earn points shows.',
    answers: { 200: { description: 'All activities, in the catalogue’s order', schema: activitiesAnswerSchema } },
  },
  search: {
    route: 'GET /api/v1/search',
    role: 'read',
    summary: 'Search players, tournaments and achievements',
    description:
      'Finds names that contain the text, in upper or lower case, and says how many there are. The nearest names of each kind come first; ' +
      'players whose names are equally near come in the order of their all-time ranks on the board. Without a text you get its leaders. ' +
      'A page has 20 of each kind. If a page does not exist, you get the nearest one. ' +
      'If more than 10,000 players match, "complete" is false and only some of them are on the pages.',
    query: z.strictObject({
      text: textSchema,
      category: z.optional(z.enum(SEARCH_CATEGORIES)),
      board: z.optional(boardNameSchema),
      page: pageSchema,
    }),
    answers: { 200: { description: 'What was found', schema: searchAnswerSchema } },
  },
  statistics: {
    route: 'GET /api/v1/statistics',
    role: 'read',
    summary: 'Read the figures of the whiteboard',
    description: 'Each is compared with the period before; the number of tournaments is not.',
    answers: { 200: { description: 'The four figures, each with its change', schema: statisticsAnswerSchema } },
  },
  changes: {
    route: 'GET /api/v1/boards/{board}/events',
    role: 'read',
    summary: 'Listen to changes of a board',
    description:
      'Server-sent events. A "change" names the board and its version, at most once every 250 ms. When it comes, read again what you ' +
      'show. After a lost connection, send the id of the last event as Last-Event-ID or "since". If you missed anything, you hear at once. ' +
      'A "beat" comes every 15 s. If none comes for longer, the connection is lost.',
    query: sinceSchema,
    answers: EVENTS,
  },
  allChanges: {
    route: `GET ${CHANGES_PATH}`,
    role: 'read',
    summary: 'Listen to changes of all boards',
    description: 'Like the events of one board, but over one connection for all of them. Open pages use this.',
    query: sinceSchema,
    answers: EVENTS,
  },
});
