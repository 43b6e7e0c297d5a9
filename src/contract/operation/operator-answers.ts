// What is told of the people who operate the site: who they are, how they sign in, and who was invited.
import * as z from 'zod/mini';

import { actorSchema } from './audit.ts';
import { timeSchema } from '../parts/answer-parts.ts';

/** The roles that a person can have, from the least to the most: those of `ROLES` that are not for programs alone. */
export const PERSON_ROLES = ['viewer', 'moderator', 'operator', 'owner'] as const;

export type PersonRole = (typeof PERSON_ROLES)[number];

const roleSchema = z.enum(PERSON_ROLES);

/** Somebody who joined, as they are named everywhere. */
export const personSchema = z.object({ id: z.string(), name: z.string(), role: roleSchema });

export const ownSessionSchema = z.object({
  /** Who is signed in here; null if nobody is. */
  person: z.nullable(personSchema),
  session: z.nullable(
    z.object({
      id: z.string(),
      startedAt: timeSchema,
      /** It ends then, whatever is done until then. */
      endsAt: timeSchema,
      /** It ends then if nothing is asked until then. */
      idleEndsAt: timeSchema,
    }),
  ),
  /** How people can sign in here. */
  ways: z.object({
    passkey: z.discriminatedUnion('state', [
      z.object({ state: z.literal('ready') }),
      z.object({ state: z.literal('unavailable'), why: z.string() }),
    ]),
    /** What the organisation’s sign-in is called; null where there is none. */
    oidc: z.nullable(z.object({ name: z.string() })),
  }),
});

export type ApiOwnSession = z.infer<typeof ownSessionSchema>;

export const sessionSchema = z.object({
  id: z.string(),
  person: z.object({ id: z.string(), name: z.string() }),
  startedAt: timeSchema,
  /** To the minute. */
  seenAt: timeSchema,
  endsAt: timeSchema,
  idleEndsAt: timeSchema,
  /** Whether it is the one that asks. */
  own: z.boolean(),
});

export const sessionsSchema = z.object({ sessions: z.array(sessionSchema) });

export type ApiSessions = z.infer<typeof sessionsSchema>;

export const passkeySchema = z.object({
  id: z.string(),
  name: z.string(),
  addedAt: timeSchema,
  /** Null if it was never used since it was added. */
  usedAt: z.nullable(timeSchema),
  /** Who made the invitation that it was added by; null if the person added it, or joined with it. */
  invitedBy: z.nullable(actorSchema),
});

export const operatorSchema = z.extend(personSchema, {
  /** `removed`: they cannot sign in any more, and nothing but their name and role is kept. */
  state: z.enum(['active', 'removed']),
  passkeys: z.array(passkeySchema),
  /** Whether they can sign in with the organisation’s sign-in, too. */
  oidc: z.boolean(),
  joinedAt: timeSchema,
  /** When they last asked for anything, to the minute, or last signed in. */
  lastSeenAt: timeSchema,
  /** The names of API keys that they made, or that were made with one of those, and that are not revoked. */
  keys: z.array(z.string()),
});

export type ApiOperator = z.infer<typeof operatorSchema>;

export const invitedSchema = z.object({
  role: roleSchema,
  /** What the invited person is called; null if they choose. */
  name: z.nullable(z.string()),
  /** The id of the person who gets another passkey by it; null if it is for somebody new. */
  operator: z.nullable(z.string()),
  expiresAt: timeSchema,
});

export const invitationSchema = z.extend(invitedSchema, { id: z.string(), createdAt: timeSchema });

export type ApiInvitation = z.infer<typeof invitationSchema>;

/** An invitation as it is made. */
export const madeInvitationSchema = z.extend(invitationSchema, {
  /** Where the invited person joins. Whoever has it can: it is told only now. */
  link: z.string(),
});

/** Options of WebAuthn, in JSON, as `PublicKeyCredential.parseRequestOptionsFromJSON()` and its sister take them. */
export const optionsSchema = z.looseObject({ challenge: z.string() });

export const passkeysSchema = z.object({ passkeys: z.array(passkeySchema) });

export type ApiPasskeys = z.infer<typeof passkeysSchema>;
