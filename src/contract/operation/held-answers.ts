// What operators are told of points that wait for them, and of what boards take without a look.
import * as z from 'zod/mini';

import { timeSchema } from '../parts/answer-parts.ts';

/** How many held points a page has at most. */
export const MOST_HELD = 500;

/** `waiting`: nobody decided yet. `accepted`: they count. `rejected`: they do not. */
export const HELD_STATES = ['waiting', 'accepted', 'rejected'] as const;

export type HeldState = (typeof HELD_STATES)[number];

const boundSchema = z.nullable(z.int());

export const limitsSchema = z.strictObject({
  /** The best one event may be: the most points or, where low comes first, the fewest. */
  event: boundSchema,
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

export type ApiBoardLimits = z.infer<typeof boardLimitsSchema>;

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

export type ApiHeldPage = z.infer<typeof heldPageSchema>;
