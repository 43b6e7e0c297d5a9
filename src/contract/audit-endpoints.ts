// What an operator asks about what was done.
import * as z from 'zod/mini';

import { soughtUsernameSchema } from './points-event.ts';
import { boardNameSchema } from './parts/text-rules.ts';
import { ACTS, auditSchema } from './operation/audit.ts';

/** Entries on a page at most. */
const MOST_ENTRIES = 200;

export const AUDIT_ENDPOINTS = {
  audit: {
    method: 'GET',
    path: '/api/v1/audit',
    role: 'viewer',
    summary: 'Read who did what',
    description:
      'Every act of an operator, and every closing: who did it, what it was before and after, when, and why. The entry is stored in the ' +
      'same commit as the act, and never changes. Posting points is not an act. A page may have fewer entries than it could: there are ' +
      'more as long as "next" is not null.',
    query: z.strictObject({
      board: z.optional(boardNameSchema),
      player: z.optional(soughtUsernameSchema),
      act: z.optional(z.enum(ACTS, `must be one of ${ACTS.join(', ')}`)),
      before: z.optional(z.int().check(z.minimum(1))),
      limit: z._default(z.int().check(z.minimum(1), z.maximum(MOST_ENTRIES)), 50),
    }),
    answers: { 200: { description: 'Entries, newest first', schema: auditSchema } },
  },
} as const;
