// What the endpoints do by which operators look for events and players.
import type { LOOKUP_ENDPOINTS } from '../../../contract/lookup-endpoints.ts';
import { eventsAnswer } from '../../answers/events-answer.ts';
import { playersAnswer } from '../../answers/players-answer.ts';
import { json } from '../calls/json-answer.ts';
import type { Handlers } from '../calls/parsed-call.ts';
import type { GameParts } from './game-handlers.ts';

export function lookupHandlers({ boards }: Pick<GameParts, 'boards'>): Handlers<keyof typeof LOOKUP_ENDPOINTS> {
  return {
    async events({ variables: { board }, query }) {
      return json(200, await eventsAnswer(boards, board, query));
    },
    async players({ query }) {
      return json(200, await playersAnswer(boards, query));
    },
  };
}
