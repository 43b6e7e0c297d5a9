// The data of players: what is kept of one, what is shown of it, and what is done with it.
import * as z from 'zod/mini';

import { ENDING_KINDS, PERIOD_KINDS } from '../../domain/calendar.ts';
import { boardSchema, countSchema, dateSchema, playerSchema, rankSchema, timeSchema, voidedSchema } from '../parts/answer-parts.ts';
import { boardNameSchema, emojiSchema, line, usernameSchema } from '../parts/text-rules.ts';
import { heldSchema } from './held.ts';
import { PREVIEW_QUERY, PREVIEW_RULE, previewSchema } from './previews.ts';
import { privacySchema } from './privacy.ts';

export const playerDataSchema = z.object({
  player: playerSchema,
  /** Why they are not shown; a reason only of somebody removed. */
  visibility: z.object({ state: z.enum(['shown', 'hidden', 'removed']), reason: z.nullable(z.string()) }),
  /** Their points that are or were held, newest first. */
  held: z.array(heldSchema),
  /** Those that they have events on. */
  boards: z.array(
    z.object({
      board: boardSchema,
      /** Their total in every period they have one in, oldest first. `from`: its first day; null for all time. */
      totals: z.array(z.object({ kind: z.enum(PERIOD_KINDS), from: z.nullable(dateSchema), points: z.int() })),
      /** Where they ended, newest first. */
      finalRanks: z.array(
        z.object({ kind: z.enum(ENDING_KINDS), from: dateSchema, rank: rankSchema, total: countSchema, points: z.int() }),
      ),
    }),
  ),
});

export type PlayerData = z.infer<typeof playerDataSchema>;

export const playerEventsSchema = z.object({
  board: z.string(),
  /** Newest first, in the order in which they were recorded. */
  events: z.array(
    z.object({
      id: z.string(),
      points: z.int(),
      at: timeSchema,
      receivedAt: timeSchema,
      activity: z.string(),
      /** The periods that it counts for. */
      counted: z.array(z.enum(PERIOD_KINDS)),
      voided: z.nullable(voidedSchema),
    }),
  ),
  /** The `before` of the next page; null on the last one. */
  next: z.nullable(z.int()),
});

export type PlayerEvents = z.infer<typeof playerEventsSchema>;

export const PLAYER_ENDPOINTS = {
  renamePlayer: {
    route: 'PUT /api/v1/players/{username}/name',
    role: 'moderator',
    summary: 'Call a player otherwise',
    description:
      'Whatever you leave out stays. A display name that was the username follows it. The old name is free then: if your game goes on ' +
      'to post points under it, they are of a new player. Reports of events that were sent before keep the name of then.',
    body: z
      .strictObject({ username: z.optional(usernameSchema), displayName: z.optional(line(64)), avatar: z.optional(emojiSchema) })
      .check(z.refine((names) => Object.keys(names).length > 0, 'must have a username, a displayName or an avatar')),
    example: { displayName: 'Ada L.' },
    answers: { 200: { description: 'The player as they are called now', schema: playerSchema } },
    problems: [409],
  },
  erasePlayer: {
    route: 'DELETE /api/v1/players/{username}',
    role: 'owner',
    summary: 'Forget who a player was',
    description:
      'For ever. Their points and ranks stay, of an "Erased player" without a page. Name, display name and avatar are gone, and so are ' +
      'the ids of their events: make sure that your game sends none of them again, or they are of a new player. "traces" is "gone" ' +
      'if nothing is left in the files of the database either, and "later" if that follows once no events arrive for a minute, or at the next start.',
    answers: { 200: { description: 'They are forgotten', schema: z.object({ traces: z.enum(['gone', 'later']) }) } },
  },
  mergePlayers: {
    route: 'POST /api/v1/players/{username}/merges',
    role: 'operator',
    summary: 'Count the points of one player for another',
    description:
      'For somebody with two names. Every event of the player in the address is voided, and counts for "into" instead, with its own time. ' +
      'Results that are final stay as they are. At most 10,000 events. If it is cut off, the server goes on with it when it starts, and ' +
      `nothing counts twice. ${PREVIEW_RULE}`,
    query: PREVIEW_QUERY,
    body: z.strictObject({ into: z.string().check(z.minLength(1)) }),
    example: { into: 'bob' },
    answers: {
      200: {
        description: 'How many events count for the other player from now on, or what would happen',
        schema: z.union([z.object({ events: countSchema }), previewSchema]),
      },
    },
    problems: [409, 422],
  },
  playerData: {
    route: 'GET /api/v1/players/{username}/data',
    role: 'viewer',
    summary: 'Read everything that is kept about a player, but the events',
    description: 'Names, whether they are shown, and every total and final rank on every board. Hidden players too.',
    answers: { 200: { description: 'What is kept', schema: playerDataSchema } },
  },
  playerEvents: {
    route: 'GET /api/v1/players/{username}/events',
    role: 'viewer',
    summary: 'Read the events of a player on a board',
    description:
      'Newest first, as they were sent and received; voided ones too. "before" is the "next" of the page before. What visitors may see ' +
      'makes no difference here.',
    query: z.strictObject({
      board: z.optional(boardNameSchema),
      before: z.optional(z.int().check(z.minimum(1))),
    }),
    answers: { 200: { description: 'Up to 1000 events', schema: playerEventsSchema } },
  },
  privacy: {
    route: 'GET /api/v1/privacy',
    role: 'read',
    summary: 'Read what visitors may see of players',
    description: 'Whether receipts show single events, totals by day, or neither.',
    answers: { 200: { description: 'The setting', schema: privacySchema } },
  },
  replacePrivacy: {
    route: 'PUT /api/v1/privacy',
    role: 'operator',
    summary: 'Set what visitors may see of players',
    description:
      '"events" is what everybody may read of the events behind a total: "all", each event with its time and activity; "by-day", what ' +
      'each day added up to; or "none". Ranks, totals and the time a total was reached are always shown, because ties are decided by it.',
    body: privacySchema,
    example: { events: 'all' },
    isConditional: true,
    answers: { 200: { description: 'The setting as it is now', schema: privacySchema } },
  },
} as const;
