import { accessSync, constants, existsSync, readdirSync, readFileSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { KEYS_FILE, keysTrouble } from '../backups/backing-up.ts';
import { newestBackup } from '../backups/kept-backups.ts';
import { mostOpenFiles } from '../../operation/open-files.ts';
import { runningServer } from '../../operation/running-server.ts';
import { movingFile } from '../../store/sqlite/file/making.ts';
import { mayReadAndWrite } from '../../store/sqlite/file/private-files.ts';
import { checkDatabase } from './database-checkup.ts';
import { type Finding, keysFrom, quoted } from './finding.ts';
import { momentWords } from '../../../contract/parts/time-words.ts';

const MEBIBYTE = 1024 * 1024;

/** Enough for thousands of viewers. */
const ENOUGH_OPEN_FILES = 4096;

export interface CheckupParts {
  /** Epoch milliseconds. */
  readonly now: number;
  readonly backup: { readonly folder: string | undefined; readonly everyMs: number };
}

/** Checks a data folder, even while a server runs, and changes nothing. Unlike `laurels rebuild`, does not replay the ledger. */
export async function checkFolder(folder: string, parts: CheckupParts): Promise<readonly Finding[]> {
  if (!existsSync(folder))
    return [{ what: `There is no folder ${folder}.`, mend: 'Set LAURELS_DATA, or start the server, which creates it.' }];
  const closed = [...rights(folder)];
  if (closed.length === 0) closed.push(...withheld(folder));
  return [
    ...closed,
    ...shared(folder),
    ...leftovers(folder),
    // Files that cannot be read may be intact.
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
        what: `${folder} is on a read-only disk.`,
        mend: `mount -o remount,rw "$(df --output=target ${quoted(folder)} | tail -1)"`,
      };
    else yield { what: `This user has no write access to ${folder}.`, mend: `chown -R "$USER" ${quoted(folder)}` };
  }
}

function ownFiles(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => /^(?:laurels\.|keys\.json|key-uses\.json|server\.json|setup-code)/.test(name));
  } catch {
    return [];
  }
}

/** Files that this user or, for root, the folder's owner cannot access, for example after a command run as root. */
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
      ? { what: `${file} belongs to user ${found.uid}, but should belong to user ${uid}.`, mend: `chown ${uid}:${gid} ${quoted(file)}` }
      : { what: `This user cannot read and write ${file}.`, mend: `chmod u+rw ${quoted(file)}` };
  }
}

function* shared(folder: string): Generator<Finding> {
  const names = ownFiles(folder).filter((name) => ((statSync(join(folder, name), { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0);
  const files = names.map((name) => quoted(join(folder, name)));
  if (names.length > 0) yield { what: `Other users can read ${names.join(', ')}.`, mend: `chmod go= ${files.join(' ')}` };
}

/** Leftovers of interrupted commands. */
function* leftovers(folder: string): Generator<Finding> {
  const at = (name: string) => join(folder, name);
  if (existsSync(movingFile(at('laurels.db'))))
    yield { what: 'A move to this folder is unfinished, or an import of everything: repeat that.', mend: `laurels move --to ${quoted(folder)}` };
  if (existsSync(at('restoring'))) yield { what: 'Restoring a backup was interrupted.', mend: 'laurels restore FILE' };
  if (existsSync(at('keys.json.new'))) yield { what: 'A change of the keys was interrupted.', mend: `rm ${quoted(at('keys.json.new'))}` };
  if (existsSync(at('server.json')) && runningServer(folder) === undefined)
    yield {
      what: 'server.json is left over from a killed server, or from a copied folder. It is harmless.',
      mend: `rm ${quoted(at('server.json'))}`,
    };
}

/** Invalid keys; `checkDatabase` reports missing ones. */
function* keys(folder: string): Generator<Finding> {
  const file = join(folder, KEYS_FILE);
  const trouble = keysTrouble(existsSync(file) ? readFileSync(file, 'utf8') : undefined);
  if (trouble === undefined) return;
  const mend = trouble.isOfOtherVersion ? 'Use the version of Laurels that wrote it.' : keysFrom(folder);
  yield { what: `${file} ${trouble.why}, so the server does not start.`, mend };
}

/** A backup and the log need as much space as the data. */
function* room(folder: string): Generator<Finding> {
  const file = statSync(join(folder, 'laurels.db'), { throwIfNoEntry: false });
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  const needed = 2 * (file?.size ?? 0) + 256 * MEBIBYTE;
  const mebibytes = (bytes: number) => Math.floor(bytes / MEBIBYTE);
  if (free < needed)
    yield {
      what: `${mebibytes(free)} MiB are free on the disk of ${folder}, but a backup may need ${mebibytes(needed)} MiB.`,
      mend: 'Free up space, or move the folder to a larger disk.',
    };
}

function* backups({ now, backup: { folder, everyMs } }: CheckupParts): Generator<Finding> {
  if (folder === undefined)
    return yield {
      what: 'No backups are scheduled.',
      mend: 'Set LAURELS_BACKUP_FOLDER to a folder on another disk and restart the server.',
    };
  const newest = newestBackup(existsSync(folder) ? readdirSync(folder) : [], now);
  if (newest === undefined) yield { what: `There are no backups in ${folder}.`, mend: 'laurels backup' };
  else if (now - newest > 2 * everyMs)
    yield { what: `The newest backup in ${folder} is from ${momentWords(newest)}.`, mend: 'laurels backup' };
}

function* openFiles(): Generator<Finding> {
  const most = mostOpenFiles();
  if (most < ENOUGH_OPEN_FILES)
    yield { what: `A process can open only ${most} files, enough for ${most / 2} open browsers.`, mend: 'ulimit -n 65536' };
}
