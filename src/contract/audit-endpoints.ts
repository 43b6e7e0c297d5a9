// Endpoints of the audit log.
import * as z from 'zod/mini';

import { whenSchema } from './endpoint.ts';
import { soughtUsernameSchema } from './points-event.ts';
import { boardNameSchema } from './parts/text-rules.ts';
import { ACT_NAMES } from './operation/acts.ts';
import { auditSchema, undoneSchema, undoPreviewSchema } from './operation/audit.ts';
import { PREVIEW_QUERY } from './operation/previews.ts';

/** The number of an audit entry, as it appears in a path. */
export const entrySchema = z.string().check(z.regex(/^[1-9]\d{0,14}$/, 'must be the number of an entry'));

const MOST_ENTRIES = 200;

export const AUDIT_ENDPOINTS = {
  audit: {
    route: 'GET /api/v1/audit',
    role: 'viewer',
    summary: 'List audit log entries',
    description:
      'Every action of an operator and every period that closed: who did it, when, why, and the values before and after. An entry is ' +
      'stored in the same commit as its action and never changes. Posting points with a key is not logged. "by" matches part of the ' +
      'actor’s name. "from" and "until" take days or moments: days are on the board’s calendar if you name a board, otherwise UTC, and ' +
      'both are included; a moment given as "until" is excluded. A page can be short: continue while "next" is not null. "undo" says ' +
      'whether an action can be undone, and by which role.',
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
    summary: 'Undo an action',
    description:
      'Does the opposite in your name, with an audit entry of its own; nothing is removed from the log. You need the role that the ' +
      'opposite action needs, which the entry names. If a later action changed the same fields, nothing happens and you get 409 with the ' +
      'fields and their current values. An action can be undone once; an undo can itself be undone. With "?preview=1" nothing changes, ' +
      'and the answer shows the fields and ranks as they would be. Send its "since" with the real request to get 409 if anything relevant ' +
      'changed in between.',
    query: PREVIEW_QUERY,
    answers: { 200: { description: 'The new audit entry, or the preview', schema: z.union([undoneSchema, undoPreviewSchema]) } },
    problems: [409, 422],
  },
} as const;
