// Endpoints for games: points, rankings, boards, players and the catalogue.
import * as z from 'zod/mini';

import { PERIOD_KINDS } from '../domain/calendar.ts';
import { SCORING_RULES } from '../domain/scoring.ts';
import { CLOSING_RULE, keptBoardSchema, ORDER_RULE } from './parts/answer-parts.ts';
import { catalogueSchema, keptCatalogueSchema } from './catalogue.ts';
import { atSchema, endpoints } from './endpoint.ts';
import {
  absentPlayersSchema,
  boardFiguresSchema,
  heldReportSchema,
  profileSchema,
  rankingsSchema,
  reportSchema,
  resultsSchema,
  visibilitySchema,
} from './game-answers.ts';
import { PREVIEW_QUERY, PREVIEW_RULE, previewSchema } from './operation/previews.ts';
import { MAX_BATCH, pointsEventSchema, soughtUsernameSchema } from './points-event.ts';
import { boardNameSchema, groupSchema, importIdSchema, isTimeZone, titleSchema, unitSchema } from './parts/text-rules.ts';

/** The default and the largest number of standings per answer. */
export const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 1000;

const visibilityOfBoardSchema = z.enum(['public', 'private'], 'must be "public" or "private"');

const PRIVATE_RULE =
  'A private board needs a key with role read or more. For everyone else it does not exist: it has no page, image or feed, appears in no ' +
  'list or search, and players with points only on private boards are unknown. The board "main" cannot be private.';

const okSchema = z.object({ status: z.literal('ok') });

const readySchema = z.object({
  status: z.enum(['ok', 'warning']),
  /** The version of the responding server. */
  version: z.string(),
  warnings: z.optional(z.array(z.string())),
  /** Only with scheduled backups; null before the first one. */
  newestBackup: z.optional(z.nullable(z.iso.datetime())),
});

const pointsBodySchema = z.union([
  pointsEventSchema,
  z.strictObject({ events: z.array(pointsEventSchema).check(z.minLength(1), z.maxLength(MAX_BATCH)) }),
]);

export const POINTS_ANSWERS = {
  200: {
    description: 'The report of an event that was already recorded, or the results of a batch',
    schema: z.union([reportSchema, resultsSchema]),
  },
  201: { description: 'The report of a new event', schema: reportSchema },
  202: {
    description: 'The event is on hold and counts once an operator accepts it; sending it again gives the same answer',
    schema: heldReportSchema,
  },
} as const;

/** When the days and weeks of a board begin; `weekStart` is 1 for Monday. */
const CALENDAR = {
  timeZone: z.optional(z.string().check(z.refine(isTimeZone, 'must be an IANA time zone, for example Europe/Berlin'))),
  weekStart: z.optional(z.int().check(z.minimum(1), z.maximum(7))),
};

export const GAME_ENDPOINTS = endpoints({
  submitPoints: {
    route: 'POST /api/v1/points',
    role: 'write',
    summary: 'Post points',
    description:
      `One event, or up to ${MAX_BATCH} under "events", each with its own result. Events are durable before you get an answer. Posting is ` +
      'idempotent: the same event sent again counts once and gets the same answer; the same id with different content is refused. In each ' +
      'period, "next" is the rank above and the points to earn to get there: one more than a tie or, where low comes first, how much lower. ' +
      'The report of a hidden or removed player shows the ranks they would have. An event over a limit of the board is put on hold: it is ' +
      'stored, but neither counts nor shows until an operator accepts it. The answer is 202 with the reason. People who are signed in use ' +
      `the endpoint for posting by hand instead, so that the audit log names them. ${CLOSING_RULE}`,
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
      'Like posting points, but also accepts events at 1970-01-01T00:00:00Z, which is normally refused because it usually means that the ' +
      'game never set a time. No limit holds them. With the id of a running import, the events can be found by it; people who are signed in ' +
      'must name one.',
    query: z.strictObject({ board: z.optional(boardNameSchema), import: z.optional(importIdSchema) }),
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
      'One event, as a game posts it, with an entry in the audit log; undoing it voids the event. It is never put on hold. A known player ' +
      `keeps their name and avatar. Posting the same event again changes nothing. ${PREVIEW_RULE}`,
    query: PREVIEW_QUERY,
    body: pointsEventSchema,
    example: { id: 'refund-4711-ada', username: 'ada', points: 120, activity: 'Refund' },
    checksBody: true,
    answers: {
      200: {
        description: 'The report of an event that was already recorded, or the preview',
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
      `Any page of any period, present or past. ${ORDER_RULE} Players join with their first event on this server. ` +
      'Page with the cursors of an answer, find a player with "around", or filter by name with "q", which keeps true ranks. If "at" is a ' +
      'day, you get the period as it stands or ended; if it is a moment, the period as it stood then, and its cursors keep the moment. A ' +
      'cursor belongs to one period, and one given without "at" is refused once that period is over.',
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
    description: 'Without archived boards, unless you ask for them. Private boards need a key.',
    query: z.strictObject({ state: z.optional(z.enum(['listed', 'archived'])) }),
    answers: { 200: { description: 'The boards, oldest first', schema: z.object({ boards: z.array(keptBoardSchema) }) } },
  },
  board: {
    route: 'GET /api/v1/boards/{board}',
    role: 'read',
    summary: 'Read a board',
    description: 'Archived boards too. Private boards need a key.',
    answers: { 200: { description: 'The board', schema: keptBoardSchema } },
  },
  boardFigures: {
    route: 'GET /api/v1/board-figures',
    role: 'viewer',
    summary: 'Read how busy each board is',
    description: 'Across all boards, archived ones too. Today is the current day of each board’s calendar. Voided events are not counted.',
    answers: { 200: { description: 'The figures, in the order of the boards', schema: boardFiguresSchema } },
  },
  makeBoard: {
    route: 'POST /api/v1/boards',
    role: 'operator',
    summary: 'Create a board',
    description:
      'Points are whole numbers of the unit: "points", "laps", or a word of your own such as {"one": "coin", "other": "coins"}. "time" is ' +
      'in milliseconds, shown as 1:23.456; "distance" is in millimetres, shown in metres. By default, times rank by the best, low first, and ' +
      'everything else by the sum, high first. Title, unit, group and visibility can be changed later, time zone and week start until the board ' +
      'has points; the rest cannot, because ranks depend on it. Boards of one group are ' +
      'listed together. With "copyOf", fields you leave out are those of another board, and its limits, review period and prizes are ' +
      'copied, but no points.',
    body: z.strictObject({
      name: boardNameSchema,
      title: titleSchema,
      copyOf: z.optional(boardNameSchema),
      scoring: z.optional(z.enum(SCORING_RULES)),
      direction: z.optional(z.enum(['high', 'low'])),
      ...CALENDAR,
      unit: z.optional(unitSchema),
      group: z.optional(groupSchema),
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
      group: 'Any %',
    },
    answers: { 201: { description: 'The new board', schema: keptBoardSchema } },
    problems: [409],
  },
  changeBoard: {
    route: 'PUT /api/v1/boards/{board}',
    role: 'operator',
    summary: 'Update, archive or unarchive a board',
    description:
      'Fields you leave out keep their values. An archived board is in no list or search and refuses points with 409. Its pages still work ' +
      'and say that it is archived, its periods close as before, and no data is lost. The board "main" and boards with a running import ' +
      'cannot be archived. Time zone and week start can be changed only until the board has had points. ' +
      PRIVATE_RULE,
    body: z
      .strictObject({
        title: z.optional(titleSchema),
        unit: z.optional(unitSchema),
        state: z.optional(z.enum(['listed', 'archived'])),
        group: z.optional(groupSchema),
        visibility: z.optional(visibilityOfBoardSchema),
        ...CALENDAR,
      })
      .check(z.refine((change) => Object.keys(change).length > 0, 'must have at least one field')),
    example: { title: 'Speedrun, any %', unit: 'time' },
    isConditional: true,
    answers: { 200: { description: 'The updated board', schema: keptBoardSchema } },
    problems: [409],
  },
  removeBoard: {
    route: 'DELETE /api/v1/boards/{board}',
    role: 'operator',
    summary: 'Delete a board that never had points',
    description: 'A board with events, even voided ones, can only be archived. The board "main" cannot be deleted.',
    isConditional: true,
    answers: { 200: { description: 'The deleted board', schema: keptBoardSchema } },
    problems: [409],
  },
  player: {
    route: 'GET /api/v1/players/{username}',
    role: 'read',
    summary: 'Read a player’s ranks',
    description:
      'In each period that contains "at". If "at" is a day, you get each period as it stands or ended; if it is a moment, as it stood then. ' +
      'Usernames are case-insensitive.',
    query: z.strictObject({ board: z.optional(boardNameSchema), at: atSchema }),
    answers: { 200: { description: 'The player, with rank and points in each period', schema: profileSchema } },
  },
  setPlayerVisibility: {
    route: 'PUT /api/v1/players/{username}/visibility',
    role: 'moderator',
    summary: 'Hide, remove or show a player',
    description:
      'A hidden or removed player leaves the rankings of all open periods and cannot be found by name; players below move up. Their points ' +
      'are kept and new ones still count, so showing the player restores everything. Closed periods keep their ranks, without the name. ' +
      `Reports of their events show the ranks they would have. ${PREVIEW_RULE}`,
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
    description: 'Across all boards. Either can be shown again with all their points.',
    answers: { 200: { description: 'All hidden and removed players', schema: absentPlayersSchema } },
  },
  catalogue: {
    route: 'GET /api/v1/catalogue',
    role: 'read',
    summary: 'Read the catalogue',
    description: 'Activities that earn points, tournaments and achievements for the search, and prizes.',
    answers: { 200: { description: 'The catalogue', schema: keptCatalogueSchema } },
  },
  replaceCatalogue: {
    route: 'PUT /api/v1/catalogue',
    role: 'operator',
    summary: 'Replace the catalogue',
    description: 'Replaces activities, tournaments, achievements and prizes at once: anything you leave out is removed. All or nothing.',
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
    answers: { 200: { description: 'The new catalogue', schema: keptCatalogueSchema } },
  },
  openapi: {
    route: 'GET /api/v1/openapi.json',
    role: 'read',
    summary: 'Read the OpenAPI description',
    description: 'Generated from the table that routes and validates requests.',
    answers: { 200: { description: 'An OpenAPI 3.1 document', schema: z.looseObject({ openapi: z.string() }) } },
  },
  livez: {
    route: 'GET /livez',
    role: 'none',
    summary: 'Check that the process is alive',
    description: 'Liveness probe: touches neither database nor disk, and is not rate limited.',
    answers: { 200: { description: 'The process is alive', schema: okSchema } },
  },
  readyz: {
    route: 'GET /readyz',
    role: 'none',
    summary: 'Check that points can be stored',
    description: 'Readiness probe: writes to the database and reads it back, at most once a second. Warnings need an operator’s attention.',
    answers: { 200: { description: 'Points can be stored', schema: readySchema } },
    problems: [503],
  },
});
