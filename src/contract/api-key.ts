// API keys: their bounds, and the endpoints that list, create and revoke them.
import * as z from 'zod/mini';

import { actorSchema } from './operation/audit.ts';
import { timeSchema } from './parts/answer-parts.ts';
import { boardNameSchema } from './parts/text-rules.ts';
import { type Role, ROLES } from './role.ts';

/** The allowed characters of an origin. Origins are inserted into policies, so they must not contain a policy's own delimiters. */
export const ORIGIN = /^https?:\/\/[^/?#@*\s;,'"]+$/i;

const originSchema = z
  .string()
  .check(
    z.refine(
      (text) => ORIGIN.test(text) && URL.canParse(text) && new URL(text).origin === text,
      'must be an origin such as https://play.example, without a path',
    ),
  );

const budgetSchema = z.int().check(z.minimum(1), z.maximum(1_000_000));

/** Bounds on what an API key may write. Omitted bounds do not apply. */
export const writeBoundsSchema = z.strictObject({
  /** The only boards the key may post to. */
  boards: z.optional(z.array(boardNameSchema).check(z.minLength(1))),
  /** The most points an event may add or subtract. */
  maxPoints: z.optional(z.int().check(z.minimum(1))),
  /** Rejects events with negative points. */
  noNegative: z.optional(z.literal(true)),
  /** Rejects events that change the display name or avatar of an existing player. */
  noRename: z.optional(z.literal(true)),
  /** The origins that may use a public key. Programs other than browsers send no origin and are always allowed. */
  origins: z.optional(z.array(originSchema).check(z.minLength(1), z.maxLength(20))),
  /** The most guests that a public key may create per clock hour, across all its users. */
  guests: z.optional(budgetSchema),
  /** The most plays that a public key may begin, and the most it may finish, per clock hour. */
  plays: z.optional(budgetSchema),
});

export type WriteBounds = z.infer<typeof writeBoundsSchema>;

/** The limits of a public key without bounds of its own. */
export const KEY_BUDGETS = { guests: 1000, plays: 10_000 } as const;

/** How many plays a board's public keys that are active at `now` (epoch milliseconds) may finish per clock hour in total. */
export function playsInHour(
  keys: readonly Pick<ApiListedKey, 'role' | 'bounds' | 'revoked' | 'expires'>[],
  board: string,
  now: number,
): number {
  return keys
    .filter(({ role, revoked, expires }) => role === 'play' && revoked === null && (expires === null || Date.parse(expires) > now))
    .filter(({ bounds: { boards } }) => boards?.includes(board) ?? true)
    .reduce((sum, { bounds: { plays = KEY_BUDGETS.plays } }) => sum + plays, 0);
}

/** The bounds allowed for keys of a role; empty for other roles. */
const BOUNDS: Readonly<Partial<Record<Role, readonly (keyof WriteBounds)[]>>> = {
  write: ['boards', 'maxPoints', 'noNegative', 'noRename'],
  play: ['boards', 'origins', 'guests', 'plays'],
};

/** The first bound that a key of this role may not have, with the rule; `undefined` if all are allowed. */
export function boundFault(bounds: WriteBounds, role: Role): { readonly bound: string; readonly rule: string } | undefined {
  const { [role]: may = [] } = BOUNDS;
  const bound = (Object.keys(bounds) as (keyof WriteBounds)[]).find((each) => !may.includes(each));
  if (bound === undefined) return undefined;
  const roles = Object.entries(BOUNDS).flatMap(([of, theirs]) => (theirs.includes(bound) ? [of] : []));
  return { bound, rule: `only applies to keys with role ${roles.join(' or ')}; this key has ${role}` };
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
  /** When it was last used, and when it last posted points that were accepted; null if never or unknown. */
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
      'boards they may post to, the most points per event, no negative points, and no renaming of players. A key with role play is ' +
      'public, for games without a server: it can be bound to boards and to web sites ("origins"), and has budgets over all its players: ' +
      `"guests" it may create in a clock hour (${KEY_BUDGETS.guests} if left out), and "plays" it may begin, and finish ` +
      `(${KEY_BUDGETS.plays}).`,
    body: z
      .strictObject({
        name: keyNameSchema,
        role: z.enum(ROLES, `must be ${ROLES.join(', ')}`),
        expires: z.optional(timeSchema),
        bounds: z.optional(writeBoundsSchema),
      })
      .check(({ value: { bounds = {}, role }, issues }) => {
        const fault = boundFault(bounds, role);
        if (fault !== undefined) issues.push({ code: 'custom', input: bounds, path: ['bounds', fault.bound], message: fault.rule });
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
