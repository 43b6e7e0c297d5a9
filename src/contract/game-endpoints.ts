// What a game asks: it posts points, reads rankings, and keeps its boards, its players and its catalogue.
import * as z from 'zod/mini';

import { PERIOD_KINDS } from '../domain/calendar.ts';
import { SCORING_RULES } from '../domain/scoring.ts';
import { CLOSING_RULE, keptBoardSchema, ORDER_RULE } from './parts/answer-parts.ts';
import { catalogueSchema, keptCatalogueSchema } from './catalogue.ts';
import { atSchema, endpoints } from './endpoint.ts';
import {
  absentPlayersSchema,
  heldReportSchema,
  profileSchema,
  rankingsSchema,
  reportSchema,
  resultsSchema,
  visibilitySchema,
} from './game-answers.ts';
import { PREVIEW_QUERY, PREVIEW_RULE, previewSchema } from './operation/previews.ts';
import { MAX_BATCH, pointsEventSchema, soughtUsernameSchema } from './points-event.ts';
import { boardNameSchema, isTimeZone, titleSchema, unitSchema } from './parts/text-rules.ts';

/** How many standings one answer holds unless asked otherwise, and at most. */
export const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 1000;

const visibilityOfBoardSchema = z.enum(['public', 'private'], 'must be "public" or "private"');

const PRIVATE_RULE =
  'A private board is read with a key of role read or more. For everybody else it is not there: it has no page, no picture and no feed, ' +
  'no list and no search has it, and whoever has points on private boards alone is as unknown as somebody who never played. The board ' +
  '"main" cannot be private.';

const okSchema = z.object({ status: z.literal('ok') });

const readySchema = z.object({
  status: z.enum(['ok', 'warning']),
  warnings: z.optional(z.array(z.string())),
  /** Where backups are made by schedule: null before the first. */
  newestBackup: z.optional(z.nullable(z.iso.datetime())),
});

const pointsBodySchema = z.union([
  pointsEventSchema,
  z.strictObject({ events: z.array(pointsEventSchema).check(z.minLength(1), z.maxLength(MAX_BATCH)) }),
]);

const POINTS_ANSWERS = {
  200: {
    description: 'The report of an event that was already known, or the results of a batch',
    schema: z.union([reportSchema, resultsSchema]),
  },
  201: { description: 'The report of a new event', schema: reportSchema },
  202: { description: 'The event is held, also when it is sent again: it counts once an operator accepts it', schema: heldReportSchema },
} as const;

export const GAME_ENDPOINTS = endpoints({
  submitPoints: {
    route: 'POST /api/v1/points',
    role: 'write',
    summary: 'Post points',
    description:
      `One event, or up to ${MAX_BATCH} under "events", each with its own result. Points are on disk before you get an answer. If you send ` +
      'the same event again, it still counts once and the answer is the same. The same id with different content is refused. In each period, "next" is the rank above and the points ' +
      `to earn to stand there: one more than level or, where low comes first, by how much lower. The report of a hidden or removed player tells the ranks they would have. An event that exceeds a limit of the board is held: it is on disk, counts nowhere and is shown nowhere until an operator accepts it. You are answered 202 with why, and the same again if you send it again. People who are signed in post points by hand instead, where the audit log names them. ${CLOSING_RULE}`,
    query: z.strictObject({ board: z.optional(boardNameSchema) }),
    body: pointsBodySchema,
    example: {
      id: 'match-4711-ada',
      username: 'ada',
      points: 120,
      at: '2026-01-31T12:00:00Z',
      activity: 'match',
      displayName: 'Ada',
      avatar: '🦊',
    },
    checksBody: true,
    answers: POINTS_ANSWERS,
    problems: [409, 422],
  },
  importPoints: {
    route: 'POST /api/v1/points/import',
    role: 'operator',
    summary: 'Post points of any date',
    description:
      'Like posting points, but events may have happened at 1970-01-01T00:00:00Z. A game that sends this time mostly forgot to set one, ' +
      'so it is refused otherwise. "laurels import --any-date" uses this.',
    query: z.strictObject({ board: z.optional(boardNameSchema) }),
    body: pointsBodySchema,
    example: { events: [{ id: 'first-ever', username: 'ada', points: 1, at: '1970-01-01T00:00:00Z' }] },
    checksBody: true,
    answers: POINTS_ANSWERS,
    problems: [409, 422],
  },
  postByHand: {
    route: 'POST /api/v1/boards/{board}/ledger/events',
    role: 'operator',
    summary: 'Post points by hand',
    description:
      'One event, as a game posts it, with an entry in the audit log; undoing it voids the event. No limit holds it. A known player ' +
      `keeps their name and avatar. Posting the same event again changes nothing. ${PREVIEW_RULE}`,
    query: PREVIEW_QUERY,
    body: pointsEventSchema,
    example: { id: 'refund-4711-ada', username: 'ada', points: 120, activity: 'Refund' },
    checksBody: true,
    answers: {
      200: {
        description: 'The report of an event that was already posted, or the preview',
        schema: z.union([reportSchema, previewSchema]),
      },
      201: { description: 'The report of the new event', schema: reportSchema },
    },
    problems: [409, 422],
  },
  rankings: {
    route: 'GET /api/v1/boards/{board}/rankings',
    role: 'read',
    summary: 'Read a ranking',
    description:
      `Any page of any period, present or past. ${ORDER_RULE} Who joined first is the order in which players came to this server. ` +
      'Use the cursors of an answer to turn pages, "around" to find a player, or "q" to find players by name, with their true ranks. ' +
      'If "at" is a day, you get the period as it stands or ended. If it is a moment, you get the period as it stood then, and the ' +
      'cursors keep the moment. A cursor belongs to one period. One that was given without "at" is refused once that period is over.',
    query: z.strictObject({
      period: z.optional(z.enum(PERIOD_KINDS)),
      at: atSchema,
      limit: z.optional(z.int().check(z.minimum(1), z.maximum(MAX_LIMIT))),
      cursor: z.optional(z.string().check(z.minLength(1), z.maxLength(400))),
      around: z.optional(soughtUsernameSchema),
      q: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
    }),
    answers: { 200: { description: 'One page of the ranking', schema: rankingsSchema } },
    problems: [410],
  },
  boards: {
    route: 'GET /api/v1/boards',
    role: 'read',
    summary: 'List the boards',
    description: 'All but the archived ones, unless you ask for these. Private ones only with a key.',
    query: z.strictObject({ state: z.optional(z.enum(['listed', 'archived'])) }),
    answers: { 200: { description: 'The boards, oldest first', schema: z.object({ boards: z.array(keptBoardSchema) }) } },
  },
  board: {
    route: 'GET /api/v1/boards/{board}',
    role: 'read',
    summary: 'Read a board',
    description: 'Archived ones too. Private ones only with a key.',
    answers: { 200: { description: 'The board', schema: keptBoardSchema } },
  },
  makeBoard: {
    route: 'POST /api/v1/boards',
    role: 'operator',
    summary: 'Make a board',
    description:
      'Points are whole numbers of the unit: "points", "laps" or a word of your own, such as {"one": "coin", "other": "coins"}; of ' +
      '"time" milliseconds, shown as 1:23.456; of "distance" millimetres, shown in metres. If you leave out "scoring" and "direction", ' +
      'times rank by the best, low first, and everything else by the sum, high first. You can change title, unit and visibility ' +
      'later. Everything else stays as you set it, because the ranks depend on it.',
    body: z.strictObject({
      name: boardNameSchema,
      title: titleSchema,
      scoring: z.optional(z.enum(SCORING_RULES)),
      direction: z.optional(z.enum(['high', 'low'])),
      timeZone: z.optional(z.string().check(z.refine(isTimeZone, 'must be the name of an IANA time zone, such as Europe/Berlin'))),
      weekStart: z.optional(z.int().check(z.minimum(1), z.maximum(7))),
      unit: z.optional(unitSchema),
      visibility: z.optional(visibilityOfBoardSchema),
    }),
    example: {
      name: 'speedrun',
      title: 'Speedrun',
      scoring: 'best',
      direction: 'low',
      timeZone: 'Europe/Berlin',
      weekStart: 1,
      unit: 'time',
    },
    answers: { 201: { description: 'The new board', schema: keptBoardSchema } },
    problems: [409],
  },
  changeBoard: {
    route: 'PUT /api/v1/boards/{board}',
    role: 'operator',
    summary: 'Change the title, the unit or the visibility of a board, archive it, or bring it back',
    description:
      'Whatever you leave out stays as it is. An archived board is in no list and no search, and takes no points: they are refused with ' +
      '409. Its pages still answer by their addresses, and say that it is archived. Its periods close as before, and nothing of it is ' +
      'lost. The board "main" cannot be archived, nor one with an import under way. ' +
      PRIVATE_RULE,
    body: z
      .strictObject({
        title: z.optional(titleSchema),
        unit: z.optional(unitSchema),
        state: z.optional(z.enum(['listed', 'archived'])),
        visibility: z.optional(visibilityOfBoardSchema),
      })
      .check(z.refine((change) => Object.keys(change).length > 0, 'must have a title, a unit, a state or a visibility')),
    example: { title: 'Speedrun, any %', unit: 'time' },
    isConditional: true,
    answers: { 200: { description: 'The board as it is now', schema: keptBoardSchema } },
    problems: [409],
  },
  removeBoard: {
    route: 'DELETE /api/v1/boards/{board}',
    role: 'operator',
    summary: 'Remove a board that never had points',
    description: 'As if it had never been. One that has points, also voided ones, can only be archived. The board "main" stays.',
    isConditional: true,
    answers: { 200: { description: 'The board that was removed', schema: keptBoardSchema } },
    problems: [409],
  },
  player: {
    route: 'GET /api/v1/players/{username}',
    role: 'read',
    summary: 'Read a player’s ranks',
    description:
      'In each period that contains the given day or moment, or now. If "at" is a day, you get each period as it stands or ended. If it ' +
      'is a moment, you get each period as it stood then. Upper and lower case in the name make no difference.',
    query: z.strictObject({ board: z.optional(boardNameSchema), at: atSchema }),
    answers: { 200: { description: 'The player, and their place in each period', schema: profileSchema } },
  },
  setPlayerVisibility: {
    route: 'PUT /api/v1/players/{username}/visibility',
    role: 'moderator',
    summary: 'Hide a player, remove one, or show one again',
    description:
      'A hidden or removed player leaves the ranking of every open period and cannot be found by name. The players below move up. The ' +
      'points are kept, new ones count too, and all return when the player is shown again. Closed periods keep their ranks, without the name. ' +
      `Reports of their points still tell the ranks they would have. ${PREVIEW_RULE}`,
    query: PREVIEW_QUERY,
    body: visibilitySchema,
    example: { state: 'shown' },
    answers: { 200: { description: 'The player’s visibility now, or the preview', schema: z.union([visibilitySchema, previewSchema]) } },
    problems: [409],
  },
  absentPlayers: {
    route: 'GET /api/v1/absent-players',
    role: 'viewer',
    summary: 'List hidden and removed players',
    description: 'Across all boards. A hidden player can be shown again with all points; a removed one is named nowhere else.',
    answers: { 200: { description: 'All hidden and removed players', schema: absentPlayersSchema } },
  },
  catalogue: {
    route: 'GET /api/v1/catalogue',
    role: 'read',
    summary: 'Read activities, tournaments, achievements and prizes',
    description: 'The ways to earn points, the tournaments and achievements of the search, and the prizes. Replaced as a whole.',
    answers: { 200: { description: 'The catalogue', schema: keptCatalogueSchema } },
  },
  replaceCatalogue: {
    route: 'PUT /api/v1/catalogue',
    role: 'operator',
    summary: 'Replace activities, tournaments, achievements and prizes',
    description: 'Replaces everything at once: whatever you leave out is removed. If any part is not valid, nothing changes.',
    body: catalogueSchema,
    example: {
      activities: [
        {
          id: 'daily-match',
          title: 'Daily match',
          description: 'Play one match.',
          points: 100,
          difficulty: 'Easy',
          timeRequired: 'about 20 minutes',
          minutes: 20,
          limit: { times: 1, per: 'day' },
        },
      ],
      tournaments: [{ id: 'winter-cup', title: 'Winter Cup', subtitle: 'Knockout, 64 players', avatar: '🏆', extra: 'Starts Friday' }],
      achievements: [{ id: 'photo-finish', title: 'Photo finish', subtitle: 'Win by less than ten points', avatar: '📸', extra: 'Rare' }],
      prizes: [
        { period: 'weekly', from: 1, prize: '500 coins' },
        { period: 'weekly', from: 2, to: 3, prize: '200 coins' },
      ],
    },
    checksBody: true,
    isConditional: true,
    answers: { 200: { description: 'The catalogue as it is now', schema: keptCatalogueSchema } },
  },
  openapi: {
    route: 'GET /api/v1/openapi.json',
    role: 'read',
    summary: 'Read the OpenAPI description',
    description: 'Generated from the table that the server routes and validates by.',
    answers: { 200: { description: 'An OpenAPI 3.1 document', schema: z.looseObject({ openapi: z.string() }) } },
  },
  livez: {
    route: 'GET /livez',
    role: 'none',
    summary: 'Check that the process runs',
    description: 'Touches neither the database nor the disk, and is not rate limited: use it as a liveness probe.',
    answers: { 200: { description: 'The process runs', schema: okSchema } },
  },
  readyz: {
    route: 'GET /readyz',
    role: 'none',
    summary: 'Check that points can be stored',
    description: 'Writes to the database and reads it again, at most once a second. A warning is something an operator should look at.',
    answers: { 200: { description: 'Points can be stored', schema: readySchema } },
    problems: [503],
  },
});
