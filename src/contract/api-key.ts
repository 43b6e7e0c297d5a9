// API keys, as owners make them and operators are told of them.
import * as z from 'zod/mini';

import { timeSchema } from './parts/answer-parts.ts';
import { boardNameSchema } from './parts/text-rules.ts';
import { type Role, ROLES } from './role.ts';
import { actorSchema } from './operation/audit.ts';

/** What an API key may write; whatever is left out is not bounded. */
export const writeBoundsSchema = z.strictObject({
  /** The only boards it may post to. */
  boards: z.optional(z.array(boardNameSchema).check(z.minLength(1))),
  /** The most points that one event may give or take. */
  maxPoints: z.optional(z.int().check(z.minimum(1))),
  /** No event may take points. */
  noNegative: z.optional(z.literal(true)),
  /** No event may change the display name or the avatar of a player who is known. */
  noRename: z.optional(z.literal(true)),
});

export type WriteBounds = z.infer<typeof writeBoundsSchema>;

/** The rule that bounds break which a key of this role cannot have, or `undefined`. */
export function boundsRule(bounds: WriteBounds, role: Role): string | undefined {
  if (role === 'write' || Object.keys(bounds).length === 0) return undefined;
  return `are for keys with role write; this one has ${role}`;
}

/** What a key is called. It is a part of an address. */
export const keyNameSchema = z
  .string()
  .check(z.regex(/^(?!\.\.?$)[\w.-]{1,40}$/, 'must be 1 to 40 letters, digits, dots, underscores and hyphens, and not "." or ".."'));

export const apiKeySchema = z.object({
  /** Another for every key, also for one that has the name of an earlier one. */
  id: z.string(),
  name: z.string(),
  role: z.enum(ROLES),
  created: timeSchema,
  expires: z.nullable(timeSchema),
  revoked: z.nullable(timeSchema),
  bounds: writeBoundsSchema,
  /** Who made it, and who revoked it; null if nobody wrote it down, or it did not happen. */
  madeBy: z.nullable(actorSchema),
  revokedBy: z.nullable(actorSchema),
  /** When it was last shown, and when it last posted points that were taken; null if it never was, as far as is known. */
  lastUsedAt: z.nullable(timeSchema),
  lastEventAt: z.nullable(timeSchema),
});

export type ApiListedKey = z.infer<typeof apiKeySchema>;
