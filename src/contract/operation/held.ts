// Points on hold: the limits of a board, and accepting or rejecting points that exceed them.
import * as z from 'zod/mini';

import { countSchema, timeSchema } from '../parts/answer-parts.ts';
import { SELECTION_RULE, selectionOf } from '../parts/selection.ts';
import { boardNameSchema, line } from '../parts/text-rules.ts';
import { MANY_RULE, PREVIEW_QUERY, PREVIEW_RULE, previewSchema } from './previews.ts';

export const MOST_HELD = 500;

/** `waiting`: not decided yet. `accepted` points count, `rejected` ones do not. */
const HELD_STATES = ['waiting', 'accepted', 'rejected'] as const;

export type HeldState = (typeof HELD_STATES)[number];

export const playLimitsSchema = z.strictObject({
  /** The minimum duration of a play, in seconds. */
  seconds: z.nullable(z.int().check(z.minimum(1), z.maximum(3600))),
  /** The most points per second of a play. */
  rate: z.nullable(z.number().check(z.positive())),
  /** The most plays per player and clock hour, and per day of the board. */
  hour: z.nullable(z.int().check(z.minimum(1))),
  day: z.nullable(z.int().check(z.minimum(1))),
  /** Whether to hold plays that would bring a player onto the all-time podium. */
  podium: z.boolean(),
});

export const limitsSchema = z.strictObject({
  /** The best value of an event: the most points or, where low comes first, the fewest. */
  event: z.nullable(z.int()),
  /** The most points per player and clock hour. */
  hour: z.nullable(z.int().check(z.minimum(1))),
  /** The most points per player and day of the board. */
  day: z.nullable(z.int().check(z.minimum(1))),
  /** The most points per day as a multiple of the player’s best earlier day; applies after three days with points. */
  history: z.nullable(z.number().check(z.minimum(1), z.maximum(1000))),
  /** Limits of plays, which public keys begin and finish. */
  play: z.nullable(playLimitsSchema),
  /** Whether to hold points of new players whose name looks like another player’s. */
  names: z.boolean(),
  /** Whether the board has a daily challenge: its plays count for the day they began on, and "play.day" is the attempts per day. */
  challenge: z.boolean(),
  /** The number of a day’s best players whose replays are kept. */
  replays: z.int().check(z.minimum(0), z.maximum(100)),
});

export type ApiLimits = z.infer<typeof limitsSchema>;

export const boardLimitsSchema = z.object({ board: z.string(), limits: limitsSchema });

const newLimitsSchema = z.partial(z.extend(limitsSchema, { play: z.nullable(z.partial(playLimitsSchema)) }));

export const cheatingBudgetSchema = z.object({
  board: z.string(),
  /** "gain": points in a clock hour. "best": the best result, on boards that don't add up points. */
  kind: z.enum(['gain', 'best']),
  /** For one player; null if unlimited. */
  player: z.nullable(z.number()),
  /** For all players of public keys together; null if unlimited. */
  everybody: z.nullable(z.number()),
  /** The limit to set first if the gain or result is unlimited. */
  missing: z.nullable(z.enum(['hour', 'event'])),
  /** How many plays the public keys of this board may finish per clock hour in total. */
  plays: countSchema,
  /** The players with the most points in this hour, then today; best results on boards that don't add up points. */
  closest: z.array(
    z.object({
      player: z.object({ username: z.string(), displayName: z.string() }),
      /** In this clock hour; null on boards that don't add up points. */
      hour: z.nullable(z.int()),
      /** Their total of today. */
      today: z.int(),
    }),
  ),
});

export const heldSchema = z.object({
  id: z.string(),
  board: z.string(),
  event: z.object({
    id: z.string(),
    username: z.string(),
    /** As sent with the event; null if left out. */
    displayName: z.nullable(z.string()),
    points: z.int(),
    at: timeSchema,
    receivedAt: timeSchema,
    activity: z.string(),
  }),
  /** The limit exceeded, or "name". */
  rule: z.string(),
  reason: z.string(),
  state: z.enum(HELD_STATES),
  /** Since when it has been in this state. */
  since: timeSchema,
  /** The operator's reason for rejecting it. */
  note: z.nullable(z.string()),
});

export type ApiHeld = z.infer<typeof heldSchema>;

export const heldPageSchema = z.object({
  /** Newest first. */
  held: z.array(heldSchema),
  /** The "before" of the next page; null at the end. */
  next: z.nullable(z.string()),
  /** The total number; null with filters other than "state". */
  total: z.nullable(countSchema),
});

const HELD_FILTERS = {
  board: z.optional(boardNameSchema),
  player: z.optional(z.string().check(z.minLength(1))),
  event: z.optional(z.string().check(z.minLength(1), z.maxLength(128))),
  state: z.optional(z.enum(HELD_STATES, 'must be "waiting", "accepted" or "rejected"')),
};

export const decidedHeldSchema = z.object({
  does: z.enum(['accept', 'reject']),
  /** How many held events were accepted or rejected. */
  held: countSchema,
  /** How many stay on hold because they cannot be recorded, for example because their id was posted since. */
  refused: countSchema,
  /** The numbers of the audit entries: accepting creates one per board, everything else a single one. */
  entries: z.array(z.int()),
});

export const heldIdSchema = z.string().check(z.regex(/^[0-9a-f]{16}$/, 'must be the id of held points'));

export const HELD_ENDPOINTS = {
  limits: {
    route: 'GET /api/v1/boards/{board}/limits',
    role: 'viewer',
    summary: 'Read a board’s limits',
    description: 'Points over a limit are on hold until an operator accepts or rejects them.',
    answers: { 200: { description: 'The limits; null where none is set', schema: boardLimitsSchema } },
  },
  setLimits: {
    route: 'PUT /api/v1/boards/{board}/limits',
    role: 'operator',
    summary: 'Set a board’s limits',
    description:
      'An event over a limit is put on hold: it neither counts nor shows until an operator accepts it. Limits apply to one event, to a ' +
      'player’s hour and day by event time, and to a multiple of the player’s best day of the past year (after three days with points). ' +
      'Points on hold do not count towards limits, and negative points are never held. "names" holds everything from new players whose name looks like ' +
      'another player’s, for example with a Cyrillic letter, until some of it is accepted. With "challenge", everybody gets the same seed on a ' +
      'day, and "play.day" is how many attempts they have. "replays" is 10 unless you set it. Where totals are not sums, or low comes first, ' +
      'only "event" and "play" apply; where low comes first, "event" is a minimum, and plays have no "rate". "play" limits what public keys ' +
      'finish: the fewest seconds of a play, points per second, plays per clock hour and day, and "podium" holds plays that would bring ' +
      'a player to the podium of all time. Imports by operators are not held. Points already on hold stay on hold. Limits you leave out ' +
      'are removed.',
    body: newLimitsSchema,
    example: { event: 5000, hour: 20_000, day: 100_000, history: 5, names: true, play: { seconds: 20, rate: 50, hour: 30 } },
    isConditional: true,
    answers: { 200: { description: 'The new limits', schema: boardLimitsSchema } },
    problems: [409],
  },
  cheatingBudget: {
    route: 'GET /api/v1/boards/{board}/limits/budget',
    role: 'viewer',
    summary: 'Read a board’s cheating budget',
    description:
      'The most a cheater who knows every limit can gain with public keys without being held, and the players closest to it. Limits per ' +
      'hour are those of the clock: 60 minutes that begin in the middle of an hour can hold twice as much.',
    answers: { 200: { description: 'The budget; null where no limit bounds it', schema: cheatingBudgetSchema } },
  },
  held: {
    route: 'GET /api/v1/held',
    role: 'viewer',
    summary: 'List points on hold',
    description:
      'Newest first, in every state unless you name one. "player" is a username, known or not; "event" is part of an event id. A page can ' +
      'be short: continue while "next" is not null.',
    query: z.strictObject({
      ...HELD_FILTERS,
      before: z.optional(heldIdSchema),
      limit: z._default(z.int().check(z.minimum(1), z.maximum(MOST_HELD)), 50),
    }),
    answers: { 200: { description: 'A page of points on hold', schema: heldPageSchema } },
  },
  decideHeld: {
    route: 'POST /api/v1/held',
    role: 'moderator',
    summary: 'Accept or reject many points on hold',
    description:
      '"match" takes the filters of the list; without a "state", it finds points that wait for a decision. Rejecting needs a "reason". Points ' +
      `on several boards are accepted one board at a time, each with its own audit entry. ${MANY_RULE} ${SELECTION_RULE} ${PREVIEW_RULE}`,
    query: PREVIEW_QUERY,
    body: z
      .strictObject({
        does: z.enum(['accept', 'reject']),
        reason: z.optional(line(200)),
        held: selectionOf(heldIdSchema, z.strictObject(HELD_FILTERS)),
      })
      .check(z.refine(({ does, reason }) => does === 'accept' || reason !== undefined, { error: 'is missing', path: ['reason'] })),
    example: { does: 'accept', held: { match: { board: 'main' } } },
    answers: { 200: { description: 'The number of decisions, or the preview', schema: z.union([decidedHeldSchema, previewSchema]) } },
    problems: [404, 409, 422],
  },
  acceptHeld: {
    route: 'POST /api/v1/held/{held}/acceptance',
    role: 'moderator',
    summary: 'Accept points on hold',
    description:
      'They count in each period that accepted them when they arrived and is not final. Rejected points can be accepted too. To remove ' +
      'accepted points again, void the event. ' +
      PREVIEW_RULE,
    query: PREVIEW_QUERY,
    answers: { 200: { description: 'The accepted points, or the preview', schema: z.union([heldSchema, previewSchema]) } },
    problems: [409, 422],
  },
  rejectHeld: {
    route: 'POST /api/v1/held/{held}/rejection',
    role: 'moderator',
    summary: 'Reject points on hold',
    description: 'They stay out of sight and keep their event id. You can still accept them later.',
    body: z.strictObject({ reason: line(200) }),
    example: { reason: 'No match was played at that time.' },
    answers: { 200: { description: 'The rejected points', schema: heldSchema } },
    problems: [409],
  },
} as const;
