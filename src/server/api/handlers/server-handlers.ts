// Handlers of settings, keys and backups.
import type { KEY_ENDPOINTS } from '../../../contract/api-key.ts';
import { type SERVER_ENDPOINTS, SETTING_GROUPS } from '../../../contract/running-server.ts';
import { workAnswer } from '../../acts/parts/work.ts';
import { auditEntry } from '../../audit/audit-entry.ts';
import { Problem } from '../../http/problem.ts';
import type { Keyring } from '../../operation/keys/keyring.ts';
import { refuseUnknownBoards } from '../../operation/keys/write-bounds.ts';
import { type ApiParts, NO_BACKUPS } from './api-parts.ts';
import { createOverview } from './overview.ts';
import type { Handlers } from '../parsed-call.ts';

export function serverHandlers(parts: ApiParts): Handlers<keyof (typeof SERVER_ENDPOINTS & typeof KEY_ENDPOINTS)> {
  const { boards, keyring, backups = 'no folder', settings = [], clock } = parts;
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
    backups() {
      if (typeof backups === 'string') return { schedule: null, trouble: NO_BACKUPS[backups], backups: [] };
      const { schedule, state, list } = backups;
      return {
        schedule: { folder: schedule.folder, everySeconds: schedule.everyMs / 1000, keep: schedule.keep },
        trouble: state.trouble ?? null,
        backups: list().map(({ name, madeAt, origin, bytes, checked }) => ({
          name,
          madeAt: new Date(madeAt).toISOString(),
          origin,
          bytes,
          checked,
        })),
      };
    },
    async makeBackup() {
      if (typeof backups === 'string') throw new Problem('conflict', NO_BACKUPS[backups]);
      const told = await backups.make();
      switch (told.state) {
        case 'busy':
          throw new Problem('conflict', 'Another backup is already running. It will appear in the list.');
        case 'stopped':
          throw new Problem('unavailable', 'The server is stopping. No backup was created.');
        case 'failed':
          throw new Problem(told.isDiskFull ? 'storage-full' : 'conflict', `Backup failed: ${told.reason}`);
        case 'made': {
          const { file, bytes, events, standings } = told.made;
          const entry = auditEntry({ act: 'make-backup', subject: file, after: { bytes, events } }, clock());
          await boards.store.changeRecords({ change: () => [entry] });
          return { file, bytes, events, standings };
        }
      }
    },
  };
}
