// What an operator asks about prizes: who would win them, and how long results are looked at before they are final.
import * as z from 'zod/mini';

import { ENDING_KINDS } from '../../domain/calendar.ts';
import { boardNameSchema, daySchema, line } from '../parts/text-rules.ts';
import { PREVIEW_QUERY, PREVIEW_RULE, previewSchema } from './previews.ts';
import * as answers from './settlement-answers.ts';

/** The id of a payout, as the list has it. */
export const payoutIdSchema = z.string().check(z.regex(/^[0-9a-f]{16}$/, 'must be the id of a payout'));

const stateSchema = z.enum(answers.PAYOUT_STATES, 'must be "due", "paid" or "declined"');

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
    answers: { 200: { description: 'How the period would end', schema: answers.rehearsalSchema } },
  },
  review: {
    route: 'GET /api/v1/boards/{board}/review',
    role: 'viewer',
    summary: 'Read how long results are under review, and which are',
    description: 'While results are under review, points can be voided and held points accepted without reopening the period.',
    answers: { 200: { description: 'The time of review, and the periods that are provisional', schema: answers.reviewSchema } },
  },
  setReview: {
    route: 'PUT /api/v1/boards/{board}/review',
    role: 'operator',
    summary: 'Set how long results are under review before they are final',
    description:
      'A period in which something can be won is provisional for this time after its grace time, and then final. It takes no more ' +
      'points. Voiding events, hiding and removing players moves places up. Where nothing can be won, results are final at once. ' +
      'A period that is under review already keeps its time, and the prizes that could be won when it ended.',
    body: z.strictObject({ reviewMinutes: z.int().check(z.minimum(0), z.maximum(answers.MOST_REVIEW_MINUTES)) }),
    example: { reviewMinutes: 1440 },
    isConditional: true,
    answers: { 200: { description: 'The time of review, and the periods that are provisional', schema: answers.reviewSchema } },
  },
  unsettled: {
    route: 'GET /api/v1/boards/{board}/unsettled',
    role: 'viewer',
    summary: 'Read which periods of a board are not final, and what each waits for',
    description: 'Each with the prizes that can be won in it and the time from which it can be final.',
    answers: { 200: { description: 'The periods', schema: answers.unsettledSchema } },
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
      200: { description: 'The period, which is final, or the preview', schema: z.union([answers.settledSchema, previewSchema]) },
    },
    problems: [409],
    form: {
      label: 'Make final now',
      title: 'Make final now: a period of {}',
      order: 'Make it final',
      explained: 'Its prizes are due at once, and this cannot be taken back.',
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
      limit: z._default(z.int().check(z.minimum(1), z.maximum(answers.MOST_PAYOUTS)), 50),
    }),
    answers: { 200: { description: 'A page of prizes', schema: answers.payoutsSchema } },
  },
  payout: {
    route: 'GET /api/v1/payouts/{payout}',
    role: 'viewer',
    summary: 'Read one prize that was won',
    description: 'Who won it, for which rank of which period, and whether it was paid.',
    answers: { 200: { description: 'The prize', schema: answers.payoutSchema } },
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
    answers: { 200: { description: 'The prize as it is now', schema: answers.payoutSchema } },
    problems: [404, 409],
  },
} as const;
