import { once } from 'node:events';
import { rmSync, statSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';

import { withAdvice } from './disk-advice.ts';
import { keepPrivate } from './private-files.ts';

/** How long whoever holds a claim may take to say who it is. */
const ANSWER_PATIENCE_MS = 1000;

/** What is this process's alone: a data folder, or the right to write to a database file. */
export interface DataLock {
  /** Lets go of it. Calling it again does nothing. */
  release(): void;
}

/**
 * Takes a data folder for this process until `release`, or until the process ends in whatever way.
 *
 * The lock is the operating system's, held through an open transaction on a small database of its own: it
 * cannot outlive its process, so there is no stale lock to clean up after a kill. A file beside it says who
 * holds it, for the message alone: nothing is decided by it.
 *
 * @throws {Error} naming the owner's process id, if another process (or this one) has the folder open.
 */
export async function lockDataFolder(folder: string): Promise<DataLock> {
  const ownerFile = join(folder, 'laurels.pid');
  const lockFile = join(folder, 'laurels.lock');
  keepPrivate(lockFile);
  const lock = new DatabaseSync(lockFile, { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    // Only SQLITE_BUSY (5) means that somebody holds it.
    if ((error as { errcode?: number }).errcode !== 5) {
      throw withAdvice(error, folder);
    }
    throw await inUse(`The data folder ${folder}`, () => readFile(ownerFile, 'utf8'), error);
  }
  try {
    writeFileSync(ownerFile, `${process.pid}\n`, { mode: 0o600 });
  } catch (error) {
    // A full disk: the lock holds without the name.
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') {
      lock.close();
      throw error;
    }
  }
  return {
    release() {
      if (!lock.isOpen) return;
      rmSync(ownerFile, { force: true });
      lock.close();
    },
  };
}

/**
 * Claims a database file for this process, under the number that the file has on its disk. The lock of the data folder is a
 * file, which somebody may delete while a server runs; and two folders may have links to one database. This claim is a
 * name that the operating system keeps, and nobody can delete it. It ends with the process.
 *
 * Only Linux has such names, for each network namespace. Elsewhere, and between containers, the lock file alone decides.
 * @throws {Error} naming the process, if another one (or this one) writes to the file.
 */
export async function claimDatabase(file: string): Promise<DataLock> {
  if (process.platform !== 'linux') return { release: () => {} };
  const { dev, ino } = statSync(file, { bigint: true });
  const name = `\0laurels-database-${dev}-${ino}`;
  const holder = createServer((asking) => {
    asking.on('error', () => {});
    asking.end(String(process.pid));
  });
  holder.unref();
  try {
    holder.listen(name);
    await once(holder, 'listening');
  } catch (error) {
    // Where such names are forbidden the lock file is what there is.
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') return { release: () => {} };
    const asking = connect(name);
    asking.setTimeout(ANSWER_PATIENCE_MS, () => asking.destroy(new Error('no answer')));
    throw await inUse(`The database ${file}`, () => text(asking), error);
  }
  return { release: () => void holder.close() };
}

/** What is said of what another process has. `pid` gives the number of that process, or rejects. */
async function inUse(what: string, pid: () => Promise<string>, cause: unknown): Promise<Error> {
  // It may end just now, have no time to answer or no room to write its number, or lie between taking the lock and writing it.
  const known = Number.parseInt(await pid().catch(() => ''), 10);
  const holder = known > 0 ? `process ${known}` : 'another process';
  return new Error(`${what} is in use by ${holder}. Stop that process, or choose another folder.`, { cause });
}
