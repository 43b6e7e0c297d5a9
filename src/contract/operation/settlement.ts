// Prizes: previews of final results, the review period, and payouts.
import * as z from 'zod/mini';

import { ENDING_KINDS } from '../../domain/calendar.ts';
import {
  countSchema,
  dateSchema,
  datedPeriod,
  playerSchema,
  prizeSchema,
  rankSchema,
  tieSchema,
  timeSchema,
} from '../parts/answer-parts.ts';
import { SELECTION_RULE, selectionOf } from '../parts/selection.ts';
import { boardNameSchema, daySchema, line } from '../parts/text-rules.ts';
import { MANY_RULE, PREVIEW_QUERY, PREVIEW_RULE, previewSchema } from './previews.ts';
import type { WebhookEvent } from './webhooks.ts';

/** The most winners in a rehearsal. */
export const MOST_REHEARSED = 1000;

/** The longest review period: thirty days. */
const MOST_REVIEW_MINUTES = 30 * 24 * 60;

/** The webhook events at the end of a period, in order. */
export const PERIOD_END_EVENTS = ['period.closing_soon', 'period.closed', 'period.final'] as const satisfies readonly WebhookEvent[];

export const rehearsalSchema = z.object({
  board: z.string(),
  ...datedPeriod,
  at: timeSchema,
  /** When results become final, unless an import holds the period open. */
  finalAt: timeSchema,
  ranked: countSchema,
  prizes: z.array(prizeSchema),
  /** By rank, at most the first thousand. */
  winners: z.array(z.object({ rank: rankSchema, points: z.int(), tie: tieSchema, prize: z.string(), player: playerSchema })),
  /** The number of winners. */
  winning: countSchema,
  /** Hidden and removed players who would otherwise win, with the rank they would have. */
  leftOut: z.array(
    z.object({
      rank: rankSchema,
      points: z.int(),
      prize: z.string(),
      player: playerSchema,
      state: z.enum(['hidden', 'removed']),
      reason: z.nullable(z.string()),
    }),
  ),
  /** Events of this period that are on hold. Accepting them can change the result. */
  held: countSchema,
  /** Prizes without a winner. */
  unclaimed: z.array(prizeSchema),
  /** The webhook events for the end of the period, in order, with the names of the active webhooks that receive them. */
  messages: z.array(z.object({ type: z.enum(PERIOD_END_EVENTS), webhooks: z.array(z.string()) })),
  /** All period ends within a year, in order. */
  ends: z.array(
    z.object({
      /** The first day of the period that ends. */
      from: dateSchema,
      end: timeSchema,
      finalAt: timeSchema,
      /** Minutes gained (negative: lost) because clocks change. */
      clockChangeMinutes: z.int(),
    }),
  ),
});

export type ApiRehearsal = z.infer<typeof rehearsalSchema>;

export const reviewSchema = z.object({
  board: z.string(),
  /** The review period; 0 means no review. */
  reviewMinutes: countSchema,
  /** Periods under review, in the order they become final. */
  provisional: z.array(
    z.object({
      ...datedPeriod,
      finalAt: timeSchema,
      prizes: z.array(prizeSchema),
    }),
  ),
});

/**
 * Why a period is not final. `end`: it is still running. `late-points`: it is over, but the grace time admits late events. `import`: an
 * import holds it open. `review`: its results are provisional. `correction`: it was reopened. `closing`: it becomes final within seconds.
 */
const AWAITED = ['end', 'late-points', 'import', 'review', 'correction', 'closing'] as const;

export const unsettledSchema = z.object({
  board: z.string(),
  /** Running periods, and ended ones with points that are not final; by kind from daily to monthly, oldest first. */
  periods: z.array(
    z.object({
      ...datedPeriod,
      waitsFor: z.enum(AWAITED),
      /** When results become final, unless an import holds the period open. */
      finalAt: timeSchema,
      prizes: z.array(prizeSchema),
    }),
  ),
});

export const settledSchema = z.object({
  board: z.string(),
  /** Final, unless the period cannot be closed at once. */
  ...datedPeriod,
  finalAt: timeSchema,
});

export type ApiSettled = z.infer<typeof settledSchema>;

export const MOST_PAYOUTS = 500;

/** `due`: not sent yet. `paid`: sent. `declined`: withheld. */
const PAYOUT_STATES = ['due', 'paid', 'declined'] as const;

export type PayoutState = (typeof PAYOUT_STATES)[number];

const stateSchema = z.enum(PAYOUT_STATES, 'must be "due", "paid" or "declined"');

export const payoutSchema = z.object({
  id: z.string(),
  board: z.string(),
  kind: z.enum(ENDING_KINDS),
  /** The first day of the period on the board’s calendar. */
  from: dateSchema,
  rank: rankSchema,
  prize: z.string(),
  player: playerSchema,
  state: stateSchema,
  /** Since when it has been in this state. */
  at: timeSchema,
  /** The operator's note. */
  note: z.nullable(z.string()),
});

export const payoutsSchema = z.object({
  /** Newest first. */
  payouts: z.array(payoutSchema),
  /** The "before" of the next page; null at the end. */
  next: z.nullable(z.string()),
  /** The total number; null with filters other than "state". */
  total: z.nullable(countSchema),
});

const PAYOUT_FILTERS = {
  board: z.optional(boardNameSchema),
  player: z.optional(z.string().check(z.minLength(1))),
  state: z.optional(stateSchema),
};

/** `payouts`: how many were marked; `entry`: the number of the audit entry. */
export const markedPayoutsSchema = z.object({ state: stateSchema, payouts: countSchema, entry: z.int() });

/** The most players in a practice settlement. */
export const MOST_PRACTISED = 1000;

export const practiceSchema = z.object({
  board: z.string(),
  kind: z.enum(ENDING_KINDS),
  /** The first day of the period on the board’s calendar. */
  from: dateSchema,
  ranked: countSchema,
  /** How many took part, from the first rank down; invented if nobody is ranked. */
  players: countSchema,
  madeUp: z.array(z.enum(['players', 'prizes'])),
  /** The states of the period's copy, and their times by the clock of the copy. */
  steps: z.array(z.object({ state: z.enum(['open', 'provisional', 'final']), at: timeSchema })),
  /** Payouts of the copy, not owed to anyone. */
  payouts: z.array(payoutSchema),
});

export const payoutIdSchema = z.string().check(z.regex(/^[0-9a-f]{16}$/, 'must be the id of a payout'));

const kindSchema = z.enum(ENDING_KINDS, 'must be "daily", "weekly" or "monthly": all time never ends');

export const SETTLEMENT_ENDPOINTS = {
  rehearse: {
    route: 'GET /api/v1/boards/{board}/rehearsal',
    role: 'viewer',
    summary: 'Preview final results',
    description:
      'The results if the period ended now: winners and prizes, players left out and why, prizes without a winner, the webhook messages ' +
      'that would be sent, and when periods end over the coming year. Days on which clocks change are longer or shorter. Changes nothing.',
    query: z.strictObject({ period: z._default(kindSchema, 'daily') }),
    answers: { 200: { description: 'The previewed results', schema: rehearsalSchema } },
  },
  practise: {
    route: 'GET /api/v1/boards/{board}/practice',
    role: 'viewer',
    summary: 'Practise settling a period',
    description:
      'Copies the current standings into a board in memory, turns its clock forward to the end of the period, makes the results final, and ' +
      `lists the payouts. The copy has the board’s settings, prizes, grace time and review period, and its first ${MOST_PRACTISED} players. ` +
      'It is thrown away: nothing is stored, sent or shown to visitors. Without players or prizes, a few are made up.',
    query: z.strictObject({ period: z._default(kindSchema, 'daily') }),
    answers: { 200: { description: 'The steps of the copy, and its payouts', schema: practiceSchema } },
  },
  review: {
    route: 'GET /api/v1/boards/{board}/review',
    role: 'viewer',
    summary: 'Read the review period, and the periods under review',
    description: 'During a review, events can be voided and points on hold accepted without reopening the period.',
    answers: { 200: { description: 'The review period, and the provisional periods', schema: reviewSchema } },
  },
  setReview: {
    route: 'PUT /api/v1/boards/{board}/review',
    role: 'operator',
    summary: 'Set the review period',
    description:
      'A period with prizes is provisional for this time after its grace time, and then final. It accepts no more points, but voiding ' +
      'events and hiding or removing players still moves ranks. Periods without prizes become final at once. A period already under review ' +
      'keeps its end and its prizes.',
    body: z.strictObject({ reviewMinutes: z.int().check(z.minimum(0), z.maximum(MOST_REVIEW_MINUTES)) }),
    example: { reviewMinutes: 1440 },
    isConditional: true,
    answers: { 200: { description: 'The review period, and the provisional periods', schema: reviewSchema } },
  },
  unsettled: {
    route: 'GET /api/v1/boards/{board}/unsettled',
    role: 'viewer',
    summary: 'List the periods that are not final',
    description: 'Each with its prizes, what it waits for, and the earliest time it can become final.',
    answers: { 200: { description: 'The periods', schema: unsettledSchema } },
  },
  settlePeriod: {
    route: 'POST /api/v1/boards/{board}/settlements',
    role: 'operator',
    summary: 'Make a period under review final',
    description:
      'Ends the review early: prizes are due at once, and the results no longer change. Periods that are running or still accept late ' +
      `points cannot be made final early. ${PREVIEW_RULE} The preview lists the prizes as "due".`,
    query: PREVIEW_QUERY,
    body: z.strictObject({ period: kindSchema, date: daySchema('A day of the period on the board’s calendar.') }),
    example: { period: 'daily', date: '2026-11-20' },
    answers: {
      200: { description: 'The final period, or the preview', schema: z.union([settledSchema, previewSchema]) },
    },
    problems: [409],
    command: { name: 'periods settle', done: 'A period of {} is final. Its prizes are due.' },
  },
  payouts: {
    route: 'GET /api/v1/payouts',
    role: 'viewer',
    summary: 'List payouts',
    description:
      'When a period becomes final, each prize becomes one payout to the player shown at its rank. Newest first. A page can be short: ' +
      'continue while "next" is not null.',
    query: z.strictObject({
      ...PAYOUT_FILTERS,
      before: z.optional(payoutIdSchema),
      limit: z._default(z.int().check(z.minimum(1), z.maximum(MOST_PAYOUTS)), 50),
    }),
    answers: { 200: { description: 'A page of payouts', schema: payoutsSchema } },
  },
  markPayouts: {
    route: 'POST /api/v1/payouts',
    role: 'operator',
    summary: 'Mark many payouts as paid, declined or due',
    description:
      '"match" takes the filters of the list; without a "state", it finds every payout that can change to the new one. No rank changes: a ' +
      `preview counts the payouts, and its "since" covers the state of each. ${MANY_RULE} ${SELECTION_RULE}`,
    query: PREVIEW_QUERY,
    body: z.strictObject({
      state: stateSchema,
      note: z.optional(line(200)),
      payouts: selectionOf(payoutIdSchema, z.strictObject(PAYOUT_FILTERS)),
    }),
    example: { state: 'paid', note: 'Sent by email.', payouts: { match: { board: 'main' } } },
    answers: {
      200: { description: 'The number of marked payouts, or the preview', schema: z.union([markedPayoutsSchema, previewSchema]) },
    },
    problems: [404, 409],
  },
  payout: {
    route: 'GET /api/v1/payouts/{payout}',
    role: 'viewer',
    summary: 'Read a payout',
    description: 'The winner, the rank and period, and whether it was paid.',
    answers: { 200: { description: 'The payout', schema: payoutSchema } },
  },
  markPayout: {
    route: 'PUT /api/v1/payouts/{payout}',
    role: 'operator',
    summary: 'Mark a payout as paid, declined or due',
    description:
      'A due payout can be marked once: of several concurrent requests one gets 200, and its caller sends the prize; the others get 409. To ' +
      'correct a mistake, mark it as due again first.',
    body: z.strictObject({ state: stateSchema, note: z.optional(line(200)) }),
    example: { state: 'paid', note: 'Sent by email.' },
    isConditional: true,
    answers: { 200: { description: 'The updated payout', schema: payoutSchema } },
    problems: [404, 409],
  },
} as const;
