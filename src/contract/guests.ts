// Guests: players without an account, in games without a server.
import * as z from 'zod/mini';

import { endpoints } from './endpoint.ts';
import { playerDataSchema, playerEventsSchema } from './operation/players.ts';
import { countSchema, playerSchema, timeSchema } from './parts/answer-parts.ts';
import { boardNameSchema, line } from './parts/text-rules.ts';
import { soughtUsernameSchema } from './points-event.ts';

/** A guest's secret, which contains the username. */
export const guestSecretSchema = z
  .string()
  .check(z.regex(/^lg_[0-9a-z]{12}_[\w-]{43}$/, 'must be the secret of a guest, which begins with lg_'));

const guestNameSchema = line(24);

/** Lets the client get the secret and the code again if the response with them was lost. */
const idempotencyKeySchema = z.string().check(z.regex(/^[\w-]{32,64}$/, 'must be 32 to 64 random letters, digits, "-" or "_"'));

/** How many days guests without points are kept. */
export const UNUSED_GUEST_DAYS = 7;

/** How often guests may rename themselves, and leave boards, in 24 hours. */
export const RENAMES_A_DAY = 3;
export const LEAVES_A_DAY = 10;

/** How many hours a proposal to merge a guest stays open. */
export const PROPOSAL_HOURS = 24;

export const newGuestSchema = z.object({
  /** Used in the URLs of the guest's pages. */
  username: z.string(),
  /** Shown to other players. */
  name: z.string(),
  /** Kept by the game, for the guest’s plays. Shown only once. */
  secret: z.string(),
  /** Words that the guest keeps, to continue on another device. Shown only once. */
  code: z.string(),
});

const namedGuestSchema = z.object({ username: z.string(), name: z.string() });

const leftBoardSchema = z.object({
  board: z.string(),
  /** How many of their events were voided, and how many of those on hold were rejected. */
  events: countSchema,
  held: countSchema,
});

export const guestDataSchema = z.extend(z.omit(playerDataSchema, { notes: true }), {
  guest: z.extend(namedGuestSchema, { created: timeSchema }),
});

export const mergeProposalSchema = z.object({
  guest: namedGuestSchema,
  /** The player who would receive the guest’s points. */
  into: playerSchema,
  expires: timeSchema,
});

const SECRET = `lg_7k3mq9tx04rb_${'A'.repeat(43)}`;

const RETRY_RULES = `With "idempotencyKey", random and as secret as "secret", the same request gets the same answer if it is sent again.`;

const RENAME_RULES = `"name" has at most 24 characters, speaks for nobody else and not for the site, and looks like no name of another player or guest.`;

export const GUEST_ENDPOINTS = endpoints({
  createGuest: {
    route: 'POST /api/v1/guests',
    role: 'play',
    summary: 'Create a guest',
    description:
      `A player without an account. Leave out "name" to have one generated. ${RENAME_RULES} Keep "secret" on the player’s device and show them ` +
      `"code": both are returned only once. A guest appears on a board with their first points; without points, they are deleted after ` +
      `${UNUSED_GUEST_DAYS} days. 429 is the hourly budget of the API key; an address may use a tenth of it. ${RETRY_RULES} That needs a "name".`,
    body: z.strictObject({ name: z.optional(guestNameSchema), idempotencyKey: z.optional(idempotencyKeySchema) }),
    example: { name: 'Ada' },
    answers: { 201: { description: 'The guest, with the secret and the recovery code', schema: newGuestSchema } },
    problems: [409],
  },
  recoverGuest: {
    route: 'POST /api/v1/guests/recover',
    role: 'play',
    summary: 'Recover a guest on another device',
    description:
      'Takes the recovery code, in any case and with spaces or hyphens; the first four letters of each word are enough. The guest gets a new ' +
      `secret and a new code, and the old ones stop working. At most 20 attempts an hour from one address, and 10,000 in total. ${RETRY_RULES}`,
    body: z.strictObject({
      code: z.string().check(z.minLength(1), z.maxLength(200)),
      idempotencyKey: z.optional(idempotencyKeySchema),
    }),
    example: { code: 'abandon-ability-able-about-above-absent-absorb' },
    answers: { 200: { description: 'The guest, with the new secret and code', schema: newGuestSchema } },
    problems: [404],
  },
  renameGuest: {
    route: 'POST /api/v1/guests/rename',
    role: 'play',
    summary: 'Rename a guest',
    description: `Changes what others see; the username stays. ${RENAME_RULES} At most ${RENAMES_A_DAY} times in 24 hours.`,
    body: z.strictObject({ guest: guestSecretSchema, name: guestNameSchema }),
    example: { guest: SECRET, name: 'Ada L.' },
    answers: { 200: { description: 'The guest', schema: namedGuestSchema } },
    problems: [404, 409],
  },
  leaveBoard: {
    route: 'POST /api/v1/guests/leave',
    role: 'play',
    summary: 'Take a guest off a board',
    description:
      'Voids the guest’s events on the board and rejects their points on hold, as operators can, who can undo it. Final results do not change. ' +
      `A later play puts the guest back on the board. Voided plays still count against its limits. At most ${LEAVES_A_DAY} times in 24 hours.`,
    body: z.strictObject({ guest: guestSecretSchema, board: boardNameSchema }),
    example: { guest: SECRET, board: 'main' },
    answers: { 200: { description: 'How many events no longer count', schema: leftBoardSchema } },
    problems: [404, 409],
  },
  guestData: {
    route: 'POST /api/v1/guests/data',
    role: 'play',
    summary: 'Export what is stored about a guest, except events',
    description: 'For the guest’s own copy: names, points on hold, totals and final ranks. Their events are at /api/v1/guests/events.',
    body: z.strictObject({ guest: guestSecretSchema }),
    example: { guest: SECRET },
    answers: { 200: { description: 'The guest’s data', schema: guestDataSchema } },
    problems: [404],
  },
  guestEvents: {
    route: 'POST /api/v1/guests/events',
    role: 'play',
    summary: 'Export a guest’s events on a board',
    description: 'Newest first, including voided ones. "before" is the "next" of the previous page.',
    body: z.strictObject({ guest: guestSecretSchema, board: boardNameSchema, before: z.optional(z.int().check(z.minimum(1))) }),
    example: { guest: SECRET, board: 'main' },
    answers: { 200: { description: 'Up to 1000 events', schema: playerEventsSchema } },
    problems: [404],
  },
  eraseGuest: {
    route: 'POST /api/v1/guests/erase',
    role: 'play',
    summary: 'Permanently erase a guest',
    description:
      'For the guest themselves. Cannot be undone. Their points and ranks stay, under "Erased player"; leave the boards first if they should not.' +
      ' Names, secret, code and the ids of events are deleted, and plays that are not finished cannot be. "traces" is as for erasing a ' +
      'player. At most 10 an hour from one address, and 1,000 with one key.',
    body: z.strictObject({ guest: guestSecretSchema }),
    example: { guest: SECRET },
    answers: { 200: { description: 'The guest is erased', schema: z.object({ traces: z.enum(['gone', 'later']) }) } },
    problems: [404],
  },
  proposeMerge: {
    route: 'POST /api/v1/guests/merge',
    role: 'play',
    summary: 'Propose to merge a guest into a player',
    description:
      'For guests who have an account with the game now. "into" is the username under which the game’s server posts their points. Nothing ' +
      `changes until that server or an operator accepts it, within ${PROPOSAL_HOURS} hours. A new proposal replaces an earlier one.`,
    body: z.strictObject({ guest: guestSecretSchema, into: soughtUsernameSchema }),
    example: { guest: SECRET, into: 'bob' },
    answers: { 200: { description: 'The proposal', schema: mergeProposalSchema } },
    problems: [404, 409],
  },
  mergeProposals: {
    // Not below /guests, which web sites may call: this is for the game's server.
    route: 'GET /api/v1/merge-proposals',
    role: 'write',
    summary: 'List proposals to merge guests',
    description: 'At most 500 open proposals, the newest guest first.',
    answers: { 200: { description: 'The proposals', schema: z.object({ proposals: z.array(mergeProposalSchema) }) } },
  },
  decideMerge: {
    route: 'POST /api/v1/merge-proposals/{username}',
    role: 'write',
    summary: 'Accept or decline a proposal to merge a guest',
    description:
      'The path has the guest’s username, and "into" must be that of the proposal. Accept it only if the player who is signed in to your game ' +
      'is "into". Accepting merges the players as an operator would, and can be undone in the audit log; until then, the guest cannot ' +
      'play. Every event of the guest must be within the bounds of the key.',
    body: z.strictObject({ does: z.enum(['accept', 'decline'], 'must be "accept" or "decline"'), into: soughtUsernameSchema }),
    example: { does: 'accept', into: 'bob' },
    answers: {
      200: { description: 'How many events were moved', schema: z.object({ does: z.enum(['accept', 'decline']), events: countSchema }) },
    },
    problems: [409, 422],
  },
});
