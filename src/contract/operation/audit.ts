// The audit log: who did what to which board or player, when, and why.
import * as z from 'zod/mini';

import { playerSchema, timeSchema } from '../parts/answer-parts.ts';

/** What is told in the audit log. Posting points is not: the ledger has that. */
export const ACTS = [
  'make-board',
  'change-board',
  'remove-board',
  'set-catalogue',
  'set-appearance',
  'set-privacy',
  'set-review',
  'set-limits',
  'hide-player',
  'remove-player',
  'show-player',
  'rename-player',
  'merge-players',
  'erase-player',
  'void-event',
  'restore-event',
  'accept-points',
  'reject-points',
  'close-period',
  'reopen-period',
  'mark-payout',
  'begin-import',
  'end-import',
  'give-up-import',
  'add-key',
  'revoke-key',
  'add-webhook',
  'change-webhook',
  'change-webhook-key',
  'test-webhook',
  'redeliver',
  'remove-webhook',
  'make-backup',
] as const;

export type ActName = (typeof ACTS)[number];

export const actorSchema = z.object({
  /** `key`: whoever has this API key. `command`: this user of the machine, by a command. `server`: nobody, it was time for it. */
  kind: z.enum(['key', 'command', 'server']),
  /** Of the key, or of the user. */
  name: z.nullable(z.string()),
  /** Of the key: another one may have its name. */
  id: z.nullable(z.string()),
});

/** Who acts. */
export type Actor = z.infer<typeof actorSchema>;

const auditEntrySchema = z.object({
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
});

export type ApiAuditEntry = z.infer<typeof auditEntrySchema>;

export const auditSchema = z.object({
  entries: z.array(auditEntrySchema),
  /** The `before` of the next page, null at the end. */
  next: z.nullable(z.int()),
});

export type ApiAudit = z.infer<typeof auditSchema>;
