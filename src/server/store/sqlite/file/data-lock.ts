import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { withAdvice } from './disk-advice.ts';
import { keepPrivate } from './private-files.ts';

/** What keeps a data folder to one process; see {@link lockDataFolder}. */
export interface DataLock {
  /** Lets go of the folder. Calling it again does nothing. */
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
export function lockDataFolder(folder: string): DataLock {
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
    throw new Error(`The data folder ${folder} is in use by ${ownerIn(ownerFile)}. Stop that process, or choose another folder.`, {
      cause: error,
    });
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
  let held = true;
  return {
    release() {
      if (!held) return;
      held = false;
      rmSync(ownerFile, { force: true });
      lock.close();
    },
  };
}

function ownerIn(ownerFile: string): string {
  try {
    const pid = Number.parseInt(readFileSync(ownerFile, 'utf8'), 10);
    if (pid > 0) return `process ${pid}`;
  } catch {
    // The owner is between taking the lock and writing its name, or had no room to.
  }
  return 'another process';
}
