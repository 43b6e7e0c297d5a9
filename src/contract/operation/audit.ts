// Audit log entries, and whether they can be undone.
import * as z from 'zod/mini';

import { playerSchema, timeSchema } from '../parts/answer-parts.ts';
import { importIdSchema } from '../parts/text-rules.ts';
import { previewSchema } from './previews.ts';

export const actorSchema = z.object({
  /** `person`: an operator. `key`: an API key. `command`: a system user at the command line. `server`: the server itself, on schedule. */
  kind: z.enum(['person', 'key', 'command', 'server']),
  name: z.nullable(z.string()),
  /** The id of the person or key, because names can be reused. */
  id: z.nullable(z.string()),
});

export type Actor = z.infer<typeof actorSchema>;

/** An actor as text: `key:ID`, `person:ID`, `command` or `server`. Names are left out, because they change. */
export function actorText({ kind, id }: Pick<Actor, 'kind' | 'id'>): string {
  return id === null ? kind : `${kind}:${id}`;
}

/** The author of an event, by current name. Operators only: no public answer includes it. */
export const authorSchema = z.extend(actorSchema, {
  /** The id of the import that the event was part of. */
  import: z.nullable(z.string()),
});

export type ApiAuthor = z.infer<typeof authorSchema>;

/** Filters events by author, as an {@link actorText}, and by the id of an import. */
export const AUTHOR_QUERY = {
  author: z.optional(
    z.string().check(z.regex(/^(?:(?:key|person):[\w-]{1,64}|command|server)$/, 'must be "key:ID", "person:ID", "command" or "server"')),
  ),
  import: z.optional(importIdSchema),
};

/** The roles that operations require. */
const UNDO_ROLES = ['moderator', 'operator', 'owner'] as const;

export type UndoRole = (typeof UNDO_ROLES)[number];

/** Whether an act can be undone. Even `possible` is refused if a later act changed the same fields. */
export const undoSchema = z.discriminatedUnion('state', [
  /** `role`: the role required to undo it. */
  z.object({ state: z.literal('possible'), role: z.enum(UNDO_ROLES) }),
  /** `by`: the number of the undoing entry. */
  z.object({ state: z.literal('done'), by: z.int() }),
  /** `why`: a sentence. */
  z.object({ state: z.literal('impossible'), why: z.string() }),
]);

export type ApiUndo = z.infer<typeof undoSchema>;

export const auditEntrySchema = z.object({
  /** In ascending order. */
  number: z.int(),
  at: timeSchema,
  by: actorSchema,
  act: z.string(),
  board: z.nullable(z.string()),
  /** With their current names. */
  player: z.nullable(playerSchema),
  /** An event's id, a period, a key's name and so on. */
  subject: z.nullable(z.string()),
  /** The changed fields before and after, if known. */
  before: z.unknown(),
  after: z.unknown(),
  reason: z.nullable(z.string()),
  /** The number of the entry that this one undid. */
  undoes: z.nullable(z.int()),
  /** The number of the entry that undid this one. */
  undoneBy: z.nullable(z.int()),
  undo: undoSchema,
});

export type ApiAuditEntry = z.infer<typeof auditEntrySchema>;

export const auditSchema = z.object({
  entries: z.array(auditEntrySchema),
  /** The `before` of the next page, null at the end. */
  next: z.nullable(z.int()),
});

/** The result of an undo: its own entry. */
export const undoneSchema = z.object({ entry: auditEntrySchema });

/** A preview of an undo: fields and ranks. */
export const undoPreviewSchema = z.extend(previewSchema, {
  /** The number of the entry to undo. */
  undoes: z.int(),
  /** The inverse act. */
  act: z.string(),
  /** The fields as they are now, and as they would be. */
  before: z.unknown(),
  after: z.unknown(),
});

export type ApiUndoPreview = z.infer<typeof undoPreviewSchema>;
