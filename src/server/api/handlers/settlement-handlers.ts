// What the endpoints do that are about prizes.
import type { SETTLEMENT_ENDPOINTS } from '../../../contract/operation/settlement-endpoints.ts';
import { rehearsalAnswer } from '../../settlement/rehearsal.ts';
import { markPayout, payoutsAnswer } from '../../settlement/payouts.ts';
import { reviewAnswer, setReview } from '../../settlement/review.ts';
import type { GameParts } from './game-handlers.ts';
import { json } from '../calls/json-answer.ts';
import type { Handlers } from '../calls/parsed-call.ts';

export function settlementHandlers({
  boards,
  catalogue,
  clock,
}: Pick<GameParts, 'boards' | 'catalogue' | 'clock'>): Handlers<keyof typeof SETTLEMENT_ENDPOINTS> {
  return {
    async rehearse({ variables: { board }, query }) {
      return json(200, await rehearsalAnswer(boards, catalogue, board, query, clock()));
    },
    async payouts({ query }) {
      return json(200, await payoutsAnswer(boards, query));
    },
    async markPayout({ variables: { payout }, body }) {
      return json(200, await markPayout(boards, payout, body, clock()));
    },
    async review({ variables: { board } }) {
      return json(200, reviewAnswer(boards, board));
    },
    async setReview({ variables: { board }, body }) {
      return json(200, await setReview(boards, board, body));
    },
  };
}
