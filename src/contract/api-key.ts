// API keys: what one may do, as owners make them and operators are told of them.
import * as z from 'zod/mini';

import { actorSchema } from './operation/audit.ts';
import { timeSchema } from './parts/answer-parts.ts';
import { boardNameSchema } from './parts/text-rules.ts';
import { type Role, ROLES } from './role.ts';

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

export const KEY_ENDPOINTS = {
  keys: {
    route: 'GET /api/v1/keys',
    role: 'viewer',
    summary: 'List the API keys',
    description:
      'Revoked and expired ones too, oldest first, and never the keys themselves. When a key was last used is up to a minute late if ' +
      'several processes share a database.',
    answers: { 200: { description: 'The keys', schema: z.object({ keys: z.array(apiKeySchema) }) } },
  },
  addKey: {
    route: 'POST /api/v1/keys',
    role: 'owner',
    summary: 'Make an API key',
    description:
      'The answer has the key, which is shown only this once. "expires" ends it at a moment. "bounds" are for keys with role write: ' +
      'the boards they may post to, the most points of one event, no negative points, and no new names for players.',
    body: z
      .strictObject({
        name: keyNameSchema,
        role: z.enum(ROLES, `must be ${ROLES.join(', ')}`),
        expires: z.optional(timeSchema),
        bounds: z.optional(writeBoundsSchema),
      })
      .check(({ value: { bounds = {}, role }, issues }) => {
        const message = boundsRule(bounds, role);
        if (message !== undefined) issues.push({ code: 'custom', input: bounds, path: ['bounds'], message });
      }),
    example: { name: 'match-server', role: 'write', bounds: { boards: ['main'], maxPoints: 1000, noNegative: true } },
    answers: {
      201: { description: 'The key, and what it may do', schema: z.extend(apiKeySchema, { /** Shown only this once. */ key: z.string() }) },
    },
    problems: [409],
  },
  revokeKey: {
    route: 'DELETE /api/v1/keys/{key}',
    role: 'owner',
    summary: 'End an API key',
    description: 'By its name. It is refused from the next request on, and stays in the list.',
    answers: { 200: { description: 'The key, which is revoked', schema: apiKeySchema } },
  },
} as const;
