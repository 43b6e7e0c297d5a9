import { accessSync, chmodSync, closeSync, constants, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Readable and writable only by the owner. */
const PRIVATE = 0o600;

/** Creates missing folders, only for their owner. Node's recursive `mkdir` never returns where folders are refused, as in /proc. */
export function makePrivateFolder(folder: string): void {
  const missing: string[] = [];
  for (let one = folder; !existsSync(one); one = dirname(one)) missing.unshift(one);
  for (const one of missing) mkdirSync(one, { mode: 0o700 });
}

/** Creates a file that only its owner can read, or restricts an existing one of this user. SQLite gives its log the same mode. */
export function keepPrivate(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) closeSync(openSync(file, 'a', PRIVATE));
  else keepFromOthers(file);
}

/** Removes others' access to an existing file of this user. */
export function keepFromOthers(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined || (found.mode & 0o077) === 0) return;
  try {
    chmodSync(file, found.mode & 0o700);
  } catch (error) {
    // The file belongs to another user, who decides.
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
