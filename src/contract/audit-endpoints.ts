// What an operator asks about what was done.
import * as z from 'zod/mini';

import { whenSchema } from './endpoint.ts';
import { soughtUsernameSchema } from './points-event.ts';
import { boardNameSchema } from './parts/text-rules.ts';
import { ACT_NAMES } from './operation/acts.ts';
import { auditSchema, undoneSchema, undoPreviewSchema } from './operation/audit.ts';
import { PREVIEW_QUERY } from './operation/previews.ts';

/** The number of an entry, as the log has it. */
export const entrySchema = z.string().check(z.regex(/^[1-9]\d{0,14}$/, 'must be the number of an entry'));

/** Entries on a page at most. */
const MOST_ENTRIES = 200;

export const AUDIT_ENDPOINTS = {
  audit: {
    route: 'GET /api/v1/audit',
    role: 'viewer',
    summary: 'Read who did what',
    description:
      'Every act of an operator, and every closing: who did it, what it was before and after, when, and why. The entry is stored in the ' +
      'same commit as the act, and never changes. Posting points is not an act. A page may have fewer entries than it could: there are ' +
      'more as long as "next" is not null. "by" is a part of the name of whoever acted. Days of "from" and "until" are days of the board if you ' +
      'name one, else of UTC, and both are meant whole; of moments the second is not included. Of each entry "undo" says whether the act can be taken back, and by which role.',
    query: z.strictObject({
      board: z.optional(boardNameSchema),
      player: z.optional(soughtUsernameSchema),
      by: z.optional(z.string().check(z.minLength(1))),
      from: whenSchema,
      until: whenSchema,
      act: z.optional(z.enum(ACT_NAMES, `must be one of ${ACT_NAMES.join(', ')}`)),
      before: z.optional(z.int().check(z.minimum(1))),
      limit: z._default(z.int().check(z.minimum(1), z.maximum(MOST_ENTRIES)), 50),
    }),
    answers: { 200: { description: 'Entries, newest first', schema: auditSchema } },
  },
  undoAct: {
    route: 'POST /api/v1/audit/{entry}/undo',
    role: 'moderator',
    summary: 'Take an act back',
    description:
      'Does the opposite of what the entry tells, in your name and with an entry of its own: nothing is taken out of the log. It needs the ' +
      'role that the opposite act needs, which the entry names. If what the act set was changed since, nothing is done: you get 409 with ' +
      'the fields and what they are now. An act is taken back once; what takes it back can be taken back in turn. With "?preview=1" ' +
      'nothing changes: you are told what the fields would be, and who would move where. Send the "since" of that answer with the act, and ' +
      'it is refused with 409 if something that matters changed meanwhile.',
    query: PREVIEW_QUERY,
    answers: { 200: { description: 'The entry about it, or the preview', schema: z.union([undoneSchema, undoPreviewSchema]) } },
    problems: [409, 422],
  },
} as const;
