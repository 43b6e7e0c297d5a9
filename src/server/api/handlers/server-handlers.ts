// What the endpoints do that tell of the server that runs.
import { type ApiSetting, SETTING_GROUPS, type SettingGroup } from '../../../contract/server-answers.ts';
import type { SERVER_ENDPOINTS } from '../../../contract/server-endpoints.ts';
import { workAnswer } from '../../acts/parts/work.ts';
import { createOverview, type OverviewParts } from '../overview/overview.ts';
import { NO_BACKUPS } from './backup-handlers.ts';
import type { GameParts } from './game-handlers.ts';
import type { Handlers } from '../calls/parsed-call.ts';

export interface ServerParts extends Pick<GameParts, 'boards' | 'catalogue' | 'readiness' | 'keyring' | 'backups' | 'clock'> {
  /** Room on the disk of the data folder, where there is one. */
  readonly disk?: OverviewParts['disk'];
  /** The processes that share the data; none where nobody started a server. */
  readonly processes?: OverviewParts['processes'];
  /** As `LiveSettings` has them; none where nobody started a server. */
  readonly settings?: readonly (ApiSetting & { readonly group: SettingGroup })[];
}

export function serverHandlers(parts: ServerParts): Handlers<keyof typeof SERVER_ENDPOINTS> {
  const { boards, catalogue, readiness, keyring, backups = 'no folder', disk, processes = async () => [], settings = [], clock } = parts;
  return {
    overview: createOverview({
      boards,
      catalogue,
      readiness,
      listKeys: async () => keyring?.list() ?? [],
      backups: () => (typeof backups === 'string' ? NO_BACKUPS[backups] : { schedule: backups.schedule, ...backups.state }),
      disk,
      processes,
      clock,
    }),
    settings: () => ({
      groups: Object.entries(SETTING_GROUPS).map(([name, title]) => ({
        name,
        title,
        settings: settings.flatMap(({ group, ...setting }) => (group === name ? [setting] : [])),
      })),
    }),
    work: async () => ({ work: await workAnswer(boards) }),
  };
}
