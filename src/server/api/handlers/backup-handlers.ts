// Handlers of backups.
import type { ApiCheckedBackup, ApiCompared, BACKUP_ENDPOINTS } from '../../../contract/operation/backups.ts';
import { type Act, auditEntry } from '../../audit/audit-entry.ts';
import type { LiveBoards } from '../../boards/live-boards.ts';
import type { Drilled } from '../../data/backups/drilling.ts';
import { backupName } from '../../data/backups/kept-backups.ts';
import { fileAnswer } from '../../http/file-answer.ts';
import { Problem } from '../../http/problem.ts';
import { AUDIT } from '../../store/records.ts';
import type { Handlers } from '../parsed-call.ts';
import { type ApiParts, NO_BACKUPS } from './api-parts.ts';

export function backupHandlers({ boards, backups = 'no folder', exports, clock }: ApiParts): Handlers<keyof typeof BACKUP_ENDPOINTS> {
  const made = () => {
    if (typeof backups === 'string') throw new Problem('conflict', NO_BACKUPS[backups]);
    return backups;
  };
  const record = (act: Act) => boards.store.changeRecords({ change: () => [auditEntry(act, clock())] });
  return {
    backups() {
      if (typeof backups === 'string') return { schedule: null, without: backups, trouble: NO_BACKUPS[backups], backups: [] };
      const { schedule, state, list } = backups;
      return {
        schedule: { folder: schedule.folder, everySeconds: schedule.everyMs / 1000, keep: schedule.keep },
        without: null,
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
      const told = await made().make();
      switch (told.state) {
        case 'busy':
          throw new Problem('conflict', 'Another backup is already running. It will appear in the list.');
        case 'stopped':
          throw new Problem('unavailable', 'The server is stopping. No backup was created.');
        case 'failed':
          throw new Problem(told.isDiskFull ? 'storage-full' : 'conflict', `Backup failed: ${told.reason}`);
        case 'made': {
          const { file, bytes, events, standings } = told.made;
          await record({ act: 'make-backup', subject: file, after: { bytes, events } });
          return { file, bytes, events, standings };
        }
      }
    },
    async downloadBackup({ request, variables: { backup } }) {
      const file = made().file(backup);
      if (file === undefined) throw noBackup(backup);
      const answer = fileAnswer(request, { ...file, name: backup });
      // Includes partial downloads: all bytes but the first are as good as the whole backup.
      if (request.method === 'GET' && answer.file !== undefined) await record({ act: 'download-backup', subject: backup });
      return answer;
    },
    async exportEverything({ request }) {
      if (request.method === 'HEAD') return { status: 200, headers: { 'cache-control': 'private, no-store' }, body: null };
      if (exports === undefined) throw new Problem('conflict', 'Only a running server exports over HTTP. Run "laurels export everything".');
      const told = await exports.make();
      switch (told.state) {
        case 'busy':
          throw new Problem('conflict', 'Another export is running. Try again when it is done.');
        case 'stopped':
          throw new Problem('unavailable', 'The server is stopping. Nothing was exported.');
        case 'failed':
          throw new Problem(told.isDiskFull ? 'storage-full' : 'conflict', `The export failed: ${told.reason}`);
        case 'made': {
          const { file: path, bytes: size } = told.made;
          const name = backupName(clock(), 'scheduled').replace(/backup$/, 'tar.gz');
          await record({ act: 'export-everything', subject: name });
          const { file, ...answer } = fileAnswer({ header: () => null }, { path, size, name });
          return { ...answer, file: { ...file!, isTemporary: true } };
        }
      }
    },
    async checkBackup({ variables: { backup }, body: { does } }) {
      const before = await lastAct(boards);
      const told = await made().check(backup, does);
      switch (told.state) {
        case 'missing':
          throw noBackup(backup);
        case 'busy':
          throw new Problem('conflict', 'Another backup is being checked. Try again when that is done.');
        case 'stopped':
          throw new Problem('unavailable', 'The server is stopping. Nothing was changed.');
        case 'failed':
          throw new Problem('conflict', `This backup can’t be restored: ${told.reason}`);
        case 'drilled':
          return checkedAnswer(boards, backup, told.drilled, before);
      }
    },
  };
}

function noBackup(name: string): Problem {
  return new Problem('not-found', `There is no backup "${name}". It may have been deleted for newer ones.`, [
    { field: 'backup', rule: 'must be the name of a backup' },
  ]);
}

/** The number of the latest audit entry: every act that voids or restores events adds one. */
async function lastAct({ store }: LiveBoards): Promise<number> {
  return (await store.records(AUDIT, { limit: 1 }))[0]?.number ?? 0;
}

/** `before`: the latest audit entry before the check. */
async function checkedAnswer(
  boards: LiveBoards,
  name: string,
  { events, standings, compared }: Drilled,
  before: number,
): Promise<ApiCheckedBackup> {
  if (compared === undefined) return { name, events, standings, compared: null };
  return { name, events, standings, compared: [...compared.tables, await comparedTotals(boards, compared, before)] };
}

/**
 * Compares totals of the backup with the live ones. A total is newer, too, if its player has points since the comparison began, or an
 * operator acted since the check began.
 */
async function comparedTotals(
  boards: LiveBoards,
  { totals, lastEvent }: NonNullable<Drilled['compared']>,
  before: number,
): Promise<ApiCompared> {
  const { store } = boards;
  const known = new Set(boards.boards().map(({ name }) => name));
  const counts = { same: 0, newer: 0, different: 0 };
  for (const { board, player, points, isNewer } of totals) {
    const total = await store.scoreOf({ board, kind: 'all-time', start: -Infinity }, player).catch(() => undefined);
    const hasMore = async () => known.has(board) && ((await store.eventsOf(board, player, { limit: 1 }))[0]?.seq ?? 0) > lastEvent;
    if (total?.points === points) counts.same += 1;
    else if (isNewer || (await hasMore()) || (await lastAct(boards)) > before) counts.newer += 1;
    else counts.different += 1;
  }
  return { what: 'totals', ...counts };
}
