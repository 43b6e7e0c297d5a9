// What operators are told of prizes.
import * as z from 'zod/mini';

import { ENDING_KINDS } from '../../domain/calendar.ts';
import {
  countSchema,
  dateSchema,
  periodSchema,
  playerSchema,
  prizeSchema,
  rankSchema,
  tieSchema,
  timeSchema,
} from '../parts/answer-parts.ts';
import type { WebhookEvent } from './webhook-answers.ts';

/** How many winners a rehearsal names at most. */
export const MOST_REHEARSED = 1000;

/** The longest a period may be under review: thirty days. */
export const MOST_REVIEW_MINUTES = 30 * 24 * 60;

/** What is told of the end of each period, in this order. */
export const PERIOD_END_EVENTS = ['period.closing_soon', 'period.closed', 'period.final'] as const satisfies readonly WebhookEvent[];

export const rehearsalSchema = z.object({
  board: z.string(),
  period: periodSchema,
  /** The first day of the period on the board’s calendar. */
  from: dateSchema,
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
      period: periodSchema,
      /** The first day of the period on the board’s calendar. */
      from: dateSchema,
      finalAt: timeSchema,
      /** What can be won in it. */
      prizes: z.array(prizeSchema),
    }),
  ),
});

export type ApiReview = z.infer<typeof reviewSchema>;

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
      period: periodSchema,
      /** The first day of the period on the board’s calendar. */
      from: dateSchema,
      waitsFor: z.enum(AWAITED),
      /** When its results become final, unless an import holds it open. */
      finalAt: timeSchema,
      /** What can be won in it. */
      prizes: z.array(prizeSchema),
    }),
  ),
});

export type ApiUnsettled = z.infer<typeof unsettledSchema>;

export const settledSchema = z.object({
  board: z.string(),
  /** Final, unless it cannot be closed at once. */
  period: periodSchema,
  /** The first day of the period on the board’s calendar. */
  from: dateSchema,
  /** Since when its results are final. */
  finalAt: timeSchema,
});

export type ApiSettled = z.infer<typeof settledSchema>;

/** How many payouts a page has at most. */
export const MOST_PAYOUTS = 500;

/** `due`: it is to be sent. `paid`: it was. `declined`: it will not be. */
export const PAYOUT_STATES = ['due', 'paid', 'declined'] as const;

export type PayoutState = (typeof PAYOUT_STATES)[number];

export const payoutSchema = z.object({
  id: z.string(),
  board: z.string(),
  kind: z.enum(ENDING_KINDS),
  /** The first day of the period on the board’s calendar. */
  from: dateSchema,
  rank: rankSchema,
  prize: z.string(),
  player: playerSchema,
  state: z.enum(PAYOUT_STATES),
  /** Since when it is in this state. */
  at: timeSchema,
  /** What an operator said when it was marked. */
  note: z.nullable(z.string()),
});

export type ApiPayout = z.infer<typeof payoutSchema>;

export const payoutsSchema = z.object({
  /** Newest first. */
  payouts: z.array(payoutSchema),
  /** The "before" of the page after this one; null at the end. */
  next: z.nullable(z.string()),
});

export type ApiPayouts = z.infer<typeof payoutsSchema>;
