// Operators: their roles, sessions, passkeys and invitations.
import * as z from 'zod/mini';

import { timeSchema } from '../parts/answer-parts.ts';
import { line } from '../parts/text-rules.ts';
import { actorSchema } from './audit.ts';

/** Roles for people, in ascending order; `ROLES` also has those for programs. */
export const PERSON_ROLES = ['viewer', 'moderator', 'operator', 'owner'] as const;

export type PersonRole = (typeof PERSON_ROLES)[number];

const roleSchema = z.enum(PERSON_ROLES, `must be ${PERSON_ROLES.join(', ')}`);

export const personSchema = z.object({ id: z.string(), name: z.string(), role: roleSchema });

export const ownSessionSchema = z.object({
  /** The signed-in person, or null. */
  person: z.nullable(personSchema),
  session: z.nullable(
    z.object({
      id: z.string(),
      startedAt: timeSchema,
      /** The session's absolute expiry. */
      endsAt: timeSchema,
      /** When the session expires without another request. */
      idleEndsAt: timeSchema,
    }),
  ),
  /** The available ways to sign in. */
  ways: z.object({
    passkey: z.discriminatedUnion('state', [
      z.object({ state: z.literal('ready') }),
      z.object({ state: z.literal('unavailable'), why: z.string() }),
    ]),
    /** The single sign-on provider; null if not set up. */
    oidc: z.nullable(z.object({ name: z.string() })),
  }),
  /** How to set up a site that nobody has joined; null after someone has joined, and for signed-in people. */
  setup: z.nullable(
    z.object({
      /** Whether there is an invitation for an owner. */
      isOpen: z.boolean(),
      /** Whether no points were ever posted. */
      isNew: z.boolean(),
      /** False for the server’s own pages in a browser on the same machine, if others can’t reach it. */
      needsCode: z.boolean(),
    }),
  ),
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
  /** Whether it is the caller's session. */
  own: z.boolean(),
});

export const passkeySchema = z.object({
  id: z.string(),
  name: z.string(),
  addedAt: timeSchema,
  /** Null if never used. */
  usedAt: z.nullable(timeSchema),
  /** The creator of the invitation that added it; null if the person added it or joined with it. */
  invitedBy: z.nullable(actorSchema),
});

export const operatorSchema = z.extend(personSchema, {
  /** `removed`: cannot sign in; only name and role are kept. */
  state: z.enum(['active', 'removed']),
  passkeys: z.array(passkeySchema),
  /** Whether they can use single sign-on. */
  oidc: z.boolean(),
  joinedAt: timeSchema,
  /** Last request or sign-in, to the minute. */
  lastSeenAt: timeSchema,
  /** Names of active API keys that they created, directly or with one of their keys. */
  keys: z.array(z.string()),
});

const invitedSchema = z.object({
  role: roleSchema,
  /** The invited person's name; null if they choose it. */
  name: z.nullable(z.string()),
  /** The id of the operator who gets another passkey; null for a new operator. */
  operator: z.nullable(z.string()),
  expiresAt: timeSchema,
});

export const invitationSchema = z.extend(invitedSchema, { id: z.string(), createdAt: timeSchema });

export const madeInvitationSchema = z.extend(invitationSchema, {
  /** The secret link, shown only once. */
  link: z.string(),
  /** The secret part of the link, for typing by hand. */
  code: z.string(),
});

/** WebAuthn options for `PublicKeyCredential.parseRequestOptionsFromJSON()` or `parseCreationOptionsFromJSON()`. */
const optionsSchema = z.looseObject({ challenge: z.string() });

const passkeysSchema = z.object({ passkeys: z.array(passkeySchema) });

/** The longest lifetime of an invitation: a week. */
const LONGEST_INVITATION_HOURS = 168;

export const personIdSchema = z.string().check(z.regex(/^[0-9a-f]{16}$/, 'must be the id of an operator'));

/** A passkey's credential id. */
export const passkeyIdSchema = z.string().check(z.regex(/^[\w-]{1,1400}$/, 'must be the id of a passkey'));

/** The name of a person or passkey. */
const personNameSchema = line(60);

/** Case, spaces and hyphens are ignored. */
const tokenSchema = z.string().check(z.regex(/^[\w -]{1,200}$/, 'must be the code, or the part of the link after #'));

/** A `PublicKeyCredential` as returned by its `toJSON()`. */
const credentialSchema = z.looseObject({ id: passkeyIdSchema, response: z.looseObject({ clientDataJSON: z.string() }) });

const EXAMPLE_CREDENTIAL = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  clientExtensionResults: {},
  response: { clientDataJSON: 'e30' },
};

const COOKIE_RULE =
  'For the console: requests that set or use the session cookie need the header "laurels-console: 1" and must come from the site’s own pages.';

export const OPERATOR_ENDPOINTS = {
  session: {
    route: 'GET /api/v1/session',
    role: 'read',
    summary: 'Read the session and the ways to sign in',
    description: COOKIE_RULE,
    answers: { 200: { description: 'The current session', schema: ownSessionSchema } },
  },
  beginSignIn: {
    route: 'POST /api/v1/session/challenges',
    role: 'read',
    summary: 'Start signing in with a passkey',
    description: 'Returns the options for navigator.credentials.get(). They work once, within five minutes.',
    answers: { 200: { description: 'The options', schema: z.object({ options: optionsSchema }) } },
  },
  signIn: {
    route: 'POST /api/v1/session',
    role: 'read',
    summary: 'Sign in with a passkey',
    description: `Starts a session and ends the browser’s previous one. ${COOKIE_RULE}`,
    body: z.strictObject({ credential: credentialSchema }),
    example: { credential: EXAMPLE_CREDENTIAL },
    answers: { 201: { description: 'The new session', schema: ownSessionSchema } },
    problems: [403],
  },
  beginOidc: {
    route: 'POST /api/v1/session/oidc',
    role: 'read',
    summary: 'Start single sign-on',
    description:
      'Returns the URL to redirect the browser to. It returns to /console/oidc, and from there to /console or to ' +
      '/console/sign-in?refused=WORD: "unknown" if no account matches, "invitation" if the invitation has expired, "late" after five ' +
      `minutes, "provider" if the provider did not identify the user. With an invitation token, the user joins. ${COOKIE_RULE}`,
    body: z.strictObject({ token: z.optional(tokenSchema) }),
    example: {},
    answers: { 200: { description: 'The URL', schema: z.object({ location: z.string() }) } },
    problems: [403, 409],
  },
  signOut: {
    route: 'DELETE /api/v1/session',
    role: 'read',
    summary: 'Sign out',
    description: `Ends the session and clears the cookie. ${COOKIE_RULE}`,
    answers: { 200: { description: 'Signed out', schema: ownSessionSchema } },
  },
  sessions: {
    route: 'GET /api/v1/sessions',
    role: 'viewer',
    summary: 'List sessions',
    description: 'Your own sessions; owners see everyone’s.',
    answers: { 200: { description: 'The sessions, newest first', schema: z.object({ sessions: z.array(sessionSchema) }) } },
  },
  endSession: {
    route: 'DELETE /api/v1/sessions/{session}',
    role: 'viewer',
    summary: 'End a session',
    description: 'Your own sessions; owners can end anyone’s.',
    answers: { 200: { description: 'The ended session', schema: z.object({ id: z.string() }) } },
  },
  operators: {
    route: 'GET /api/v1/operators',
    role: 'viewer',
    summary: 'List operators',
    description: 'Each with role, passkeys and the active API keys they created.',
    answers: {
      200: {
        description: 'All operators, including removed ones',
        schema: z.object({ operators: z.array(operatorSchema) }),
      },
    },
  },
  changeOperator: {
    route: 'PUT /api/v1/operators/{operator}',
    role: 'owner',
    summary: 'Change an operator’s role or name',
    description: 'Takes effect at once. There must always be an owner.',
    body: z.strictObject({ name: z.optional(personNameSchema), role: z.optional(roleSchema) }),
    example: { role: 'moderator' },
    answers: { 200: { description: 'The updated operator', schema: operatorSchema } },
    problems: [409],
  },
  removeOperator: {
    route: 'DELETE /api/v1/operators/{operator}',
    role: 'owner',
    summary: 'Remove an operator',
    description:
      'Ends their sessions, deletes their passkeys and withdraws the invitations they created. API keys they created keep working and are ' +
      'listed in the answer; "keys=revoke" revokes them too. There must always be an owner.',
    query: z.strictObject({ keys: z._default(z.enum(['keep', 'revoke'], 'must be keep or revoke'), 'keep') }),
    answers: { 200: { description: 'The removed operator', schema: operatorSchema } },
    problems: [409],
  },
  invitations: {
    route: 'GET /api/v1/invitations',
    role: 'owner',
    summary: 'List open invitations',
    description: 'Without their links, which are shown only once, when the invitation is created.',
    answers: {
      200: {
        description: 'Invitations that are not used, withdrawn or expired, newest first',
        schema: z.object({ invitations: z.array(invitationSchema) }),
      },
    },
  },
  inviteOperator: {
    route: 'POST /api/v1/invitations',
    role: 'owner',
    summary: 'Invite an operator',
    description:
      'The link is shown only in this answer and works once. With "operator", it adds a passkey to an existing operator, for another device ' +
      'or to replace a lost one; their role stays the same, and "role" is ignored.',
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
    answers: { 200: { description: 'The withdrawn invitation', schema: invitationSchema } },
  },
  setupCode: {
    route: 'POST /api/v1/invitations/codes',
    role: 'read',
    summary: 'Read the code of the first owner',
    description:
      'For the console in a browser on the server’s machine, if only that machine can reach the server and nobody has joined. ' +
      COOKIE_RULE,
    answers: { 200: { description: 'The code', schema: z.object({ code: z.string() }) } },
    problems: [403],
  },
  beginJoining: {
    route: 'POST /api/v1/invitations/challenges',
    role: 'read',
    summary: 'Start joining with an invitation',
    description: 'Returns the invitation and the options for navigator.credentials.create(), which work once, within five minutes.',
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
    description: `Also starts a session. An existing operator keeps their name. ${COOKIE_RULE}`,
    body: z.strictObject({ token: tokenSchema, name: z.optional(personNameSchema), credential: credentialSchema }),
    example: { token: 'the-part-of-the-link-after-the-hash', name: 'Ada', credential: EXAMPLE_CREDENTIAL },
    answers: { 201: { description: 'The new session', schema: ownSessionSchema } },
    problems: [403],
  },
  beginPasskey: {
    route: 'POST /api/v1/session/passkeys/challenges',
    role: 'viewer',
    summary: 'Start adding a passkey to your account',
    description: 'Returns the options for navigator.credentials.create(), which work once, within five minutes. Not for API keys.',
    answers: { 200: { description: 'The options', schema: z.object({ options: optionsSchema }) } },
    problems: [409],
  },
  addPasskey: {
    route: 'POST /api/v1/session/passkeys',
    role: 'viewer',
    summary: 'Add a passkey to your account',
    description: 'Not for API keys.',
    body: z.strictObject({ name: personNameSchema, credential: credentialSchema }),
    example: { name: 'Laptop', credential: EXAMPLE_CREDENTIAL },
    answers: { 201: { description: 'Your passkeys', schema: passkeysSchema } },
    problems: [409],
  },
  removePasskey: {
    route: 'DELETE /api/v1/session/passkeys/{passkey}',
    role: 'viewer',
    summary: 'Remove a passkey from your account',
    description: 'The last passkey cannot be removed. Not for API keys.',
    answers: { 200: { description: 'Your passkeys', schema: passkeysSchema } },
    problems: [409],
  },
} as const;
