// What the endpoints do that are about backups.
import type { BACKUP_ENDPOINTS } from '../../../contract/operation/backup-endpoints.ts';
import { auditEntry } from '../../audit/audit-entry.ts';
import type { ScheduledBackups } from '../../data/backups/scheduled-backups.ts';
import { Problem } from '../../http/problem.ts';
import type { GameParts } from './game-handlers.ts';
import type { Handlers } from '../calls/parsed-call.ts';

/** Why a server makes no backups. */
export const NO_BACKUPS = {
  'no folder':
    'No folder for backups is set. Set LAURELS_BACKUP_FOLDER for the server and start it again, or name a place: "laurels backup TO".',
  postgres: 'A PostgreSQL database is backed up by PostgreSQL: with pg_dump, or with pgBackRest for every moment of the past.',
} as const;

/** Those of a server, or why it makes none. */
export type ServerBackups = Pick<ScheduledBackups, 'state' | 'schedule' | 'list' | 'make'> | keyof typeof NO_BACKUPS;

export function backupHandlers({
  backups = 'no folder',
  boards,
  clock,
}: Pick<GameParts, 'backups' | 'boards' | 'clock'>): Handlers<keyof typeof BACKUP_ENDPOINTS> {
  return {
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
          throw new Problem('conflict', 'A backup is being made already. The list has it when it is made.');
        case 'stopped':
          throw new Problem('unavailable', 'The server is stopping. No backup was made.');
        case 'failed':
          throw new Problem(told.isDiskFull ? 'storage-full' : 'conflict', `The backup failed: ${told.reason}`);
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
