// A player's data, and renaming, merging and erasing players.
import * as z from 'zod/mini';

import { ENDING_KINDS, PERIOD_KINDS } from '../../domain/calendar.ts';
import { boardSchema, countSchema, dateSchema, playerSchema, rankSchema, timeSchema, voidedSchema } from '../parts/answer-parts.ts';
import { SELECTION_RULE, selectionOf } from '../parts/selection.ts';
import { boardNameSchema, emojiSchema, line, usernameSchema } from '../parts/text-rules.ts';
import { heldSchema } from './held.ts';
import { noteSchema } from './notes.ts';
import { MANY_RULE, PREVIEW_QUERY, PREVIEW_RULE, previewSchema } from './previews.ts';
import { privacySchema } from './privacy.ts';

/** The states of a player, for filtering and for setting. */
export const VISIBILITIES = ['shown', 'hidden', 'removed'] as const;

/** A board with events of a player. */
export const playedBoardSchema = z.object({
  board: boardSchema,
  /** One per period with points, oldest first. `from`: its first day; null for all time. */
  totals: z.array(z.object({ kind: z.enum(PERIOD_KINDS), from: z.nullable(dateSchema), points: z.int() })),
  /** Newest first. */
  finalRanks: z.array(z.object({ kind: z.enum(ENDING_KINDS), from: dateSchema, rank: rankSchema, total: countSchema, points: z.int() })),
});

export const playerDataSchema = z.object({
  player: playerSchema,
  /** Only removed players have a reason. */
  visibility: z.object({ state: z.enum(VISIBILITIES), reason: z.nullable(z.string()) }),
  /** Points on hold, now or before, newest first. */
  held: z.array(heldSchema),
  /** Operators' notes on the player, newest first. */
  notes: z.array(noteSchema),
  boards: z.array(playedBoardSchema),
});

export type PlayerData = z.infer<typeof playerDataSchema>;

export const playerEventsSchema = z.object({
  board: z.string(),
  /** Newest first, by order of recording. */
  events: z.array(
    z.object({
      id: z.string(),
      points: z.int(),
      at: timeSchema,
      receivedAt: timeSchema,
      activity: z.string(),
      /** The periods it counts in. */
      counted: z.array(z.enum(PERIOD_KINDS)),
      voided: z.nullable(voidedSchema),
    }),
  ),
  /** The `before` of the next page; null on the last one. */
  next: z.nullable(z.int()),
});

export type PlayerEvents = z.infer<typeof playerEventsSchema>;

const visibilityStateSchema = z.enum(VISIBILITIES, 'must be "shown", "hidden" or "removed"');

/** The filters of the list of players. */
export const PLAYER_FILTERS = {
  q: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
  state: z.optional(visibilityStateSchema),
};

/** `players`: how many changed; `entry`: the number of the audit entry. */
export const setVisibilitiesSchema = z.object({ state: visibilityStateSchema, players: countSchema, entry: z.int() });

export const bannedSchema = z.object({
  player: playerSchema,
  /** How many of their events on hold were rejected. */
  held: countSchema,
  /** How many of their events were voided. */
  events: countSchema,
  /** The number of the audit entry. */
  entry: z.int(),
});

export const PLAYER_ENDPOINTS = {
  setVisibilities: {
    // Not below /players, where it would take the path of a player with that name.
    route: 'POST /api/v1/absent-players',
    role: 'moderator',
    summary: 'Hide, remove or show many players',
    description:
      'The ids are usernames; "match" takes the filters of the list. Removing needs a "reason", shown on the player’s page. Players who ' +
      `already are in that state stay as they are. ${MANY_RULE} ${SELECTION_RULE} ${PREVIEW_RULE}`,
    query: PREVIEW_QUERY,
    body: z
      .strictObject({
        state: visibilityStateSchema,
        reason: z.optional(line(200)),
        players: selectionOf(z.string().check(z.minLength(1)), z.strictObject(PLAYER_FILTERS)),
      })
      .check(z.refine(({ state, reason }) => state !== 'removed' || reason !== undefined, { error: 'is missing', path: ['reason'] })),
    example: { state: 'hidden', players: { ids: ['bob', 'eve'] } },
    answers: {
      200: { description: 'The number of changed players, or the preview', schema: z.union([setVisibilitiesSchema, previewSchema]) },
    },
    problems: [404, 409],
  },
  banPlayer: {
    route: 'POST /api/v1/players/{username}/ban',
    role: 'moderator',
    summary: 'Ban a player',
    description:
      'Removes the player, rejects their points on hold, and voids their events on all boards that happened at or after "voidFrom", or none ' +
      'without it. One action with one audit entry; its undo reverts everything that nobody changed since. At most 10,000 events. Final ' +
      `results do not change. ${PREVIEW_RULE}`,
    query: PREVIEW_QUERY,
    body: z.strictObject({ reason: line(200), voidFrom: z.optional(z.nullable(timeSchema)) }),
    example: { reason: 'Played with an aim bot.', voidFrom: '2026-11-20T00:00:00Z' },
    answers: { 200: { description: 'The result, or the preview', schema: z.union([bannedSchema, previewSchema]) } },
    problems: [409, 422],
  },
  renamePlayer: {
    route: 'PUT /api/v1/players/{username}/name',
    role: 'moderator',
    summary: 'Rename a player',
    description:
      'Fields you leave out keep their values. A display name equal to the username changes with it. The old username becomes free: if your ' +
      'game keeps posting under it, that creates a new player. Reports of earlier events keep the earlier name.',
    body: z
      .strictObject({ username: z.optional(usernameSchema), displayName: z.optional(line(64)), avatar: z.optional(emojiSchema) })
      .check(z.refine((names) => Object.keys(names).length > 0, 'must have a username, a displayName or an avatar')),
    example: { displayName: 'Ada L.' },
    answers: { 200: { description: 'The renamed player', schema: playerSchema } },
    problems: [409],
  },
  erasePlayer: {
    route: 'DELETE /api/v1/players/{username}',
    role: 'owner',
    summary: 'Permanently erase a player',
    description:
      'Cannot be undone. Their points and ranks stay, under "Erased player" without a page. Username, display name, avatar and the ids of ' +
      'their events are deleted, so an event sent again would create a new player: make sure that your game resends none. "traces" is ' +
      '"gone" if nothing is left in the database files either, and "later" if that happens after a minute without events, or at the next ' +
      'start.',
    answers: { 200: { description: 'The player is erased', schema: z.object({ traces: z.enum(['gone', 'later']) }) } },
  },
  mergePlayers: {
    route: 'POST /api/v1/players/{username}/merges',
    role: 'operator',
    summary: 'Merge players',
    description:
      'For one person with two usernames. Every event of the player in the path is voided and counts for "into" instead, at its original ' +
      'time. Final results do not change. At most 10,000 events. If the server stops during a merge, it resumes at the next start, and ' +
      `nothing counts twice. ${PREVIEW_RULE}`,
    query: PREVIEW_QUERY,
    body: z.strictObject({ into: z.string().check(z.minLength(1)) }),
    example: { into: 'bob' },
    answers: {
      200: {
        description: 'The number of moved events, or the preview',
        schema: z.union([z.object({ events: countSchema }), previewSchema]),
      },
    },
    problems: [409, 422],
  },
  playerData: {
    route: 'GET /api/v1/players/{username}/data',
    role: 'viewer',
    summary: 'Read everything stored about a player, except events',
    description: 'Names, visibility, notes of operators, and all totals and final ranks on every board. Works for hidden players too.',
    answers: { 200: { description: 'The player’s data', schema: playerDataSchema } },
  },
  playerEvents: {
    route: 'GET /api/v1/players/{username}/events',
    role: 'viewer',
    summary: 'List a player’s events on a board',
    description:
      'Newest first, as sent and received, including voided events, whatever the privacy setting. "before" is the "next" of the previous ' +
      'page.',
    query: z.strictObject({
      board: z.optional(boardNameSchema),
      before: z.optional(z.int().check(z.minimum(1))),
    }),
    answers: { 200: { description: 'Up to 1000 events', schema: playerEventsSchema } },
  },
  privacy: {
    route: 'GET /api/v1/privacy',
    role: 'read',
    summary: 'Read the privacy setting',
    description: 'Whether receipts show single events, daily totals, or neither.',
    answers: { 200: { description: 'The setting', schema: privacySchema } },
  },
  replacePrivacy: {
    route: 'PUT /api/v1/privacy',
    role: 'operator',
    summary: 'Set the privacy setting',
    description:
      '"events" is what visitors can see of the events behind a total: "all", each event with its time and activity; "by-day", daily ' +
      'totals; or "none". Ranks, totals and the time a total was reached are always shown, because ties are decided by it.',
    body: privacySchema,
    example: { events: 'all' },
    isConditional: true,
    answers: { 200: { description: 'The new setting', schema: privacySchema } },
  },
} as const;
