// What an operator asks: mistakes are voided and put right, imports hold periods open, and the site is of their game.
import * as z from 'zod/mini';

import { ENDING_KINDS } from '../../domain/calendar.ts';
import { CLOSING_RULE } from '../parts/answer-parts.ts';
import { boardNameSchema, daySchema, line, recordedIdSchema } from '../parts/text-rules.ts';
import { PREVIEW_QUERY, PREVIEW_RULE, previewSchema } from './previews.ts';
import { appearanceSchema, keptAppearanceSchema } from './appearance.ts';
import { LEDGER_CURSOR, ledgerSchema, begunImportSchema, importSchema, reopenedSchema, revisedSchema } from './operation-answers.ts';

/** Why something was voided, restored or opened again. Visitors may read it. */
const reasonSchema = line(200);

/** What is imported, as whoever imports it calls it: the path of a file may have any character. It is quoted wherever it is shown. */
const fileSchema = z
  .string()
  .check(
    z.refine((text) => text !== '' && text.isWellFormed() && [...text].length <= 1000, 'must be well-formed text of 1 to 1000 characters'),
  )
  .register(z.globalRegistry, { minLength: 1, maxLength: 1000 });

/** The id of an import, as the list has it. */
export const importIdSchema = z.string().check(z.regex(/^[0-9a-f]{16}$/, 'must be the id of an import'));

export const OPERATION_ENDPOINTS = {
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
  appearance: {
    route: 'GET /api/v1/appearance',
    role: 'read',
    summary: 'Read which game the site is for',
    description: 'What was set last, or the defaults.',
    answers: { 200: { description: 'The name, the colour and the rest', schema: keptAppearanceSchema } },
  },
  replaceAppearance: {
    route: 'PUT /api/v1/appearance',
    role: 'operator',
    summary: 'Put your game’s name and colour on the site',
    description:
      'Replaces everything at once: whatever you leave out is as it was before you set anything, and {} unsets it all. If any part is not ' +
      'valid, nothing changes. The logo is a PNG or SVG file of at most 512 KiB, in base64 or as a data URL; it is drawn anew, so what ' +
      'you read back is a PNG. Every colour of the site is found from the one you set, in both themes, so that all text can be read.',
    body: appearanceSchema,
    example: {
      name: 'Lantern Run',
      sentence: 'A race through a city at night.',
      link: 'https://play.example',
      colour: '#e10600',
      points: { one: 'coin', other: 'coins' },
    },
    checksBody: true,
    isConditional: true,
    answers: { 200: { description: 'The appearance as it is now', schema: keptAppearanceSchema } },
  },
} as const;
