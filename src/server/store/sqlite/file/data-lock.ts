import { once } from 'node:events';
import { rmSync, statSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';

import { withAdvice } from './disk-advice.ts';
import { keepPrivate } from './private-files.ts';

/** How long the holder of a claim may take to identify itself. */
const ANSWER_PATIENCE_MS = 1000;

/** Exclusive use of a data folder, or of a database file for writing. */
export interface DataLock {
  /** Releases the lock. Idempotent. */
  release(): void;
}

/**
 * Locks a data folder for this process until `release` is called or the process ends.
 *
 * The lock is an open transaction on a separate small database, which the operating system ends with the process, so a crash leaves no
 * stale lock. A file beside it names the holder, only for the error message.
 *
 * @throws {Error} naming the owner's process id, if a process, even this one, has the folder open.
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
    // Only SQLITE_BUSY (5) means that it is held.
    if ((error as { errcode?: number }).errcode !== 5) {
      throw withAdvice(error, folder);
    }
    throw await inUse(`The data folder ${folder}`, () => readFile(ownerFile, 'utf8'), error);
  }
  try {
    writeFileSync(ownerFile, `${process.pid}\n`, { mode: 0o600 });
  } catch (error) {
    // The disk is full: the lock holds without a name.
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
 * Claims a database file for this process by its inode. The lock of the data folder is a file, which could be deleted while a server runs,
 * and two folders could link to one database; this claim is an abstract socket, which cannot be deleted and ends with the process.
 *
 * Only Linux has these, one set per network namespace. Elsewhere, and between containers, only the lock file protects.
 * @throws {Error} naming the process, if one, even this one, has claimed the file.
 */
export async function claimDatabase(file: string): Promise<DataLock> {
  if (process.platform !== 'linux') return { release: () => {} };
  const { dev, ino } = statSync(file, { bigint: true });
  const name = `\0laurels-database-${dev}-${ino}`;
  const holder = createServer((socket) => {
    socket.on('error', () => {});
    socket.end(String(process.pid));
  });
  holder.unref();
  try {
    holder.listen(name);
    await once(holder, 'listening');
  } catch (error) {
    // Without abstract sockets, the lock file has to suffice.
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') return { release: () => {} };
    const socket = connect(name);
    socket.setTimeout(ANSWER_PATIENCE_MS, () => socket.destroy(new Error('no answer')));
    throw await inUse(`The database ${file}`, () => text(socket), error);
  }
  return { release: () => void holder.close() };
}

/** The error for a folder or file in use. `pid` resolves to the holder's process id, or rejects. */
async function inUse(what: string, pid: () => Promise<string>, cause: unknown): Promise<Error> {
  // The holder may be exiting, busy, out of disk space for its process id, or about to write it.
  const known = Number.parseInt(await pid().catch(() => ''), 10);
  const holder = known > 0 ? `process ${known}` : 'another process';
  return new Error(`${what} is in use by ${holder}. Stop that process, or choose another folder.`, { cause });
}
