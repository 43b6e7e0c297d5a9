// What the endpoints do that tell of the server that runs.
import { type ApiSetting, SETTING_GROUPS, type SettingGroup } from '../../../contract/server-answers.ts';
import type { SERVER_ENDPOINTS } from '../../../contract/server-endpoints.ts';
import { workAnswer } from '../../acts/work.ts';
import type { GameParts } from './game-handlers.ts';
import { json } from '../calls/json-answer.ts';
import type { Handlers } from '../calls/parsed-call.ts';

export interface ServerParts extends Pick<GameParts, 'boards'> {
  /** As `LiveSettings` has them; none where nobody started a server. */
  readonly settings?: readonly (ApiSetting & { readonly group: SettingGroup })[];
}

export function serverHandlers({ boards, settings = [] }: ServerParts): Handlers<keyof typeof SERVER_ENDPOINTS> {
  return {
    async settings() {
      const groups = Object.entries(SETTING_GROUPS).map(([name, title]) => ({
        name,
        title,
        settings: settings.flatMap(({ group, ...setting }) => (group === name ? [setting] : [])),
      }));
      return json(200, { groups });
    },
    async work() {
      return json(200, { work: await workAnswer(boards) });
    },
  };
}
