// What the endpoints do that are about points that are held.
import type { HELD_ENDPOINTS } from '../../../contract/operation/held-endpoints.ts';
import { acceptancePreview, acceptHeld, heldPage, limitsAnswer, rejectHeld, setLimits } from '../../acts/held-points.ts';
import type { GameParts } from './game-handlers.ts';
import { json } from '../calls/json-answer.ts';
import type { Handlers } from '../calls/parsed-call.ts';

export function heldHandlers({ boards, catalogue }: Pick<GameParts, 'boards' | 'catalogue'>): Handlers<keyof typeof HELD_ENDPOINTS> {
  const outlook = { boards, catalogue };
  return {
    async limits({ variables: { board } }) {
      return json(200, limitsAnswer(boards, board));
    },
    async setLimits({ variables: { board }, body }) {
      return json(200, await setLimits(boards, board, body));
    },
    async held({ query }) {
      return json(200, await heldPage(boards, query));
    },
    async acceptHeld({ variables: { held }, query: { preview, since } }) {
      if (preview === '1') return json(200, await acceptancePreview(outlook, held));
      return json(200, await acceptHeld(outlook, held, { since }));
    },
    async rejectHeld({ variables: { held }, body: { reason } }) {
      return json(200, await rejectHeld(boards, held, reason));
    },
  };
}
