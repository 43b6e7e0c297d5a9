import { accessSync, constants, existsSync, readdirSync, readFileSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { KEYS_FILE, keysTrouble } from '../backups/backing-up.ts';
import { newestBackup } from '../backups/kept-backups.ts';
import { mostOpenFiles } from '../../operation/open-files.ts';
import { runningServer } from '../../operation/running-server.ts';
import { mayReadAndWrite } from '../../store/sqlite/file/private-files.ts';
import { checkDatabase } from './database-checkup.ts';
import { type Finding, keysFrom, quoted } from './finding.ts';

const MEBIBYTE = 1024 * 1024;

/** Fewer than these are few for a server that thousands look at. */
const ENOUGH_OPEN_FILES = 4096;

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
export async function checkFolder(folder: string, parts: CheckupParts): Promise<readonly Finding[]> {
  if (!existsSync(folder))
    return [{ what: `There is no folder ${folder}.`, mend: 'Set LAURELS_DATA, or start the server, which makes it.' }];
  const closed = [...rights(folder)];
  if (closed.length === 0) closed.push(...withheld(folder));
  return [
    ...closed,
    ...shared(folder),
    ...leftovers(folder),
    // What this user may not read may be whole.
    ...(closed.length === 0 ? [...keys(folder), ...(await checkDatabase(folder, parts.now))] : []),
    ...room(folder),
    ...backups(parts),
    ...openFiles(),
  ];
}

function* rights(folder: string): Generator<Finding> {
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EROFS')
      yield {
        what: `${folder} is on a disk that is mounted read-only.`,
        mend: `mount -o remount,rw "$(df --output=target ${quoted(folder)} | tail -1)"`,
      };
    else yield { what: `This user may not write to ${folder}.`, mend: `chown -R "$USER" ${quoted(folder)}` };
  }
}

/** What is in the folder of Laurels. */
function ownFiles(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => /^(?:laurels\.|keys\.json|key-uses\.json|server\.json)/.test(name));
  } catch {
    return [];
  }
}

/** Files that this user may not use, or root sees that whoever has the folder may not: as after a command that root typed. */
function* withheld(folder: string): Generator<Finding> {
  const isRoot = process.geteuid?.() === 0;
  const { uid, gid } = isRoot ? statSync(folder) : { uid: process.geteuid?.(), gid: process.getegid?.() };
  for (const name of ownFiles(folder)) {
    const file = join(folder, name);
    const found = statSync(file, { throwIfNoEntry: false });
    if (found === undefined) continue;
    const isForeign = uid !== undefined && found.uid !== uid;
    if (isRoot ? !isForeign : mayReadAndWrite(file)) continue;
    yield isForeign
      ? { what: `${file} belongs to user ${found.uid}, and should to user ${uid}.`, mend: `chown ${uid}:${gid} ${quoted(file)}` }
      : { what: `This user may not read and write ${file}.`, mend: `chmod u+rw ${quoted(file)}` };
  }
}

function* shared(folder: string): Generator<Finding> {
  const names = ownFiles(folder).filter((name) => ((statSync(join(folder, name), { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0);
  const files = names.map((name) => quoted(join(folder, name)));
  if (names.length > 0) yield { what: `Other users may read ${names.join(', ')}.`, mend: `chmod go= ${files.join(' ')}` };
}

/** What something that was cut off left behind. */
function* leftovers(folder: string): Generator<Finding> {
  const at = (name: string) => join(folder, name);
  if (existsSync(at('laurels.db.moving')))
    yield { what: 'A move into this folder was begun and is not finished.', mend: `laurels move --to ${quoted(folder)}` };
  if (existsSync(at('restoring'))) yield { what: 'Restoring a backup was cut off.', mend: 'laurels restore FILE' };
  if (existsSync(at('keys.json.new'))) yield { what: 'A change of the keys was cut off.', mend: `rm ${quoted(at('keys.json.new'))}` };
  if (existsSync(at('server.json')) && runningServer(folder) === undefined)
    yield {
      what: 'server.json is of a server that was killed, or came with a copy of another folder. It does no harm.',
      mend: `rm ${quoted(at('server.json'))}`,
    };
}

/** Keys that cannot be understood: that they are gone, the database knows. */
function* keys(folder: string): Generator<Finding> {
  const file = join(folder, KEYS_FILE);
  const trouble = keysTrouble(existsSync(file) ? readFileSync(file, 'utf8') : undefined);
  if (trouble === undefined) return;
  const mend = trouble.isOfOtherVersion ? 'Use the version of Laurels that wrote it.' : keysFrom(folder);
  yield { what: `${file} ${trouble.why}: the server does not start with it.`, mend };
}

/** A backup and the log need as much again as there is. */
function* room(folder: string): Generator<Finding> {
  const file = statSync(join(folder, 'laurels.db'), { throwIfNoEntry: false });
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  const needed = 2 * (file?.size ?? 0) + 256 * MEBIBYTE;
  const mebibytes = (bytes: number) => Math.floor(bytes / MEBIBYTE);
  if (free < needed)
    yield {
      what: `${mebibytes(free)} MiB are free on the disk of ${folder}, and a backup may need ${mebibytes(needed)}.`,
      mend: 'Make room, or move the folder to a larger disk.',
    };
}

function* backups({ now, backup: { folder, everyMs } }: CheckupParts): Generator<Finding> {
  if (folder === undefined)
    return yield {
      what: 'No backups are made by schedule.',
      mend: 'Set LAURELS_BACKUP_FOLDER, to a folder on another disk, and start the server again.',
    };
  const newest = newestBackup(existsSync(folder) ? readdirSync(folder) : [], now);
  if (newest === undefined) yield { what: `There is no backup in ${folder}.`, mend: 'laurels backup' };
  else if (now - newest > 2 * everyMs)
    yield { what: `The newest backup in ${folder} is of ${new Date(newest).toISOString()}.`, mend: 'laurels backup' };
}

function* openFiles(): Generator<Finding> {
  const most = mostOpenFiles();
  if (most < ENOUGH_OPEN_FILES)
    yield { what: `A process may open ${most} files, so ${most / 2} browsers can listen.`, mend: 'ulimit -n 65536' };
}
