// The audit log: who did what to which board or player, when, and why.
import * as z from 'zod/mini';

import { playerSchema, timeSchema } from '../parts/answer-parts.ts';
import { previewSchema } from './previews.ts';

export const actorSchema = z.object({
  /** `person`: this operator. `key`: whoever has this API key. `command`: this user of the machine, by a command. `server`: nobody, it was time for it. */
  kind: z.enum(['person', 'key', 'command', 'server']),
  /** Of the person, the key or the user. */
  name: z.nullable(z.string()),
  /** Of the person or the key: another one may have the name. */
  id: z.nullable(z.string()),
});

/** Who acts. */
export type Actor = z.infer<typeof actorSchema>;

/** The roles of `ROLES` that any act takes. */
const UNDO_ROLES = ['moderator', 'operator', 'owner'] as const;

export type UndoRole = (typeof UNDO_ROLES)[number];

/** Whether an act can be taken back. What is possible may be refused all the same: if what it did was changed by a later act. */
export const undoSchema = z.discriminatedUnion('state', [
  /** `role`: what whoever takes it back needs. */
  z.object({ state: z.literal('possible'), role: z.enum(UNDO_ROLES) }),
  /** `by`: the number of the entry that says so. */
  z.object({ state: z.literal('done'), by: z.int() }),
  /** `why`: a sentence. */
  z.object({ state: z.literal('impossible'), why: z.string() }),
]);

export type ApiUndo = z.infer<typeof undoSchema>;

export const auditEntrySchema = z.object({
  /** Rises with every entry. */
  number: z.int(),
  at: timeSchema,
  by: actorSchema,
  act: z.string(),
  board: z.nullable(z.string()),
  /** As they are called now. */
  player: z.nullable(playerSchema),
  /** What else it was about: the id of an event, a period, the name of a key. */
  subject: z.nullable(z.string()),
  /** What was different before and after, if anything can be said of it. */
  before: z.unknown(),
  after: z.unknown(),
  reason: z.nullable(z.string()),
  /** The number of the entry that this act took back. */
  undoes: z.nullable(z.int()),
  /** The number of the entry about the act that took this one back. */
  undoneBy: z.nullable(z.int()),
  undo: undoSchema,
});

export type ApiAuditEntry = z.infer<typeof auditEntrySchema>;

export const auditSchema = z.object({
  entries: z.array(auditEntrySchema),
  /** The `before` of the next page, null at the end. */
  next: z.nullable(z.int()),
});

/** What taking an act back did. */
export const undoneSchema = z.object({
  /** The entry about it. */
  entry: auditEntrySchema,
});

/** What taking an act back would do, to fields and to ranks. */
export const undoPreviewSchema = z.extend(previewSchema, {
  /** The number of the entry that would be taken back. */
  undoes: z.int(),
  /** What would be done instead of it. */
  act: z.string(),
  /** What it set, as it is and as it would be. */
  before: z.unknown(),
  after: z.unknown(),
});

export type ApiUndoPreview = z.infer<typeof undoPreviewSchema>;
