// The people who operate the site: who they are, how they sign in, who was invited, and what each of them may do.
import * as z from 'zod/mini';

import { timeSchema } from '../parts/answer-parts.ts';
import { line } from '../parts/text-rules.ts';
import { actorSchema } from './audit.ts';

/** The roles that a person can have, from the least to the most: those of `ROLES` that are not for programs alone. */
export const PERSON_ROLES = ['viewer', 'moderator', 'operator', 'owner'] as const;

export type PersonRole = (typeof PERSON_ROLES)[number];

const roleSchema = z.enum(PERSON_ROLES, `must be ${PERSON_ROLES.join(', ')}`);

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

const invitedSchema = z.object({
  role: roleSchema,
  /** What the invited person is called; null if they choose. */
  name: z.nullable(z.string()),
  /** The id of the person who gets another passkey by it; null if it is for somebody new. */
  operator: z.nullable(z.string()),
  expiresAt: timeSchema,
});

export const invitationSchema = z.extend(invitedSchema, { id: z.string(), createdAt: timeSchema });

/** An invitation as it is made. */
export const madeInvitationSchema = z.extend(invitationSchema, {
  /** Where the invited person joins. Whoever has it can: it is told only now. */
  link: z.string(),
});

/** Options of WebAuthn, in JSON, as `PublicKeyCredential.parseRequestOptionsFromJSON()` and its sister take them. */
const optionsSchema = z.looseObject({ challenge: z.string() });

const passkeysSchema = z.object({ passkeys: z.array(passkeySchema) });

/** How long an invitation is good for at most, in hours: a week. */
const LONGEST_INVITATION_HOURS = 168;

/** A person's id, as the list of operators has it. */
export const personIdSchema = z.string().check(z.regex(/^[0-9a-f]{16}$/, 'must be the id of an operator'));

/** The id of a passkey, as its authenticator made it. */
export const passkeyIdSchema = z.string().check(z.regex(/^[\w-]{1,1400}$/, 'must be the id of a passkey'));

/** What a person, or a passkey, may be called. */
const personNameSchema = line(60);

/** The token of an invitation, as the link has it. */
const tokenSchema = z.string().check(z.regex(/^[\w-]{1,200}$/, 'must be the part of the link after #'));

/** What an authenticator answered, in JSON, as `toJSON()` of a `PublicKeyCredential` gives it. */
const credentialSchema = z.looseObject({ id: passkeyIdSchema, response: z.looseObject({ clientDataJSON: z.string() }) });

const EXAMPLE_CREDENTIAL = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  clientExtensionResults: {},
  response: { clientDataJSON: 'e30' },
};

const COOKIE_RULE =
  'For the pages of the console: a request that sets or uses the cookie needs the header "laurels-console: 1" and comes from the site’s own pages.';

export const OPERATOR_ENDPOINTS = {
  session: {
    route: 'GET /api/v1/session',
    role: 'read',
    summary: 'Say who is signed in, and how people can sign in',
    description: COOKIE_RULE,
    answers: { 200: { description: 'Who is signed in', schema: ownSessionSchema } },
  },
  beginSignIn: {
    route: 'POST /api/v1/session/challenges',
    role: 'read',
    summary: 'Begin to sign in with a passkey',
    description: 'Gives the options for navigator.credentials.get(). They are good for five minutes, once.',
    answers: { 200: { description: 'The options', schema: z.object({ options: optionsSchema }) } },
  },
  signIn: {
    route: 'POST /api/v1/session',
    role: 'read',
    summary: 'Sign in with a passkey',
    description: `Begins a session, and ends the one that this browser had. ${COOKIE_RULE}`,
    body: z.strictObject({ credential: credentialSchema }),
    example: { credential: EXAMPLE_CREDENTIAL },
    answers: { 201: { description: 'Who is signed in now', schema: ownSessionSchema } },
    problems: [403],
  },
  beginOidc: {
    route: 'POST /api/v1/session/oidc',
    role: 'read',
    summary: 'Begin to sign in with the organisation’s sign-in',
    description:
      'Says where the browser is to go. It comes back to /console/oidc, and from there to /console, or to /console/sign-in?refused=WORD: ' +
      '"unknown" for somebody who has not joined, "invitation" if that is not open any more, "late" after five minutes, "provider" if the ' +
      `provider did not say who they are. With the token of an invitation they join. ${COOKIE_RULE}`,
    body: z.strictObject({ token: z.optional(tokenSchema) }),
    example: {},
    answers: { 200: { description: 'Where to go', schema: z.object({ location: z.string() }) } },
    problems: [403, 409],
  },
  signOut: {
    route: 'DELETE /api/v1/session',
    role: 'read',
    summary: 'Sign out',
    description: `Ends the session and clears the cookie. ${COOKIE_RULE}`,
    answers: { 200: { description: 'Nobody is signed in any more', schema: ownSessionSchema } },
  },
  sessions: {
    route: 'GET /api/v1/sessions',
    role: 'viewer',
    summary: 'List the sessions',
    description: 'One’s own. An owner sees everybody’s.',
    answers: { 200: { description: 'The sessions, newest first', schema: z.object({ sessions: z.array(sessionSchema) }) } },
  },
  endSession: {
    route: 'DELETE /api/v1/sessions/{session}',
    role: 'viewer',
    summary: 'End a session',
    description: 'One of one’s own. An owner may end any.',
    answers: { 200: { description: 'It is ended', schema: z.object({ id: z.string() }) } },
  },
  operators: {
    route: 'GET /api/v1/operators',
    role: 'viewer',
    summary: 'List the people who operate the site',
    description: 'Each with passkeys, role, and the API keys they created that are still in use.',
    answers: {
      200: {
        description: 'Everybody who joined, those who were removed too',
        schema: z.object({ operators: z.array(operatorSchema) }),
      },
    },
  },
  changeOperator: {
    route: 'PUT /api/v1/operators/{operator}',
    role: 'owner',
    summary: 'Change a person’s role or name',
    description: 'It takes effect at once. There must always be an owner.',
    body: z.strictObject({ name: z.optional(personNameSchema), role: z.optional(roleSchema) }),
    example: { role: 'moderator' },
    answers: { 200: { description: 'The person as they are now', schema: operatorSchema } },
    problems: [409],
  },
  removeOperator: {
    route: 'DELETE /api/v1/operators/{operator}',
    role: 'owner',
    summary: 'Remove a person',
    description:
      'Ends all their sessions, forgets their passkeys, and ends the invitations they created. The API keys they created keep working and ' +
      'are listed in the answer; "keys=revoke" revokes them too. There must always be an owner.',
    query: z.strictObject({ keys: z._default(z.enum(['keep', 'revoke'], 'must be keep or revoke'), 'keep') }),
    answers: { 200: { description: 'The person, who cannot sign in any more', schema: operatorSchema } },
    problems: [409],
  },
  invitations: {
    route: 'GET /api/v1/invitations',
    role: 'owner',
    summary: 'List the invitations that are open',
    description: 'Without their links: a link is shown once, when the invitation is created.',
    answers: {
      200: {
        description: 'Those that were not used, withdrawn or late, newest first',
        schema: z.object({ invitations: z.array(invitationSchema) }),
      },
    },
  },
  inviteOperator: {
    route: 'POST /api/v1/invitations',
    role: 'owner',
    summary: 'Invite somebody to operate the site',
    description:
      'The link is told only in this answer, and works once. With "operator" it adds a passkey to a person who joined already: for ' +
      'another device, or in place of one that was lost. Their role stays as it is, whatever "role" says.',
    body: z.strictObject({
      role: roleSchema,
      name: z.optional(personNameSchema),
      operator: z.optional(personIdSchema),
      hours: z._default(
        z
          .number()
          .check(
            z.minimum(0.1, 'must be 0.1 at least'),
            z.maximum(LONGEST_INVITATION_HOURS, `must be ${LONGEST_INVITATION_HOURS} at most`),
          ),
        0.5,
      ),
    }),
    example: { role: 'moderator', name: 'Ada' },
    answers: { 201: { description: 'The invitation, with its link', schema: madeInvitationSchema } },
    problems: [404, 409],
  },
  withdrawInvitation: {
    route: 'DELETE /api/v1/invitations/{invitation}',
    role: 'owner',
    summary: 'Withdraw an invitation',
    description: 'The link stops working at once. Somebody who has already joined keeps their access.',
    answers: { 200: { description: 'The invitation, whose link does not work any more', schema: invitationSchema } },
  },
  beginJoining: {
    route: 'POST /api/v1/invitations/challenges',
    role: 'read',
    summary: 'Begin to join with an invitation',
    description:
      'Says what the invitation is for, and gives the options for navigator.credentials.create(). They are good for five minutes, once.',
    body: z.strictObject({ token: tokenSchema }),
    example: { token: 'the-part-of-the-link-after-the-hash' },
    answers: {
      200: {
        description: 'The invitation and the options',
        schema: z.object({ invitation: invitedSchema, options: optionsSchema }),
      },
    },
    problems: [403],
  },
  join: {
    route: 'POST /api/v1/invitations/acceptances',
    role: 'read',
    summary: 'Join with an invitation and a passkey',
    description: `Begins a session too. A person who joined already keeps their name. ${COOKIE_RULE}`,
    body: z.strictObject({ token: tokenSchema, name: z.optional(personNameSchema), credential: credentialSchema }),
    example: { token: 'the-part-of-the-link-after-the-hash', name: 'Ada', credential: EXAMPLE_CREDENTIAL },
    answers: { 201: { description: 'Who is signed in now', schema: ownSessionSchema } },
    problems: [403],
  },
  beginPasskey: {
    route: 'POST /api/v1/session/passkeys/challenges',
    role: 'viewer',
    summary: 'Begin to add a passkey of one’s own',
    description: 'Gives the options for navigator.credentials.create(). They are good for five minutes, once. For people, not for keys.',
    answers: { 200: { description: 'The options', schema: z.object({ options: optionsSchema }) } },
    problems: [409],
  },
  addPasskey: {
    route: 'POST /api/v1/session/passkeys',
    role: 'viewer',
    summary: 'Add a passkey of one’s own',
    description: 'For people, not for keys.',
    body: z.strictObject({ name: personNameSchema, credential: credentialSchema }),
    example: { name: 'Laptop', credential: EXAMPLE_CREDENTIAL },
    answers: { 201: { description: 'The passkeys as they are now', schema: passkeysSchema } },
    problems: [409],
  },
  removePasskey: {
    route: 'DELETE /api/v1/session/passkeys/{passkey}',
    role: 'viewer',
    summary: 'Remove a passkey of one’s own',
    description: 'Never the last one. For people, not for keys.',
    answers: { 200: { description: 'The passkeys as they are now', schema: passkeysSchema } },
    problems: [409],
  },
} as const;
