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
  const closed = rights(folder);
  const withheld = closed.length > 0 ? [] : ownFiles(folder).flatMap((name) => withheldFile(folder, name));
  const isReadable = closed.length === 0 && withheld.length === 0;
  return [
    ...closed,
    ...withheld,
    ...shared(folder),
    ...leftovers(folder),
    // What this user may not read may be whole.
    ...(isReadable ? [...keys(folder), ...(await checkDatabase(folder, parts.now))] : []),
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
  return [];
}

/** What is in the folder of Laurels. */
function ownFiles(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => /^(?:laurels\.|keys\.json|key-uses\.json|server\.json)/.test(name));
  } catch {
    return [];
  }
}

/** A file that this user may not use, or root sees that whoever has the folder may not: as after a command that root typed. */
function withheldFile(folder: string, name: string): Finding[] {
  const file = join(folder, name);
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) return [];
  const isRoot = process.geteuid?.() === 0;
  const { uid, gid } = isRoot ? statSync(folder) : { uid: process.geteuid?.(), gid: process.getegid?.() };
  const isForeign = uid !== undefined && found.uid !== uid;
  if (isRoot ? !isForeign : mayReadAndWrite(file)) return [];
  return [
    isForeign
      ? { what: `${file} belongs to user ${found.uid}, and should to user ${uid}.`, mend: `chown ${uid}:${gid} ${quoted(file)}` }
      : { what: `This user may not read and write ${file}.`, mend: `chmod u+rw ${quoted(file)}` },
  ];
}

function shared(folder: string): Finding[] {
  const names = ownFiles(folder).filter((name) => ((statSync(join(folder, name), { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0);
  if (names.length === 0) return [];
  return [
    { what: `Other users may read ${names.join(', ')}.`, mend: `chmod go= ${names.map((name) => quoted(join(folder, name))).join(' ')}` },
  ];
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

/** Keys that cannot be understood: that they are gone, the database knows. */
function keys(folder: string): Finding[] {
  const file = join(folder, KEYS_FILE);
  const text = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  const trouble = keysTrouble(text);
  if (trouble === undefined) return [];
  const mend = trouble.isOfOtherVersion ? 'Use the version of Laurels that wrote it.' : keysFrom(folder);
  return [{ what: `${file} ${trouble.why}: the server does not start with it.`, mend }];
}

/** A backup and the log need as much again as there is. */
function room(folder: string): Finding[] {
  const file = statSync(join(folder, 'laurels.db'), { throwIfNoEntry: false });
  const { bavail, bsize } = statfsSync(folder);
  const [free, needed] = [bavail * bsize, 2 * (file?.size ?? 0) + 256 * MEBIBYTE].map((bytes) => Math.floor(bytes / MEBIBYTE));
  if (free! >= needed!) return [];
  return [
    {
      what: `${free} MiB are free on the disk of ${folder}, and a backup may need ${needed}.`,
      mend: 'Make room, or move the folder to a larger disk.',
    },
  ];
}

function backups({ now, backup: { folder, everyMs } }: CheckupParts): Finding[] {
  if (folder === undefined)
    return [
      {
        what: 'No backups are made by schedule.',
        mend: 'Set LAURELS_BACKUP_FOLDER, to a folder on another disk, and start the server again.',
      },
    ];
  const newest = newestBackup(existsSync(folder) ? readdirSync(folder) : [], now);
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
