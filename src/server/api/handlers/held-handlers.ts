// What the endpoints do that are about points that are held.
import type { HELD_ENDPOINTS } from '../../../contract/operation/held-endpoints.ts';
import { heldPage, limitsAnswer, rejectHeld, setLimits } from '../../acts/held-points.ts';
import type { PreviewedId } from '../../acts/parts/previewed-acts.ts';
import type { GameParts } from './game-handlers.ts';
import { type Replaced, tagged, unlessOvertaken } from './if-match.ts';
import { json } from '../calls/json-answer.ts';
import type { Handlers } from '../calls/parsed-call.ts';

export function heldHandlers({ boards }: Pick<GameParts, 'boards'>): Handlers<Exclude<keyof typeof HELD_ENDPOINTS, PreviewedId>> {
  return {
    async limits({ variables: { board } }) {
      return tagged(200, limitsAnswer(boards, board));
    },
    async setLimits({ request, variables: { board }, body }) {
      const replaced: Replaced = {
        now: () => limitsAnswer(boards, board),
        acts: ['set-limits'],
        isAbout: (act) => act.board === board,
      };
      return tagged(200, await unlessOvertaken(request, boards.store, replaced, (still) => setLimits(boards, board, body, still)));
    },
    async held({ query }) {
      return json(200, await heldPage(boards, query));
    },
    async rejectHeld({ variables: { held }, body: { reason } }) {
      return json(200, await rejectHeld(boards, held, reason));
    },
  };
}
