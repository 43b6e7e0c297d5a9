// A board's events: reading, voiding and restoring them, reopening periods, and imports, which hold periods open.
import * as z from 'zod/mini';

import { ENDING_KINDS, PERIOD_KINDS } from '../../domain/calendar.ts';
import { CLOSING_RULE, datedPeriod, dateSchema, playerSchema, timeSchema, voidedSchema } from '../parts/answer-parts.ts';
import { boardNameSchema, daySchema, line, recordedIdSchema } from '../parts/text-rules.ts';
import { authorSchema } from './audit.ts';
import { PREVIEW_QUERY, PREVIEW_RULE, previewSchema } from './previews.ts';

export const revisionSchema = z.enum(['void', 'restore']);

/** The result of voiding or restoring an event. */
export const revisedSchema = z.object({
  board: z.string(),
  does: revisionSchema,
  event: z.object({ id: z.string(), points: z.int(), at: timeSchema, activity: z.string(), voided: z.nullable(voidedSchema) }),
  player: playerSchema,
  /** One per period kind, from daily to all-time. */
  periods: z.array(
    z.object({
      kind: z.enum(PERIOD_KINDS),
      /** The first day of the period on the board’s calendar; null for all time. */
      from: z.nullable(dateSchema),
      /** `changed`: the event left or re-entered the period. Unchanged: `final`, results were final; `late`, it was late; `same`, already so. */
      state: z.enum(['changed', 'final', 'late', 'same']),
    }),
  ),
});

export type ApiRevised = z.infer<typeof revisedSchema>;

export const reopenedSchema = z.object({
  board: z.string(),
  ...datedPeriod,
  reason: z.string(),
  /** When its results become final again, unless an import holds it open. */
  finalAt: timeSchema,
});

export type ApiReopened = z.infer<typeof reopenedSchema>;

export const importSchema = z.object({
  id: z.string(),
  board: z.string(),
  /** A label for people. */
  file: z.string(),
  startedAt: timeSchema,
  /** When it last sent a request. */
  seenAt: timeSchema,
});

export const begunImportSchema = z.object({ import: importSchema, /** Whether it was already running. */ resumed: z.boolean() });

/** The start of a ledger page: a player, and one of their events. */
export const LEDGER_CURSOR = /^([1-9]\d{0,14})(?:-([1-9]\d{0,14}))?$/;

export const ledgerSchema = z.object({
  board: z.string(),
  /** By player in the order they joined, with current names; newest first within a player. */
  events: z.array(
    z.object({
      id: z.string(),
      at: timeSchema,
      receivedAt: timeSchema,
      ...playerSchema.shape,
      points: z.int(),
      activity: z.string(),
      author: z.nullable(authorSchema),
      voided: z.nullable(voidedSchema),
    }),
  ),
  /** The `cursor` of the next page; null on the last one. */
  next: z.nullable(z.string()),
});

/** A reason that visitors can see. */
export const reasonSchema = line(200);

/** The file's path. It may contain any character, so it is quoted wherever it is shown. */
const fileSchema = z
  .string()
  .check(
    z.refine((text) => text !== '' && text.isWellFormed() && [...text].length <= 1000, 'must be well-formed text of 1 to 1000 characters'),
  )
  .register(z.globalRegistry, { minLength: 1, maxLength: 1000 });

export const LEDGER_ENDPOINTS = {
  reviseEvent: {
    route: 'POST /api/v1/boards/{board}/revisions',
    role: 'moderator',
    summary: 'Void or restore an event',
    description:
      'A voided event stays in the ledger and on the player’s receipt, with the reason, and counts nowhere. Final results do not change: ' +
      'the answer says what happened in each period. Restoring an event works the same way. ' +
      PREVIEW_RULE,
    query: PREVIEW_QUERY,
    body: z.strictObject({ event: recordedIdSchema, does: revisionSchema, reason: reasonSchema }),
    example: { event: 'match-4711-ada', does: 'void', reason: 'Sent twice by the match server.' },
    answers: { 200: { description: 'The result in each period, or the preview', schema: z.union([revisedSchema, previewSchema]) } },
    problems: [409, 422],
  },
  reopenPeriod: {
    route: 'POST /api/v1/boards/{board}/reopenings',
    role: 'operator',
    summary: 'Reopen the latest closed period',
    description:
      'Reopens it for an hour, or until its own time is over, so that you can void events and hide or remove players. It accepts no events ' +
      `that it would not have accepted before. ${CLOSING_RULE} ${PREVIEW_RULE}`,
    query: PREVIEW_QUERY,
    body: z.strictObject({
      period: z.enum(ENDING_KINDS, 'must be "daily", "weekly" or "monthly": all time is never closed'),
      date: daySchema('A day of the period on the board’s calendar.'),
      reason: reasonSchema,
    }),
    example: { period: 'daily', date: '2026-11-20', reason: 'The clock of the server was wrong.' },
    answers: { 200: { description: 'The reopened period, or the preview', schema: z.union([reopenedSchema, previewSchema]) } },
    problems: [409],
  },
  ledger: {
    route: 'GET /api/v1/boards/{board}/ledger',
    role: 'viewer',
    summary: 'Export all events of a board',
    description:
      'As they were sent, including voided events and those of hidden players: by player in the order they joined, newest first within a ' +
      'player. "next" is the "cursor" of the next page. Events recorded meanwhile may or may not be included.',
    query: z.strictObject({ cursor: z.optional(z.string().check(z.regex(LEDGER_CURSOR, 'must be the "next" of a page'))) }),
    answers: { 200: { description: 'One page of the events', schema: ledgerSchema } },
  },
  imports: {
    route: 'GET /api/v1/imports',
    role: 'viewer',
    summary: 'List running imports',
    description: 'Includes interrupted ones. Periods of the board that had ended when an import started stay open until it finishes.',
    answers: { 200: { description: 'All imports, oldest first', schema: z.object({ imports: z.array(importSchema) }) } },
  },
  beginImport: {
    route: 'POST /api/v1/imports',
    role: 'operator',
    summary: 'Start or resume an import',
    description:
      'Periods that have ended but are not final accept events until the import finishes: post the points, then finish it. The same board ' +
      'and file identify the same import. Call this at least once a day as a sign of life, or the import is abandoned.',
    body: z.strictObject({ board: boardNameSchema, file: fileSchema }),
    example: { board: 'main', file: 'season-2025.csv' },
    answers: {
      200: { description: 'The resumed import', schema: begunImportSchema },
      201: { description: 'The new import', schema: begunImportSchema },
    },
    problems: [404, 409],
  },
  endImport: {
    route: 'DELETE /api/v1/imports/{import}',
    role: 'operator',
    summary: 'Finish an import',
    description: 'Also cancels an interrupted import. The periods that it held open become final.',
    answers: { 200: { description: 'The finished import', schema: importSchema } },
  },
} as const;
