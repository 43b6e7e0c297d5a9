// Voiding and restoring many events in one act.
import * as z from 'zod/mini';

import { keyNameSchema } from './api-key.ts';
import { whenSchema } from './endpoint.ts';
import { AUTHOR_QUERY } from './operation/audit.ts';
import { reasonSchema, revisionSchema } from './operation/ledger.ts';
import { PREVIEW_QUERY, PREVIEW_RULE, previewSchema } from './operation/previews.ts';
import { countSchema } from './parts/answer-parts.ts';
import { idsOf, SELECTION_RULE } from './parts/selection.ts';
import { boardNameSchema, recordedIdSchema } from './parts/text-rules.ts';
import { soughtUsernameSchema } from './points-event.ts';

/** The result of voiding or restoring many events. */
export const revisedManySchema = z.object({
  does: revisionSchema,
  /** How many were voided or restored. */
  events: countSchema,
  /** How many were left unchanged: unknown ids, events already in the requested state, and parts of a merge. */
  refused: countSchema,
  /** The number of the audit entry. */
  entry: z.int(),
});

export type ApiRevisedMany = z.infer<typeof revisedManySchema>;

/** Filters of events, all optional, but at least one is required. Without a board, events of every board. */
const eventMatchSchema = z
  .strictObject({
    board: z.optional(boardNameSchema),
    player: z.optional(soughtUsernameSchema),
    /** The name of the API key that posted them; includes all keys that had this name. */
    key: z.optional(keyNameSchema),
    ...AUTHOR_QUERY,
    /** As it was posted. */
    activity: z.optional(z.string().check(z.minLength(1))),
    from: whenSchema,
    until: whenSchema,
  })
  .check(z.refine((match) => Object.values(match).some((value) => value !== undefined), 'must have at least one filter'));

export type EventMatch = z.output<typeof eventMatchSchema>;

export const REVISION_ENDPOINTS = {
  reviseEvents: {
    route: 'POST /api/v1/revisions',
    role: 'moderator',
    summary: 'Void or restore many events',
    description:
      'All in one step, with one audit entry and one undo. Name the events of a board by id, or say which to take, with the filters of ' +
      '`GET /api/v1/boards/{board}/ledger/events`: "from" and "until" ' +
      'filter by when events happened, days are on each board’s calendar and both are included, and a moment given as "until" is ' +
      'excluded. ' +
      `${SELECTION_RULE} Events that cannot be voided or restored are left alone and counted as "refused". ${PREVIEW_RULE}`,
    query: PREVIEW_QUERY,
    body: z.strictObject({
      does: revisionSchema,
      reason: reasonSchema,
      events: z.union([
        z.strictObject({ board: boardNameSchema, ids: idsOf(recordedIdSchema) }),
        z.strictObject({ match: eventMatchSchema }),
      ]),
    }),
    example: {
      does: 'void',
      reason: 'The match server counted every win twice.',
      events: { match: { board: 'main', key: 'match-server', from: '2026-11-20T18:00Z', until: '2026-11-20T23:30Z' } },
    },
    answers: { 200: { description: 'How many, or the preview', schema: z.union([revisedManySchema, previewSchema]) } },
    problems: [404, 409, 422],
  },
} as const;
