// Endpoints of the site's own pages, in a separate file so that browsers load only these.
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
/** The largest and the default number of periods in an answer. */
export const MOST_WINNERS = 100;
export const DEFAULT_WINNERS = 10;
/** The page size of a player's boards. */
export const PLAYER_BOARDS = 20;
const ofBoard = { board: z.optional(boardNameSchema), period: periodSchema };
/** `auto`: the first of today, this week, this month and all time in which the player has points. */
const ofPlayer = { ...ofBoard, period: z.optional(z.enum([...PERIOD_KINDS, 'auto'])) };
const AUTO =
  'Period "auto" is the first of today, this week, this month and all time in which the player has points. Without "board", it may be on a board other than the default.';
const sinceSchema = z.strictObject({ since: z.optional(z.string().check(z.maxLength(64))) });
const EVENTS = {
  200: { description: 'Events until either side disconnects', schema: z.string(), contentType: 'text/event-stream' },
} as const;

export const PAGE_ENDPOINTS = endpoints({
  playerPage: {
    route: 'GET /api/v1/players/{username}/page',
    role: 'read',
    summary: 'Read a player’s page: ranks on every board, and history',
    description: `Always the present: "at" is refused. For another day or moment, read the player’s ranks or the receipt. ${AUTO} "page" turns the pages of the boards, ${PLAYER_BOARDS} on each.`,
    query: z.strictObject({ ...ofPlayer, page: pageSchema }),
    answers: { 200: { description: 'The player', schema: playerPageSchema } },
  },
  playerHistory: {
    route: 'GET /api/v1/players/{username}/history',
    role: 'read',
    summary: 'Read a player’s final ranks in a year or month',
    description:
      'Oldest first. "within" is a year or month of the board’s calendar and defaults to the newest on the player’s page; a week belongs ' +
      'to the one it begins in. "at" is refused.',
    query: z.strictObject({ ...ofBoard, within: z.optional(withinSchema) }),
    answers: { 200: { description: 'The final ranks', schema: playerHistorySchema } },
  },
  receipt: {
    route: 'GET /api/v1/players/{username}/receipt',
    role: 'read',
    summary: 'Read the receipt behind a player’s rank',
    description:
      'The events behind a total, newest first, a page at a time, and what decided a tie or why a player has no rank. If "at" is a day, you ' +
      'get the whole period; if it is a moment, the rank and events up to that moment.',
    query: z.strictObject({ ...ofBoard, at: atSchema, before: z.optional(z.string().check(z.maxLength(40))) }),
    answers: { 200: { description: 'The receipt', schema: receiptSchema } },
  },
  path: {
    route: 'GET /api/v1/players/{username}/path',
    role: 'read',
    summary: 'Read what a player needs to move up',
    description:
      'The points needed to reach the next rank, the next better prize, the top ten, the top three and first place (one more than a tie; ' +
      'where low comes first, how much lower), and plans to earn them with activities. Always the present: ' +
      `"at" is refused. ${AUTO}`,
    query: z.strictObject(ofPlayer),
    answers: { 200: { description: 'The ranks above, and how to reach them', schema: pathSchema } },
  },
  boardView: {
    route: 'GET /api/v1/boards/{board}/view',
    role: 'read',
    summary: 'Read a board for a page',
    description:
      `The podium and a numbered page of the rows below it, with ties, prizes and the adjacent periods. ${ORDER_RULE} A tie says which part ` +
      'of that rule decided it, against the neighbour on the same points. If "at" is a day, you get the period as it ended; if it is a ' +
      'moment, as it stood then. A page beyond the end gets the last page.',
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
    summary: 'List recent winners',
    description:
      'The top three of each closed period with points, newest first, a page at a time: "next" is the "before" of the next page. Hidden ' +
      'players keep their rank, without the name.',
    query: z.strictObject({
      period: endingSchema,
      before: z.optional(daySchema('Only periods that started before this day on the board’s calendar.')),
      limit: z.optional(z.int().check(z.minimum(1), z.maximum(MOST_WINNERS))),
    }),
    answers: { 200: { description: 'A page of winners', schema: winnersSchema } },
  },
  highlights: {
    route: 'GET /api/v1/boards/{board}/highlights',
    role: 'read',
    summary: 'Read a board’s highlights',
    description:
      'The largest climbs and falls since the previous period, the closest fight in the top ten, recent winners, and ways to earn points. ' +
      '"at" works as in the board’s view.',
    query: z.strictObject({ period: periodSchema, at: atSchema }),
    answers: { 200: { description: 'The highlights', schema: highlightsSchema } },
  },
  hallOfFame: {
    route: 'GET /api/v1/boards/{board}/hall-of-fame',
    role: 'read',
    summary: 'Read the hall of fame',
    description:
      'The winners of a month’s days, or of a year’s weeks or months, the players with the most wins, and the nearest other winners. "at" ' +
      'selects the month or year and defaults to the latest with a winner. Only closed periods have winners.',
    query: z.strictObject({ period: endingSchema, at: atSchema }),
    answers: { 200: { description: 'The hall of fame', schema: hallOfFameSchema } },
  },
  played: {
    route: 'GET /api/v1/boards/{board}/played',
    role: 'read',
    summary: 'List the days of a period with points',
    description:
      'The last moment of each day and month with points, for a replay that skips empty days. With more than 1,000 such days, you get ' +
      'months only.',
    query: z.strictObject({ period: periodSchema, at: atSchema }),
    answers: { 200: { description: 'Days and months', schema: playedSchema } },
  },
  trends: {
    route: 'GET /api/v1/boards/{board}/trends',
    role: 'read',
    summary: 'Read a board’s recent activity',
    description: 'Players, events and points on each of the last 28 days with points, and the activities that earned them.',
    answers: { 200: { description: 'The last 28 days with points', schema: trendsSchema } },
  },
  records: {
    route: 'GET /api/v1/boards/{board}/records',
    role: 'read',
    summary: 'Read a board’s records',
    description:
      'Over closed periods: the best day, week and month, the most wins, the longest streaks, the closest finish and the largest climb. ' +
      'Records that do not exist yet are left out, and so are those that merely repeat a shorter period’s.',
    answers: { 200: { description: 'The records', schema: recordsSchema } },
  },
  activities: {
    route: 'GET /api/v1/activities',
    role: 'read',
    summary: 'List the ways to earn points',
    description: 'The activities of the catalogue.',
    answers: { 200: { description: 'All activities, in the catalogue’s order', schema: activitiesAnswerSchema } },
  },
  search: {
    route: 'GET /api/v1/search',
    role: 'read',
    summary: 'Search players, tournaments and achievements',
    description:
      'Finds names that contain the text, ignoring case, and counts them. Best matches come first; equal matches among players are in the ' +
      'order of their all-time rank on the board. Without a text you get the leaders. A page has 20 results of each kind; a page beyond ' +
      'the end gets the last page. If more than 10,000 players match, "complete" is false and the pages hold only some of them.',
    query: z.strictObject({
      text: textSchema,
      category: z.optional(z.enum(SEARCH_CATEGORIES)),
      board: z.optional(boardNameSchema),
      page: pageSchema,
    }),
    answers: { 200: { description: 'The results', schema: searchAnswerSchema } },
  },
  statistics: {
    route: 'GET /api/v1/statistics',
    role: 'read',
    summary: 'Read the whiteboard’s figures',
    description: 'Each with its change since the previous period, except the number of tournaments.',
    answers: { 200: { description: 'The four figures, each with its change', schema: statisticsAnswerSchema } },
  },
  changes: {
    route: 'GET /api/v1/boards/{board}/events',
    role: 'read',
    summary: 'Stream changes of a board',
    description:
      'Server-sent events. "change" carries the board and its version, at most once every 250 ms: read again what you show. After a lost ' +
      'connection, send the id of the last event as Last-Event-ID or "since"; if you missed anything, you hear at once. "beat" arrives ' +
      'every 15 s; a longer silence means that the connection is lost.',
    query: sinceSchema,
    answers: EVENTS,
  },
  allChanges: {
    route: `GET ${CHANGES_PATH}`,
    role: 'read',
    summary: 'Stream changes of all boards',
    description: 'Like the stream of one board, over a single connection. Open pages use this.',
    query: sinceSchema,
    answers: EVENTS,
  },
});
