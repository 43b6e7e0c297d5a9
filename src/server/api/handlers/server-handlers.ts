// Handlers of settings and keys.
import type { KEY_ENDPOINTS } from '../../../contract/api-key.ts';
import { type SERVER_ENDPOINTS, SETTING_GROUPS } from '../../../contract/running-server.ts';
import { workAnswer } from '../../acts/parts/work.ts';
import { Problem } from '../../http/problem.ts';
import type { Keyring } from '../../operation/keys/keyring.ts';
import { refuseUnknownBoards } from '../../operation/keys/write-bounds.ts';
import type { ApiParts } from './api-parts.ts';
import { createOverview } from './overview.ts';
import type { Handlers } from '../parsed-call.ts';

export function serverHandlers(parts: ApiParts): Handlers<keyof (typeof SERVER_ENDPOINTS & typeof KEY_ENDPOINTS)> {
  const { boards, keyring, settings = [], clock } = parts;
  const known = (): Keyring => {
    if (keyring === undefined) throw new Problem('unavailable', 'This server has no keys.');
    return keyring;
  };
  return {
    overview: createOverview(parts),
    settings: () => ({
      groups: Object.entries(SETTING_GROUPS).map(([name, title]) => ({
        name,
        title,
        settings: settings.flatMap(({ group, ...setting }) => (group === name ? [setting] : [])),
      })),
    }),
    work: async () => ({ work: await workAnswer(boards) }),
    keys: async () => ({ keys: await known().list() }),
    addKey({ body: { name, role, expires, bounds = {} } }) {
      refuseUnknownBoards(
        bounds,
        boards.boards().map((board) => board.name),
      );
      const terms = { bounds, ...(expires !== undefined && { expires: Date.parse(expires) }) };
      return known().add(name, role, clock(), terms);
    },
    revokeKey: ({ variables: { key } }) => known().revoke(key, clock()),
  };
}
