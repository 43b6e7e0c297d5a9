import { accessSync, chmodSync, closeSync, constants, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** For its owner to read and write, and for nobody else. */
const PRIVATE = 0o600;

/**
 * Makes a folder that its owner alone may look into, and those above it; one that is there stays as it is. Step by step:
 * Node's own way never ends where the system makes no folders, as in /proc.
 */
export function makePrivateFolder(folder: string): void {
  const missing: string[] = [];
  for (let one = folder; !existsSync(one); one = dirname(one)) missing.unshift(one);
  for (const one of missing) mkdirSync(one, { mode: 0o700 });
}

/**
 * Makes a file that its owner alone may read, or keeps others from reading one that is there, as a copy of an operator's
 * may let them. SQLite gives its log the same rights. A file of somebody else stays as it is.
 */
export function keepPrivate(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) closeSync(openSync(file, 'a', PRIVATE));
  else keepFromOthers(file);
}

/** Keeps others from reading a file, if it is there and this user's. */
export function keepFromOthers(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined || (found.mode & 0o077) === 0) return;
  try {
    chmodSync(file, found.mode & 0o700);
  } catch (error) {
    // Whose it is decides who reads it.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
  }
}

/** Whether this process may read and write a file, or list a folder and create files in it. */
export function mayReadAndWrite(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
