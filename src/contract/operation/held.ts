// Points that are not taken without a look: which these are, what operators are told of them, and what becomes of them.
import * as z from 'zod/mini';

import { timeSchema } from '../parts/answer-parts.ts';
import { boardNameSchema, line } from '../parts/text-rules.ts';
import { PREVIEW_QUERY, PREVIEW_RULE, previewSchema } from './previews.ts';

/** How many held points a page has at most. */
export const MOST_HELD = 500;

/** `waiting`: nobody decided yet. `accepted`: they count. `rejected`: they do not. */
const HELD_STATES = ['waiting', 'accepted', 'rejected'] as const;

export type HeldState = (typeof HELD_STATES)[number];

export const limitsSchema = z.strictObject({
  /** The best one event may be: the most points or, where low comes first, the fewest. */
  event: z.nullable(z.int()),
  /** The most points of a player in an hour, from full hour to full hour. */
  hour: z.nullable(z.int().check(z.minimum(1))),
  /** The most points of a player in a day of the board. */
  day: z.nullable(z.int().check(z.minimum(1))),
  /** How many times the best of a player’s earlier days a day may be; only of players with points on three days before. */
  history: z.nullable(z.number().check(z.minimum(1), z.maximum(1000))),
  /** Whether points of somebody new are held whose name looks like another player’s. */
  names: z.boolean(),
});

export type ApiLimits = z.infer<typeof limitsSchema>;

export const boardLimitsSchema = z.object({ board: z.string(), limits: limitsSchema });

export const heldSchema = z.object({
  id: z.string(),
  board: z.string(),
  event: z.object({
    id: z.string(),
    username: z.string(),
    /** As it was sent with the event; null if it was left out. */
    displayName: z.nullable(z.string()),
    points: z.int(),
    at: timeSchema,
    receivedAt: timeSchema,
    activity: z.string(),
  }),
  /** The limit that it exceeds, or "name". */
  rule: z.string(),
  reason: z.string(),
  state: z.enum(HELD_STATES),
  /** Since when it is in this state. */
  since: timeSchema,
  /** What an operator said when it was rejected. */
  note: z.nullable(z.string()),
});

export type ApiHeld = z.infer<typeof heldSchema>;

export const heldPageSchema = z.object({
  /** Newest first. */
  held: z.array(heldSchema),
  /** The "before" of the page after this one; null at the end. */
  next: z.nullable(z.string()),
});

/** The id of held points, as the list has it. */
export const heldIdSchema = z.string().check(z.regex(/^[0-9a-f]{16}$/, 'must be the id of held points'));

export const HELD_ENDPOINTS = {
  limits: {
    route: 'GET /api/v1/boards/{board}/limits',
    role: 'viewer',
    summary: 'Read what a board takes without a look',
    description: 'Points beyond a limit are held until an operator accepts or rejects them.',
    answers: { 200: { description: 'The limits; null where there is none', schema: boardLimitsSchema } },
  },
  setLimits: {
    route: 'PUT /api/v1/boards/{board}/limits',
    role: 'operator',
    summary: 'Set what a board takes without a look',
    description:
      'An event that exceeds a limit is held: it does not count and nobody sees it until you accept it. Limits are of one event, of ' +
      'a player’s hour and day by the times of the events, and of how many times the best day that a player had in the year before a day ' +
      'may be. The last is for players with points on three days before. Points that were held add to no limit. Points that are taken ' +
      'away are not held. With "names" everything is held of somebody new whose name looks like another player’s, such as with a ' +
      'Cyrillic letter in it; once something of it is accepted they are known. Where totals are not sums, or low comes first, only single events can be limited; where low comes first, by ' +
      'the fewest points. What an operator imports is not held. What was held before stays held. Whatever you leave out is not limited.',
    body: z.partial(limitsSchema),
    example: { event: 5000, hour: 20_000, day: 100_000, history: 5, names: true },
    isConditional: true,
    answers: { 200: { description: 'The limits as they are now', schema: boardLimitsSchema } },
    problems: [409],
  },
  held: {
    route: 'GET /api/v1/held',
    role: 'viewer',
    summary: 'List the points that are held',
    description:
      'Newest first, of all states unless you name one. "player" is a username, whether anybody knows them yet or not; "event" is a part ' +
      'of the id of the event. A page may have fewer than it could: there are more as long as "next" is not null.',
    query: z.strictObject({
      board: z.optional(boardNameSchema),
      player: z.optional(z.string().check(z.minLength(1))),
      event: z.optional(z.string().check(z.minLength(1), z.maxLength(128))),
      state: z.optional(z.enum(HELD_STATES, 'must be "waiting", "accepted" or "rejected"')),
      before: z.optional(heldIdSchema),
      limit: z._default(z.int().check(z.minimum(1), z.maximum(MOST_HELD)), 50),
    }),
    answers: { 200: { description: 'A page of held points', schema: heldPageSchema } },
  },
  acceptHeld: {
    route: 'POST /api/v1/held/{held}/acceptance',
    role: 'moderator',
    summary: 'Count points that are held',
    description:
      'They count as if they had counted when they arrived: in each period of their own time that took them then and is not final. ' +
      'Points that were rejected can be accepted, too. To take them out again, void the event. ' +
      PREVIEW_RULE,
    query: PREVIEW_QUERY,
    answers: { 200: { description: 'The points, which count now, or the preview', schema: z.union([heldSchema, previewSchema]) } },
    problems: [409, 422],
    form: {
      label: 'Accept',
      title: 'Accept the points of {}',
      order: 'Accept points',
      explained: 'They will count in every period of their time that is still open.',
      done: 'Points of {} accepted.',
    },
  },
  rejectHeld: {
    route: 'POST /api/v1/held/{held}/rejection',
    role: 'moderator',
    summary: 'Say that held points are not to count',
    description: 'Nobody sees them, and their id stays taken. You can still accept them later.',
    body: z.strictObject({ reason: line(200) }),
    example: { reason: 'No match was played at that time.' },
    answers: { 200: { description: 'The points, which do not count', schema: heldSchema } },
    problems: [409],
    form: {
      label: 'Reject',
      title: 'Reject the points of {}',
      order: 'Reject points',
      explained: 'They won’t count and aren’t shown. You can still accept them later.',
      hints: { reason: 'Shown to operators and in the audit log.' },
      done: 'Points of {} rejected.',
    },
  },
} as const;
