import { accessSync, constants, existsSync, readdirSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { backupName, newestBackup } from '../backups/kept-backups.ts';
import { mostOpenFiles } from '../operation/open-files.ts';
import { runningServer } from '../operation/running-server.ts';
import { APPLICATION_ID, SCHEMA_VERSION } from '../store/sqlite/file/schema.ts';

/** Fewer than these are few for a server that thousands look at. */
const ENOUGH_OPEN_FILES = 4096;

/** What is wrong, and what mends it: a command, or a sentence. */
export interface Finding {
  readonly what: string;
  readonly mend: string;
}

/** What a checkup is told beside the folder. */
export interface CheckupParts {
  /** Epoch milliseconds. */
  readonly now: number;
  readonly backup: { readonly folder: string | undefined; readonly everyMs: number };
}

/**
 * Looks at a data folder, also while a server runs on it, and changes nothing. It does not fold the ledger: `laurels rebuild`
 * does.
 */
export function checkFolder(folder: string, parts: CheckupParts): readonly Finding[] {
  if (!existsSync(folder))
    return [{ what: `There is no folder ${folder}.`, mend: 'Set LAURELS_DATA, or start the server, which makes it.' }];
  return [
    ...rights(folder),
    ...leftovers(folder),
    ...database(join(folder, 'laurels.db'), parts.now),
    ...room(folder),
    ...backups(parts),
    ...openFiles(),
  ];
}

function rights(folder: string): Finding[] {
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const isReadOnly = (error as NodeJS.ErrnoException).code === 'EROFS';
    return [
      isReadOnly
        ? {
            what: `${folder} is on a disk that is mounted read-only.`,
            mend: `mount -o remount,rw "$(df --output=target ${quoted(folder)} | tail -1)"`,
          }
        : { what: `This user may not write to ${folder}.`, mend: `chown -R "$USER" ${quoted(folder)}` },
    ];
  }
  const shared = readdirSync(folder).filter(
    (name) => /^(?:laurels\.|keys\.json|key-uses\.json|server\.json)/.test(name) && isShared(join(folder, name)),
  );
  if (shared.length === 0) return [];
  return [
    { what: `Other users may read ${shared.join(', ')}.`, mend: `chmod go= ${shared.map((name) => quoted(join(folder, name))).join(' ')}` },
  ];
}

function isShared(file: string): boolean {
  return ((statSync(file, { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0;
}

/** What something that was cut off left behind. */
function leftovers(folder: string): Finding[] {
  const at = (name: string) => join(folder, name);
  const found: Finding[] = [];
  if (existsSync(at('laurels.db.moving')))
    found.push({ what: 'A move into this folder was begun and is not finished.', mend: `laurels move --to ${quoted(folder)}` });
  if (existsSync(at('restoring'))) found.push({ what: 'Restoring a backup was cut off.', mend: 'laurels restore FILE' });
  if (existsSync(at('keys.json.new'))) found.push({ what: 'A change of the keys was cut off.', mend: `rm ${quoted(at('keys.json.new'))}` });
  if (existsSync(at('server.json')) && runningServer(folder) === undefined)
    found.push({
      what: 'server.json is of a server that was killed, or came with a copy of another folder. It does no harm.',
      mend: `rm ${quoted(at('server.json'))}`,
    });
  return found;
}

function database(file: string, now: number): Finding[] {
  if (!existsSync(file))
    return [{ what: `There is no database ${file}.`, mend: 'laurels restore FILE, or start the server, which makes one.' }];
  const damaged = (why: string): Finding => ({
    what: `${file} is damaged (${why}).`,
    mend: `Move the folder away, then: laurels restore FILE`,
  });
  let opened: DatabaseSync | undefined;
  try {
    if (statSync(file).size === 0) return [damaged('it is empty')];
    opened = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
    return [...versionOf(opened, file), ...soundness(opened, damaged), ...clock(opened, now)];
  } catch (error) {
    return [damaged(error instanceof Error ? error.message : String(error))];
  } finally {
    opened?.close();
  }
}

function versionOf(opened: DatabaseSync, file: string): Finding[] {
  const number = (pragma: string) => Number(Object.values(opened.prepare(`PRAGMA ${pragma}`).get()!)[0]);
  if (number('application_id') !== APPLICATION_ID)
    return [{ what: `${file} is another program's database.`, mend: 'Set LAURELS_DATA to another folder.' }];
  const version = number('user_version');
  if (version === SCHEMA_VERSION) return [];
  return [
    version < SCHEMA_VERSION
      ? { what: `The database has version ${version}, and the next start makes it ${SCHEMA_VERSION}.`, mend: 'laurels backup TO' }
      : { what: `The database has version ${version}, of a later Laurels.`, mend: 'Use the version of Laurels that wrote it.' },
  ];
}

function soundness(opened: DatabaseSync, damaged: (why: string) => Finding): Finding[] {
  const problems = opened.prepare('PRAGMA quick_check(1)').all();
  const [problem] = problems.map((row) => String(Object.values(row)[0]));
  return problem === 'ok' ? [] : [damaged(problem ?? 'it cannot be looked at')];
}

function clock(opened: DatabaseSync, now: number): Finding[] {
  const newest = Number(opened.prepare('SELECT received_at FROM events ORDER BY seq DESC LIMIT 1').get()?.['received_at'] ?? 0);
  if (newest <= now + 10_000) return [];
  return [
    {
      what: `The newest event was received at ${new Date(newest).toISOString()}, and the clock says ${new Date(now).toISOString()}. No period closes until then.`,
      mend: 'timedatectl set-ntp true',
    },
  ];
}

/** An upgrade and the log need as much again as there is. */
function room(folder: string): Finding[] {
  const file = statSync(join(folder, 'laurels.db'), { throwIfNoEntry: false });
  const { bavail, bsize } = statfsSync(folder);
  const needed = 2 * (file?.size ?? 0) + 256 * 1024 * 1024;
  if (bavail * bsize >= needed) return [];
  return [
    {
      what: `${mebibytes(bavail * bsize)} MiB are free on the disk of ${folder}, and an upgrade may need ${mebibytes(needed)}.`,
      mend: 'Make room, or move the folder to a larger disk.',
    },
  ];
}

function mebibytes(bytes: number): number {
  return Math.floor(bytes / 1024 / 1024);
}

function backups({ now, backup: { folder, everyMs } }: CheckupParts): Finding[] {
  if (folder === undefined)
    return [
      {
        what: 'No backups are made by schedule.',
        mend: 'Set LAURELS_BACKUP_FOLDER, to a folder on another disk, and start the server again.',
      },
    ];
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name <= backupName(now, 'scheduled')) : [];
  const newest = newestBackup(names);
  if (newest !== undefined && now - newest <= 2 * everyMs) return [];
  const what =
    newest === undefined ? `There is no backup in ${folder}.` : `The newest backup in ${folder} is of ${new Date(newest).toISOString()}.`;
  return [{ what, mend: 'laurels backup' }];
}

function openFiles(): Finding[] {
  const most = mostOpenFiles();
  if (most >= ENOUGH_OPEN_FILES) return [];
  return [{ what: `A process may open ${most} files, so ${most / 2} browsers can listen.`, mend: 'ulimit -n 65536' }];
}

/** A path as a shell takes it for one word. */
function quoted(path: string): string {
  return `'${path.replaceAll("'", `'\\''`)}'`;
}
