// API keys: their bounds, and the endpoints that list, create and revoke them.
import * as z from 'zod/mini';

import { actorSchema } from './operation/audit.ts';
import { timeSchema } from './parts/answer-parts.ts';
import { boardNameSchema } from './parts/text-rules.ts';
import { type Role, ROLES } from './role.ts';

const originSchema = z
  .string()
  .check(
    z.refine(
      (text) => URL.canParse(text) && new URL(text).origin === text,
      'must be an origin such as https://play.example, without a path',
    ),
  );

/** Bounds on what an API key may write. A bound left out does not apply. */
export const writeBoundsSchema = z.strictObject({
  /** The only boards it may post to. */
  boards: z.optional(z.array(boardNameSchema).check(z.minLength(1))),
  /** The most points an event may add or subtract. */
  maxPoints: z.optional(z.int().check(z.minimum(1))),
  /** Refuses events with negative points. */
  noNegative: z.optional(z.literal(true)),
  /** Refuses events that change the display name or avatar of an existing player. */
  noRename: z.optional(z.literal(true)),
  /** The web sites that may use a public key. Programs other than browsers send no origin, and may always. */
  origins: z.optional(z.array(originSchema).check(z.minLength(1), z.maxLength(20))),
});

export type WriteBounds = z.infer<typeof writeBoundsSchema>;

const PLAY_BOUNDS: ReadonlySet<string> = new Set(['boards', 'origins']);

/** The rule broken by `bounds` on a key of this role, or `undefined`. */
export function boundsRule(bounds: WriteBounds, role: Role): string | undefined {
  const said = Object.keys(bounds);
  if (role === 'write') return said.includes('origins') ? 'may have "origins" only on keys with role play' : undefined;
  if (role === 'play')
    return said.some((bound) => !PLAY_BOUNDS.has(bound)) ? 'may only be "boards" and "origins" on keys with role play' : undefined;
  return said.length === 0 ? undefined : `only apply to keys with role write or play; this key has ${role}`;
}

/** A key's name, which is part of its URL. */
export const keyNameSchema = z
  .string()
  .check(z.regex(/^(?!\.\.?$)[\w.-]{1,40}$/, 'must be 1 to 40 letters, digits, dots, underscores and hyphens, and not "." or ".."'));

export const apiKeySchema = z.object({
  /** Unique, even among keys that reuse a name. */
  id: z.string(),
  name: z.string(),
  role: z.enum(ROLES),
  created: timeSchema,
  expires: z.nullable(timeSchema),
  revoked: z.nullable(timeSchema),
  bounds: writeBoundsSchema,
  /** Null if not recorded or not revoked. */
  madeBy: z.nullable(actorSchema),
  revokedBy: z.nullable(actorSchema),
  /** When it was last used, and when it last posted points that were accepted; null if never, as far as is known. */
  lastUsedAt: z.nullable(timeSchema),
  lastEventAt: z.nullable(timeSchema),
});

export type ApiListedKey = z.infer<typeof apiKeySchema>;

export const KEY_ENDPOINTS = {
  keys: {
    route: 'GET /api/v1/keys',
    role: 'viewer',
    summary: 'List API keys',
    description:
      'Includes revoked and expired keys, oldest first, but never the secrets. When several processes share a database, last-used times ' +
      'can lag by up to a minute.',
    answers: { 200: { description: 'The keys', schema: z.object({ keys: z.array(apiKeySchema) }) } },
  },
  addKey: {
    route: 'POST /api/v1/keys',
    role: 'owner',
    summary: 'Create an API key',
    description:
      'Returns the key itself, which is shown only once. "expires" sets when it stops working. "bounds" restrict keys with role write: the ' +
      'boards they may post to, the most points per event, no negative points, and no renaming of players.',
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
      201: { description: 'The new key', schema: z.extend(apiKeySchema, { /** The secret, shown only once. */ key: z.string() }) },
    },
    problems: [409],
  },
  revokeKey: {
    route: 'DELETE /api/v1/keys/{key}',
    role: 'owner',
    summary: 'Revoke an API key',
    description: 'Requests with this key are refused from now on. The key stays in the list.',
    answers: { 200: { description: 'The revoked key', schema: apiKeySchema } },
  },
} as const;
