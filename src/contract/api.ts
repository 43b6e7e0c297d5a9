import * as z from 'zod/mini';

import { PERIOD_KINDS } from '../domain/calendar.ts';
import { SCORING_RULES } from '../domain/scoring.ts';
import { SEARCH_CATEGORIES } from '../domain/search/search.ts';
import { catalogueSchema } from './catalogue.ts';
import {
  activitiesAnswerSchema,
  boardSchema,
  boardViewSchema,
  changeSchema,
  periodSchema,
  searchAnswerSchema,
  statisticsAnswerSchema,
  timeSchema,
  trendsSchema,
} from './page-answers.ts';
import { pathSchema, playerPageSchema, receiptSchema } from './player-answers.ts';
import { MAX_BATCH, pointsEventSchema, usernameSchema } from './points-event.ts';
import { boardNameSchema, line } from './text-rules.ts';
import { MAX_TEXT_LENGTH } from './view.ts';

/** How many standings one answer holds unless asked otherwise, and at most. */
export const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 1000;

/** How many players whose names match are looked at; an answer that left some out says `complete: false`. */
export const MAX_NAME_MATCHES = 10_000;

/** The largest body of a request, in bytes. */
export const MAX_BODY = 1024 * 1024;

/** What a key may do. Each scope includes the ones before it. */
export const SCOPES = ['read', 'write', 'admin'] as const;

export type Scope = (typeof SCOPES)[number];

const titleSchema = z.string().check(
  z.minLength(1),
  z.maxLength(80),
  z.refine(
    (text) => text.isWellFormed() && text === text.trim() && !/\p{Cc}/u.test(text),
    'must be one line of text without spaces around it',
  ),
);

/** To the second or, as links have it, to the minute; or a day. */
const momentSchema = z.union([timeSchema, z.iso.datetime({ offset: true, precision: -1 }), z.iso.date()]);
const wholeSchema = z.int();
const rankSchema = z.int().check(z.minimum(1));

const playerSchema = z.object({ username: z.string(), displayName: z.string(), avatar: z.string() });

const standingSchema = z.object({
  rank: rankSchema,
  points: wholeSchema,
  reachedAt: timeSchema,
  player: playerSchema,
  change: changeSchema,
});

export type ApiStanding = z.infer<typeof standingSchema>;

const rankingsSchema = z.object({
  board: z.string(),
  period: periodSchema,
  standings: z.array(standingSchema),
  /** How many are ranked; with `q`, how many of them match. */
  total: wholeSchema,
  /** Cursors of the pages around this one, null at the ends. */
  next: z.nullable(z.string()),
  previous: z.nullable(z.string()),
  /** Only with `q`: whether every player whose name matches was looked at. */
  complete: z.optional(z.boolean()),
});

export type ApiRankings = z.infer<typeof rankingsSchema>;

const periodReportSchema = z.object({
  kind: z.enum(PERIOD_KINDS),
  start: z.nullable(timeSchema),
  end: z.nullable(timeSchema),
  /** `closed`: the event came after the ranks of this period were final, and did not change them. */
  state: z.enum(['counted', 'closed']),
  points: z.optional(wholeSchema),
  rank: z.optional(rankSchema),
  change: z.optional(z.object({ points: wholeSchema, ranks: z.nullable(wholeSchema) })),
  improved: z.optional(z.boolean()),
  next: z.optional(z.nullable(z.object({ rank: rankSchema, points: wholeSchema }))),
});

const reportSchema = z.object({
  id: z.string(),
  board: z.string(),
  player: playerSchema,
  at: timeSchema,
  points: wholeSchema,
  /** One for each period kind, from daily to all-time. */
  periods: z.array(periodReportSchema),
});

export type ApiReport = z.infer<typeof reportSchema>;

/** RFC 9457 problem details; `errors` names each field and the rule it breaks. */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: wholeSchema,
  detail: z.string(),
  errors: z.optional(z.array(z.object({ field: z.string(), rule: z.string() }))),
});

export type ApiProblem = z.infer<typeof problemSchema>;

const resultSchema = z.union([
  z.object({ status: z.union([z.literal(200), z.literal(201)]), report: reportSchema }),
  z.object({ status: wholeSchema, id: z.nullable(z.string()), problem: problemSchema }),
]);

const resultsSchema = z.object({ results: z.array(resultSchema) });

export type ApiResults = z.infer<typeof resultsSchema>;

const newBoardSchema = z.strictObject({
  name: boardNameSchema,
  title: titleSchema,
  scoring: z.optional(z.enum(SCORING_RULES)),
  direction: z.optional(z.enum(['high', 'low'])),
  timeZone: z.optional(z.string().check(z.refine(isTimeZone, 'must be the name of an IANA time zone, such as Europe/Berlin'))),
  weekStart: z.optional(z.int().check(z.minimum(1), z.maximum(7))),
});

const placeInPeriodSchema = z.union([
  z.object({
    period: periodSchema,
    ranked: z.literal(true),
    total: wholeSchema,
    rank: rankSchema,
    points: wholeSchema,
    reachedAt: timeSchema,
    change: changeSchema,
  }),
  z.object({ period: periodSchema, ranked: z.literal(false), total: wholeSchema, reason: z.string() }),
]);

const textQuerySchema = z.string().check(z.maxLength(MAX_TEXT_LENGTH));

const profileSchema = z.object({ board: z.string(), player: playerSchema, periods: z.array(placeInPeriodSchema) });

export type ApiProfile = z.infer<typeof profileSchema>;

const absentPlayersSchema = z.object({
  players: z.array(
    z.object({ username: z.string(), displayName: z.string(), state: z.enum(['hidden', 'removed']), reason: z.nullable(z.string()) }),
  ),
});

export type AbsentPlayers = z.infer<typeof absentPlayersSchema>;

/** Whether a player is shown. `removed` is said in public, with the reason; `hidden` is not said at all. */
const playerStandingSchema = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('shown') }),
  z.strictObject({ state: z.literal('hidden') }),
  z.strictObject({ state: z.literal('removed'), reason: line(200) }),
]);

export type PlayerStanding = z.infer<typeof playerStandingSchema>;

const okSchema = z.object({ status: z.literal('ok') });

/** One address and method of the API. What the server routes and checks by, and what the OpenAPI document is made from. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** Parts in braces are variables. */
  readonly path: string;
  /** What a key must be allowed to do; `none` asks for no key. Reading is open to everybody, with a key or without. */
  readonly scope: Scope | 'none';
  readonly summary: string;
  readonly description?: string;
  readonly query: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  /** By status; every other one is a problem. */
  readonly answers: Readonly<
    Record<number, { readonly description: string; readonly schema: z.ZodMiniType; readonly contentType?: string }>
  >;
  /** The codes of problems an answer may have besides those every endpoint has. */
  readonly problems: readonly number[];
}

const noQuery = z.strictObject({});

/** Every endpoint of the API. */
export const ENDPOINTS = {
  submitPoints: {
    method: 'POST',
    path: '/api/v1/points',
    scope: 'write',
    summary: 'Post points',
    description:
      `One event, or up to ${MAX_BATCH} under "events", each with its own result. Durable before it is answered. Sending an id again with ` +
      'the same body answers as the first time and counts once; with another body it is refused.',
    query: z.strictObject({ board: z.optional(boardNameSchema) }),
    body: z.union([
      pointsEventSchema,
      z.strictObject({ events: z.array(pointsEventSchema).check(z.minLength(1), z.maxLength(MAX_BATCH)) }),
    ]),
    answers: {
      200: {
        description: 'The report of an event that was known already, or the results of a batch',
        schema: z.union([reportSchema, resultsSchema]),
      },
      201: { description: 'The report of a new event', schema: reportSchema },
    },
    problems: [400, 401, 403, 404, 409, 413, 415, 422, 507],
  },
  rankings: {
    method: 'GET',
    path: '/api/v1/boards/{board}/rankings',
    scope: 'read',
    summary: 'Read who stands where',
    description:
      'Any page of any period, present or past: onwards and back by the cursors of the answer, around a player, or those whose name ' +
      'contains a text, with their true ranks. A cursor belongs to its period and is refused when that is over.',
    query: z.strictObject({
      period: z.optional(z.enum(PERIOD_KINDS)),
      /** A moment or, in the board's own zone, a date: the period that contains it. Now unless given. */
      at: z.optional(momentSchema),
      limit: z.optional(z.int().check(z.minimum(1), z.maximum(MAX_LIMIT))),
      cursor: z.optional(z.string().check(z.minLength(1), z.maxLength(400))),
      around: z.optional(usernameSchema),
      q: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
    }),
    answers: { 200: { description: 'A stretch of the ranking', schema: rankingsSchema } },
    problems: [400, 404, 410],
  },
  boards: {
    method: 'GET',
    path: '/api/v1/boards',
    scope: 'read',
    summary: 'List the boards',
    query: noQuery,
    answers: { 200: { description: 'All boards, in the order they were made', schema: z.object({ boards: z.array(boardSchema) }) } },
    problems: [],
  },
  makeBoard: {
    method: 'POST',
    path: '/api/v1/boards',
    scope: 'admin',
    summary: 'Make a board',
    description: 'How it scores and counts its days is settled for ever, because its standings are made by that. The title may change.',
    query: noQuery,
    body: newBoardSchema,
    answers: { 201: { description: 'The new board', schema: boardSchema } },
    problems: [400, 401, 403, 409, 413, 415, 422, 507],
  },
  retitleBoard: {
    method: 'PUT',
    path: '/api/v1/boards/{board}',
    scope: 'admin',
    summary: 'Change the title of a board',
    query: noQuery,
    body: z.strictObject({ title: titleSchema }),
    answers: { 200: { description: 'The board as it is now', schema: boardSchema } },
    problems: [400, 401, 403, 404, 413, 415, 422, 507],
  },
  player: {
    method: 'GET',
    path: '/api/v1/players/{username}',
    scope: 'read',
    summary: 'Read where a player stands',
    description: 'In each of the periods that contain a moment: now unless given. The name is found whatever its case.',
    query: z.strictObject({ board: z.optional(boardNameSchema), at: z.optional(momentSchema) }),
    answers: { 200: { description: 'The player, and their place in each period', schema: profileSchema } },
    problems: [400, 404],
  },
  playerPage: {
    method: 'GET',
    path: '/api/v1/players/{username}/page',
    scope: 'read',
    summary: 'Read where a player stands everywhere, and how they got there',
    query: z.strictObject({ board: z.optional(boardNameSchema), period: z.optional(z.enum(PERIOD_KINDS)) }),
    answers: { 200: { description: 'The player', schema: playerPageSchema } },
    problems: [400, 404],
  },
  receipt: {
    method: 'GET',
    path: '/api/v1/players/{username}/receipt',
    scope: 'read',
    summary: 'Read why a player has a rank',
    description:
      'The dated events behind the total of the period that contains "at" (now unless given), newest first, a page at a time; what decided a tie; why somebody is absent.',
    query: z.strictObject({
      board: z.optional(boardNameSchema),
      period: z.optional(z.enum(PERIOD_KINDS)),
      at: z.optional(momentSchema),
      before: z.optional(z.string().check(z.maxLength(40))),
    }),
    answers: { 200: { description: 'The receipt', schema: receiptSchema } },
    problems: [400, 404],
  },
  path: {
    method: 'GET',
    path: '/api/v1/players/{username}/path',
    scope: 'read',
    summary: 'Read what a player needs to get further up',
    description: 'Points missing to the next rank, the tenth, the third and the first, and ways there in the activities of the catalogue.',
    query: z.strictObject({ board: z.optional(boardNameSchema), period: z.optional(z.enum(PERIOD_KINDS)) }),
    answers: { 200: { description: 'The ways up', schema: pathSchema } },
    problems: [400, 404],
  },
  setPlayerStanding: {
    method: 'PUT',
    path: '/api/v1/players/{username}/standing',
    scope: 'admin',
    summary: 'Hide a player, remove one, or show one again',
    description:
      'From then on the player is in no ranking of a period that is not closed, nor found by name, and the others close up. Points stay, ' +
      'go on being counted, and are back when the player is shown again. Closed periods keep their ranks, without the name.',
    query: noQuery,
    body: playerStandingSchema,
    answers: { 200: { description: 'How the player is now', schema: playerStandingSchema } },
    problems: [400, 401, 403, 404, 413, 415, 507],
  },
  absentPlayers: {
    method: 'GET',
    path: '/api/v1/absent-players',
    scope: 'admin',
    summary: 'List the players who are hidden or removed',
    query: noQuery,
    answers: { 200: { description: 'All of them', schema: absentPlayersSchema } },
    problems: [401, 403],
  },
  boardView: {
    method: 'GET',
    path: '/api/v1/boards/{board}/view',
    scope: 'read',
    summary: 'Read a board as a page shows it',
    description:
      'The podium and one numbered page of the rows below it, with ties, prizes and the periods beside this one: now, of a past period ' +
      '("at" with a date), or at any moment ("at" with a time and an offset), when what happens later has not happened yet. A page that ' +
      'does not exist becomes the nearest one that does.',
    query: z.strictObject({
      period: z.optional(z.enum(PERIOD_KINDS)),
      /** A date on the board's calendar: the period as it ended. A moment: the period as it stood then. */
      at: z.optional(momentSchema),
      q: z.optional(textQuerySchema),
      page: z.optional(z.int().check(z.minimum(1), z.maximum(1_000_000))),
    }),
    answers: { 200: { description: 'The board', schema: boardViewSchema } },
    problems: [400, 404],
  },
  activities: {
    method: 'GET',
    path: '/api/v1/activities',
    scope: 'read',
    summary: 'List the ways to earn points',
    query: noQuery,
    answers: { 200: { description: 'All of them, in the order of the operator', schema: activitiesAnswerSchema } },
    problems: [],
  },
  search: {
    method: 'GET',
    path: '/api/v1/search',
    scope: 'read',
    summary: 'Search players, tournaments and achievements',
    description: 'Those whose name contains the text, ignoring case; the best of each first, not all where there are very many.',
    query: z.strictObject({ text: z.optional(textQuerySchema), category: z.optional(z.enum(SEARCH_CATEGORIES)) }),
    answers: { 200: { description: 'What was found', schema: searchAnswerSchema } },
    problems: [400],
  },
  statistics: {
    method: 'GET',
    path: '/api/v1/statistics',
    scope: 'read',
    summary: 'Read the figures of the whiteboard',
    query: noQuery,
    answers: { 200: { description: 'The four figures, each with its change', schema: statisticsAnswerSchema } },
    problems: [],
  },
  trends: {
    method: 'GET',
    path: '/api/v1/boards/{board}/trends',
    scope: 'read',
    summary: 'Read how a board was played lately',
    description: 'Players, events and points of each of the last 28 days, and what the points were won with.',
    query: noQuery,
    answers: { 200: { description: 'The last days', schema: trendsSchema } },
    problems: [404],
  },
  catalogue: {
    method: 'GET',
    path: '/api/v1/catalogue',
    scope: 'read',
    summary: 'Read activities, tournaments, achievements and prizes',
    query: noQuery,
    answers: { 200: { description: 'The catalogue', schema: catalogueSchema } },
    problems: [],
  },
  replaceCatalogue: {
    method: 'PUT',
    path: '/api/v1/catalogue',
    scope: 'admin',
    summary: 'Replace activities, tournaments, achievements and prizes',
    description: 'As one document: what is left out is gone. Nothing is changed where any part is not valid.',
    query: noQuery,
    body: catalogueSchema,
    answers: { 200: { description: 'The catalogue as it is now', schema: catalogueSchema } },
    problems: [400, 401, 403, 413, 415, 507],
  },
  changes: {
    method: 'GET',
    path: '/api/v1/boards/{board}/events',
    scope: 'read',
    summary: 'Be told of changes',
    description:
      'Server-sent events. "change" comes at most every 250 ms, with the board and its version; then ask anew for what is shown. After a ' +
      'cut, Last-Event-ID (or "since", with the id of an event) tells at once whether anything changed meanwhile.',
    query: z.strictObject({ since: z.optional(z.string().check(z.maxLength(64))) }),
    answers: { 200: { description: 'Events until either side closes', schema: z.string(), contentType: 'text/event-stream' } },
    problems: [400, 404],
  },
  allChanges: {
    method: 'GET',
    path: '/api/v1/events',
    scope: 'read',
    summary: 'Be told of changes of all boards',
    description: 'As the events of one board, through one connection for all of them: what open pages listen to.',
    query: z.strictObject({ since: z.optional(z.string().check(z.maxLength(64))) }),
    answers: { 200: { description: 'Events until either side closes', schema: z.string(), contentType: 'text/event-stream' } },
    problems: [400],
  },
  openapi: {
    method: 'GET',
    path: '/api/v1/openapi.json',
    scope: 'none',
    summary: 'Read this description',
    query: noQuery,
    answers: { 200: { description: 'OpenAPI 3.1', schema: z.looseObject({ openapi: z.string() }) } },
    problems: [],
  },
  livez: {
    method: 'GET',
    path: '/livez',
    scope: 'none',
    summary: 'Whether the process runs',
    query: noQuery,
    answers: { 200: { description: 'It does', schema: okSchema } },
    problems: [],
  },
  readyz: {
    method: 'GET',
    path: '/readyz',
    scope: 'none',
    summary: 'Whether points can be stored and read',
    query: noQuery,
    answers: { 200: { description: 'They can', schema: okSchema } },
    problems: [],
  },
} as const satisfies Record<string, Endpoint>;

export type EndpointId = keyof typeof ENDPOINTS;

export type RankingsQuery = z.infer<typeof ENDPOINTS.rankings.query>;

export type PlayerQuery = z.infer<typeof ENDPOINTS.player.query>;

/** Whether this program knows a time zone by that name. */
export function isTimeZone(name: string): boolean {
  try {
    // Offsets such as +02:00 are understood too, but a board's zone must know about summer time.
    return !/^[+-]/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
