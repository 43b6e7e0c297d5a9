// The events of a board: all of them, what voids one and puts it right, and imports, which hold periods open.
import * as z from 'zod/mini';

import { ENDING_KINDS, PERIOD_KINDS } from '../../domain/calendar.ts';
import { CLOSING_RULE, datedPeriod, dateSchema, playerSchema, timeSchema, voidedSchema } from '../parts/answer-parts.ts';
import { boardNameSchema, daySchema, line, recordedIdSchema } from '../parts/text-rules.ts';
import { PREVIEW_QUERY, PREVIEW_RULE, previewSchema } from './previews.ts';

/** What voiding an event did, or restoring it. */
export const revisedSchema = z.object({
  board: z.string(),
  does: z.enum(['void', 'restore']),
  event: z.object({ id: z.string(), points: z.int(), at: timeSchema, activity: z.string(), voided: z.nullable(voidedSchema) }),
  player: playerSchema,
  /** One for each kind of period, from daily to all-time. */
  periods: z.array(
    z.object({
      kind: z.enum(PERIOD_KINDS),
      /** The first day of the period on the board’s calendar; null for all time. */
      from: z.nullable(dateSchema),
      /** `changed`: the event left this period, or came back. `final`: nothing changed, the results were final. `late`: nothing changed, the event came too late for it. `same`: nothing changed, it was so already. */
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
  /** What is imported, for people to read. */
  file: z.string(),
  startedAt: timeSchema,
  /** Its last sign of life. */
  seenAt: timeSchema,
});

export const begunImportSchema = z.object({ import: importSchema, /** Whether it was under way before. */ resumed: z.boolean() });

/** Where a page of a ledger begins: with which player, and before which of their events. */
export const LEDGER_CURSOR = /^([1-9]\d{0,14})(?:-([1-9]\d{0,14}))?$/;

/** Events of a board as they were sent, player by player. */
export const ledgerSchema = z.object({
  board: z.string(),
  /** Players in the order in which they joined, with their names as they are now; the events of each, newest first. */
  events: z.array(
    z.object({
      id: z.string(),
      at: timeSchema,
      receivedAt: timeSchema,
      ...playerSchema.shape,
      points: z.int(),
      activity: z.string(),
      voided: z.nullable(voidedSchema),
    }),
  ),
  /** The `cursor` of the next page; null on the last one. */
  next: z.nullable(z.string()),
});

/** Why something was voided, restored or opened again. Visitors may read it. */
const reasonSchema = line(200);

/** What is imported, as whoever imports it calls it: the path of a file may have any character. It is quoted wherever it is shown. */
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
    summary: 'Void an event, or restore it',
    description:
      'A voided event stays in the ledger and on the player’s receipt, with the reason, and counts nowhere. Results that are final do ' +
      'not change: for each period you are told what happened. Restoring an event counts it again, in the same way. ' +
      PREVIEW_RULE,
    query: PREVIEW_QUERY,
    body: z.strictObject({ event: recordedIdSchema, does: z.enum(['void', 'restore']), reason: reasonSchema }),
    example: { event: 'match-4711-ada', does: 'void', reason: 'Sent twice by the match server.' },
    answers: { 200: { description: 'What it did, period by period, or the preview', schema: z.union([revisedSchema, previewSchema]) } },
    problems: [409, 422],
  },
  reopenPeriod: {
    route: 'POST /api/v1/boards/{board}/reopenings',
    role: 'operator',
    summary: 'Open the latest closed period again',
    description:
      'For an hour, or until its own time is over: time to void events, and to hide or remove players. It takes no events that it would ' +
      `not have taken before. ${CLOSING_RULE} ${PREVIEW_RULE}`,
    query: PREVIEW_QUERY,
    body: z.strictObject({
      period: z.enum(ENDING_KINDS, 'must be "daily", "weekly" or "monthly": all time is never closed'),
      date: daySchema('A day of the period on the board’s calendar.'),
      reason: reasonSchema,
    }),
    example: { period: 'daily', date: '2026-11-20', reason: 'The clock of the server was wrong.' },
    answers: { 200: { description: 'The period, which is open now, or the preview', schema: z.union([reopenedSchema, previewSchema]) } },
    problems: [409],
  },
  ledger: {
    route: 'GET /api/v1/boards/{board}/ledger',
    role: 'viewer',
    summary: 'Read all events of a board',
    description:
      'As they were sent, a page at a time: players in the order in which they joined, the events of each newest first, voided ones and ' +
      'those of hidden players too. "next" is the "cursor" of the page after. What is recorded meanwhile may be there or not.',
    query: z.strictObject({ cursor: z.optional(z.string().check(z.regex(LEDGER_CURSOR, 'must be the "next" of a page'))) }),
    answers: { 200: { description: 'One page of the events', schema: ledgerSchema } },
  },
  imports: {
    route: 'GET /api/v1/imports',
    role: 'viewer',
    summary: 'List the imports that are under way',
    description: 'Also those that were interrupted. Periods that had ended when an import began stay open on its board until it ends.',
    answers: { 200: { description: 'All imports, oldest first', schema: z.object({ imports: z.array(importSchema) }) } },
  },
  beginImport: {
    route: 'POST /api/v1/imports',
    role: 'operator',
    summary: 'Begin an import, or go on with it',
    description:
      'Periods that have ended and are not final take events until the import ends: post the points, then end it. The same board and file ' +
      'name the same import: call this again at least once a day as a sign of life, or the import is given up.',
    body: z.strictObject({ board: boardNameSchema, file: fileSchema }),
    example: { board: 'main', file: 'season-2025.csv' },
    answers: {
      200: { description: 'The import, which goes on', schema: begunImportSchema },
      201: { description: 'The import, which begins', schema: begunImportSchema },
    },
    problems: [404, 409],
  },
  endImport: {
    route: 'DELETE /api/v1/imports/{import}',
    role: 'operator',
    summary: 'End an import',
    description: 'Also one that was interrupted and is not to go on. The periods that it held open become final.',
    answers: { 200: { description: 'The import, which is over', schema: importSchema } },
  },
} as const;
