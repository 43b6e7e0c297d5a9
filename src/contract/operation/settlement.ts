// Prizes: who would win them, how long results are looked at before they are final, and what became of those that were won.
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
import { boardNameSchema, daySchema, line } from '../parts/text-rules.ts';
import { PREVIEW_QUERY, PREVIEW_RULE, previewSchema } from './previews.ts';
import type { WebhookEvent } from './webhooks.ts';

/** How many winners a rehearsal names at most. */
export const MOST_REHEARSED = 1000;

/** The longest a period may be under review: thirty days. */
const MOST_REVIEW_MINUTES = 30 * 24 * 60;

/** What is told of the end of each period, in this order. */
export const PERIOD_END_EVENTS = ['period.closing_soon', 'period.closed', 'period.final'] as const satisfies readonly WebhookEvent[];

export const rehearsalSchema = z.object({
  board: z.string(),
  ...datedPeriod,
  /** When it was rehearsed. */
  at: timeSchema,
  /** When its results become final, unless an import holds it open. */
  finalAt: timeSchema,
  ranked: countSchema,
  prizes: z.array(prizeSchema),
  /** Who would win something, by rank: at most the first thousand. */
  winners: z.array(z.object({ rank: rankSchema, points: z.int(), tie: tieSchema, prize: z.string(), player: playerSchema })),
  /** How many would win something. */
  winning: countSchema,
  /** Who would win something, if they were shown: the rank each of them would have. */
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
  /** How many events of this period are held and wait for a decision: accepted, they may change it. */
  held: countSchema,
  /** Ranks with a prize that nobody stands on. */
  unclaimed: z.array(prizeSchema),
  /** What webhooks are told of the end of the period, first to last, and which of them: by name, those that are on. */
  messages: z.array(z.object({ type: z.enum(PERIOD_END_EVENTS), webhooks: z.array(z.string()) })),
  /** The ends of a year, the next one first. */
  ends: z.array(
    z.object({
      /** The first day of the period that ends. */
      from: dateSchema,
      end: timeSchema,
      finalAt: timeSchema,
      /** How many minutes longer than its days the period is, because clocks change in it; less than zero: shorter. */
      clockChangeMinutes: z.int(),
    }),
  ),
});

export type ApiRehearsal = z.infer<typeof rehearsalSchema>;

export const reviewSchema = z.object({
  board: z.string(),
  /** How long periods are under review from now on; 0: not at all. */
  reviewMinutes: countSchema,
  /** The periods that are under review, the next to become final first. */
  provisional: z.array(
    z.object({
      ...datedPeriod,
      finalAt: timeSchema,
      /** What can be won in it. */
      prizes: z.array(prizeSchema),
    }),
  ),
});

/**
 * What a period that is not final waits for. `end`: it goes on. `late-points`: it is over, and takes for the grace time what is still
 * on its way. `import`: an import holds it open. `review`: its results are provisional. `correction`: it was opened again.
 * `closing`: its time has come, and it is final within seconds.
 */
const AWAITED = ['end', 'late-points', 'import', 'review', 'correction', 'closing'] as const;

export const unsettledSchema = z.object({
  board: z.string(),
  /** Those that go on, and those with points that are over and not final. By kind from daily to monthly, the oldest first. */
  periods: z.array(
    z.object({
      ...datedPeriod,
      waitsFor: z.enum(AWAITED),
      /** When its results become final, unless an import holds it open. */
      finalAt: timeSchema,
      /** What can be won in it. */
      prizes: z.array(prizeSchema),
    }),
  ),
});

export const settledSchema = z.object({
  board: z.string(),
  /** The period is final, unless it cannot be closed at once. */
  ...datedPeriod,
  /** Since when its results are final. */
  finalAt: timeSchema,
});

export type ApiSettled = z.infer<typeof settledSchema>;

/** How many payouts a page has at most. */
export const MOST_PAYOUTS = 500;

/** `due`: it is to be sent. `paid`: it was. `declined`: it will not be. */
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
  /** Since when it is in this state. */
  at: timeSchema,
  /** What an operator said when it was marked. */
  note: z.nullable(z.string()),
});

export const payoutsSchema = z.object({
  /** Newest first. */
  payouts: z.array(payoutSchema),
  /** The "before" of the page after this one; null at the end. */
  next: z.nullable(z.string()),
});

/** The id of a payout, as the list has it. */
export const payoutIdSchema = z.string().check(z.regex(/^[0-9a-f]{16}$/, 'must be the id of a payout'));

const kindSchema = z.enum(ENDING_KINDS, 'must be "daily", "weekly" or "monthly": all time never ends');

export const SETTLEMENT_ENDPOINTS = {
  rehearse: {
    route: 'GET /api/v1/boards/{board}/rehearsal',
    role: 'viewer',
    summary: 'See who would win what if a period ended now',
    description:
      'Nothing is changed. You are told who wins which prize, who is left out and why, which prizes nobody wins, which webhooks are ' +
      'told what of the end, and when the periods of the coming year end. A day on which the clocks of the board’s time zone change is longer or shorter than others.',
    query: z.strictObject({ period: z._default(kindSchema, 'daily') }),
    answers: { 200: { description: 'How the period would end', schema: rehearsalSchema } },
  },
  review: {
    route: 'GET /api/v1/boards/{board}/review',
    role: 'viewer',
    summary: 'Read how long results are under review, and which are',
    description: 'While results are under review, points can be voided and held points accepted without reopening the period.',
    answers: { 200: { description: 'The time of review, and the periods that are provisional', schema: reviewSchema } },
  },
  setReview: {
    route: 'PUT /api/v1/boards/{board}/review',
    role: 'operator',
    summary: 'Set how long results are under review before they are final',
    description:
      'A period in which something can be won is provisional for this time after its grace time, and then final. It takes no more ' +
      'points. Voiding events, hiding and removing players moves places up. Where nothing can be won, results are final at once. ' +
      'A period that is under review already keeps its time, and the prizes that could be won when it ended.',
    body: z.strictObject({ reviewMinutes: z.int().check(z.minimum(0), z.maximum(MOST_REVIEW_MINUTES)) }),
    example: { reviewMinutes: 1440 },
    isConditional: true,
    answers: { 200: { description: 'The time of review, and the periods that are provisional', schema: reviewSchema } },
  },
  unsettled: {
    route: 'GET /api/v1/boards/{board}/unsettled',
    role: 'viewer',
    summary: 'Read which periods of a board are not final, and what each waits for',
    description: 'Each with the prizes that can be won in it and the time from which it can be final.',
    answers: { 200: { description: 'The periods', schema: unsettledSchema } },
  },
  settlePeriod: {
    route: 'POST /api/v1/boards/{board}/settlements',
    role: 'operator',
    summary: 'Make the results of a period under review final now',
    description:
      'Ends the review of a period before its time: its prizes are due at once, and nothing changes its results any more. A period that ' +
      `goes on, or still takes late points, is not closed early. ${PREVIEW_RULE} The preview has the prizes that would be due as "due".`,
    query: PREVIEW_QUERY,
    body: z.strictObject({ period: kindSchema, date: daySchema('A day of the period on the board’s calendar.') }),
    example: { period: 'daily', date: '2026-11-20' },
    answers: {
      200: { description: 'The period, which is final, or the preview', schema: z.union([settledSchema, previewSchema]) },
    },
    problems: [409],
    form: {
      label: 'Make final now',
      title: 'Make a period of {} final',
      order: 'Make final',
      explained: 'Its prizes become due at once. This can’t be undone.',
      done: 'A period of {} is final, and its prizes are due.',
      command: 'periods settle',
    },
  },
  payouts: {
    route: 'GET /api/v1/payouts',
    role: 'viewer',
    summary: 'List the prizes that were won',
    description:
      'When a period becomes final each of its prizes is due once, to whoever is on its rank then and is shown. Newest first. A page may have fewer than it could: there are more as long as "next" is not null.',
    query: z.strictObject({
      board: z.optional(boardNameSchema),
      player: z.optional(z.string().check(z.minLength(1))),
      state: z.optional(stateSchema),
      before: z.optional(payoutIdSchema),
      limit: z._default(z.int().check(z.minimum(1), z.maximum(MOST_PAYOUTS)), 50),
    }),
    answers: { 200: { description: 'A page of prizes', schema: payoutsSchema } },
  },
  payout: {
    route: 'GET /api/v1/payouts/{payout}',
    role: 'viewer',
    summary: 'Read one prize that was won',
    description: 'Who won it, for which rank of which period, and whether it was paid.',
    answers: { 200: { description: 'The prize', schema: payoutSchema } },
  },
  markPayout: {
    route: 'PUT /api/v1/payouts/{payout}',
    role: 'operator',
    summary: 'Say that a prize was paid or declined, or is due again',
    description:
      'A prize that is due is paid or declined once: of several that say so at the same time one is answered 200, and sends the prize; ' +
      'the others are answered 409. To correct a mistake make it due again first.',
    body: z.strictObject({ state: stateSchema, note: z.optional(line(200)) }),
    example: { state: 'paid', note: 'Sent by mail.' },
    isConditional: true,
    answers: { 200: { description: 'The prize as it is now', schema: payoutSchema } },
    problems: [404, 409],
  },
} as const;
