// What the endpoints do that an operator calls about people's data.
import type { PERSON_ENDPOINTS } from '../../../contract/operation/person-endpoints.ts';
import { DEFAULT_BOARD } from '../../../contract/live-source.ts';
import { namesAnswer } from '../../answers/parts/any-player.ts';
import { playerDataAnswer, playerEventsAnswer } from '../../answers/player-data-answer.ts';
import type { PreviewedId } from '../../acts/parts/previewed-acts.ts';
import type { GameParts } from './game-handlers.ts';
import { type Replaced, tagged, unlessOvertaken } from './if-match.ts';
import { json } from '../calls/json-answer.ts';
import type { Handlers } from '../calls/parsed-call.ts';

export function personHandlers({ boards }: Pick<GameParts, 'boards'>): Handlers<Exclude<keyof typeof PERSON_ENDPOINTS, PreviewedId>> {
  return {
    async privacy({ request, reader: { cached } }) {
      return cached(request, 'privacy', async () => boards.privacy.value);
    },
    async renamePlayer({ variables: { username }, body }) {
      return json(200, namesAnswer(await boards.identities.rename(username, body)));
    },
    async erasePlayer({ variables: { username } }) {
      return json(200, { traces: (await boards.identities.erase(username)) ? 'gone' : 'later' });
    },
    async playerData({ variables: { username } }) {
      return json(200, await playerDataAnswer(boards, username));
    },
    async playerEvents({ variables: { username }, query: { board = DEFAULT_BOARD, before } }) {
      return json(200, await playerEventsAnswer(boards, username, board, before));
    },
    async replacePrivacy({ request, body }) {
      const replaced: Replaced = { now: () => boards.privacy.value, acts: ['set-privacy'] };
      return tagged(200, await unlessOvertaken(request, boards.store, replaced, (still) => boards.privacy.replace(body, still)));
    },
  };
}
