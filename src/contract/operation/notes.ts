// Operators' notes on players.
import * as z from 'zod/mini';

import { timeSchema } from '../parts/answer-parts.ts';
import { actorSchema } from './audit.ts';

const LONGEST = 1000;

/** The most notes on one player. */
export const MOST_NOTES = 100;

export const noteSchema = z.object({
  id: z.string(),
  text: z.string(),
  by: actorSchema,
  at: timeSchema,
});

export type ApiNote = z.infer<typeof noteSchema>;

export const noteIdSchema = z.string().check(z.regex(/^[0-9a-f-]{36}$/, 'must be the id of a note'));

/** Multi-line plain text. */
const textSchema = z
  .string()
  .check(
    z.overwrite((text) => text.replaceAll('\r\n', '\n').trim().normalize('NFC')),
    z.refine(
      (text) => text !== '' && text.isWellFormed() && !/[^\P{Cc}\n\t]/u.test(text) && [...text].length <= LONGEST,
      `must be plain text of 1 to ${LONGEST} characters`,
    ),
  )
  .register(z.globalRegistry, { minLength: 1, maxLength: LONGEST });

export const NOTE_ENDPOINTS = {
  addNote: {
    route: 'POST /api/v1/players/{username}/notes',
    role: 'moderator',
    summary: 'Write a note on a player',
    description:
      'For operators only: never public, and erased with the player. A merge moves the notes to the other player. At most ' +
      `${MOST_NOTES} notes per player.`,
    body: z.strictObject({ text: textSchema }),
    example: { text: 'Asked for the account to be merged with "bob". Both share an address.' },
    answers: { 201: { description: 'The note', schema: noteSchema } },
    problems: [404, 409],
  },
  deleteNote: {
    route: 'DELETE /api/v1/players/{username}/notes/{note}',
    role: 'moderator',
    summary: 'Delete a note on a player',
    description: 'Undoing it in the audit log brings the note back.',
    answers: { 200: { description: 'The deleted note', schema: noteSchema } },
    problems: [404, 409],
  },
} as const;
