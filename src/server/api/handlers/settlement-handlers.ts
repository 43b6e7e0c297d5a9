// What the endpoints do that are about prizes.
import type { SETTLEMENT_ENDPOINTS } from '../../../contract/operation/settlement-endpoints.ts';
import { rehearsalAnswer } from '../../acts/rehearsal.ts';
import { markPayout, payoutAnswer, payoutMark, payoutsAnswer } from '../../acts/payouts.ts';
import { unsettledAnswer } from '../../acts/settlement.ts';
import { reviewAnswer, reviewSetting, setReview } from '../../acts/settlement.ts';
import type { PreviewedId } from '../../acts/parts/previewed-acts.ts';
import type { GameParts } from './game-handlers.ts';
import { type Replaced, tagged, unlessOvertaken } from './if-match.ts';
import { json } from '../calls/json-answer.ts';
import type { Handlers } from '../calls/parsed-call.ts';

export function settlementHandlers({
  boards,
  catalogue,
  clock,
}: Pick<GameParts, 'boards' | 'catalogue' | 'clock'>): Handlers<Exclude<keyof typeof SETTLEMENT_ENDPOINTS, PreviewedId>> {
  return {
    async rehearse({ variables: { board }, query }) {
      return json(200, await rehearsalAnswer(boards, catalogue, board, query, clock()));
    },
    async unsettled({ variables: { board } }) {
      return json(200, await unsettledAnswer(boards, catalogue, board, clock()));
    },
    async payouts({ query }) {
      return json(200, await payoutsAnswer(boards, query));
    },
    async payout({ variables: { payout } }) {
      const answer = await payoutAnswer(boards, payout);
      return tagged(200, answer, payoutMark(answer));
    },
    async markPayout({ request, variables: { payout }, body }) {
      const replaced: Replaced = {
        now: () => payoutAnswer(boards, payout),
        acts: ['mark-payout'],
        isAbout: ({ subject }) => subject === payout,
      };
      const answer = await unlessOvertaken(request, boards.store, replaced, (still) => markPayout(boards, payout, body, clock(), still));
      return tagged(200, answer, payoutMark(answer));
    },
    async review({ variables: { board } }) {
      const answer = reviewAnswer(boards, board);
      return tagged(200, answer, reviewSetting(answer));
    },
    async setReview({ request, variables: { board }, body }) {
      const replaced: Replaced = {
        now: () => reviewAnswer(boards, board),
        acts: ['set-review'],
        isAbout: (act) => act.board === board,
      };
      const answer = await unlessOvertaken(request, boards.store, replaced, (still) => setReview(boards, board, body, still));
      return tagged(200, answer, reviewSetting(answer));
    },
  };
}
