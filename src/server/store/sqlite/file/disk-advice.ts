import { accessSync, constants, existsSync } from 'node:fs';
import { dirname } from 'node:path';

/** Causes and remedies, by system error code. */
const ADVICE: Readonly<Record<string, string>> = {
  EROFS: 'it is on a disk that is mounted read-only. Mount it for writing, or choose another folder with LAURELS_DATA.',
  EACCES:
    'this user cannot write there. Give the folder to the user that runs Laurels (chown -R), or choose another one with LAURELS_DATA.',
  EPERM: 'this user cannot write there. Give the folder to the user that runs Laurels (chown -R), or choose another one with LAURELS_DATA.',
  ENOSPC: 'the disk is full. Make room on it; nothing that was stored is lost.',
  EDQUOT: 'the quota of this user is used up. Make room, or raise the quota; nothing that was stored is lost.',
  EIO: 'the disk reports an error. Check the system log, and restore a backup on another disk.',
  ENOENT: 'no folder can be created there. Choose another one with LAURELS_DATA.',
  ENOTDIR: 'something on the way to it is not a folder. Choose another one with LAURELS_DATA.',
  ENAMETOOLONG: 'its name is too long. Choose another one with LAURELS_DATA.',
  EMFILE: 'this process has too many files open. Raise the limit (ulimit -n).',
  CORRUPT: 'its database laurels.db is damaged. Move the folder away and restore a backup with "laurels restore FILE".',
  ENFILE: 'the machine has too many files open. Raise its limit (fs.file-max).',
};

/** SQLite's own codes for the same errors. */
const OF_SQLITE: Readonly<Record<number, string>> = {
  3: 'EPERM',
  8: 'EROFS',
  10: 'EIO',
  11: 'CORRUPT',
  13: 'ENOSPC',
  14: 'EACCES',
  26: 'CORRUPT',
  // The index of the log cannot grow.
  4874: 'ENOSPC',
};

const nameOf = (errcode: number) => OF_SQLITE[errcode] ?? OF_SQLITE[errcode & 0xff];

/** Converts a system or SQLite error into one that says what to do; returns others unchanged. `place`: the unusable folder. */
export function withAdvice(error: unknown, place: string): unknown {
  const code = systemCode(error, place);
  const advice = code === undefined ? undefined : ADVICE[code];
  if (advice === undefined) return error;
  return new Error(`${place} cannot be used: ${advice} (${error instanceof Error ? error.message : String(error)})`, { cause: error });
}

/** Applies {@link withAdvice} only to SQLite errors and a full disk. */
export function withSqliteAdvice(error: unknown, folder: string): unknown {
  const { code, trouble, cause = error } = error as { readonly code?: string; readonly trouble?: string; readonly cause?: unknown };
  return code === 'ERR_SQLITE_ERROR' || trouble === 'full' ? withAdvice(cause, folder) : error;
}

/** Whether the disk was full or the user's quota exhausted. */
export function isOfFullDisk(error: unknown): boolean {
  const { code = '', errcode = 0, cause } = error as { readonly code?: string; readonly errcode?: number; readonly cause?: unknown };
  const named = code === 'ERR_SQLITE_ERROR' ? (nameOf(errcode) ?? '') : code;
  return ['ENOSPC', 'EDQUOT'].includes(named) || (cause instanceof Error && isOfFullDisk(cause));
}

/** Node's error code; `undefined` if it is not a system error. */
function systemCode(error: unknown, place: string): string | undefined {
  const { code, errcode = 0, trouble } = error as { readonly code?: string; readonly errcode?: number; readonly trouble?: string };
  if (code !== 'ERR_SQLITE_ERROR') return trouble === 'full' ? 'ENOSPC' : code;
  const named = nameOf(errcode);
  // SQLite only reports that it could not open or write; the system says why.
  return named === 'EACCES' || named === 'EROFS' ? (whyNotWritable(place) ?? named) : named;
}

function whyNotWritable(place: string): string | undefined {
  let nearest = place;
  while (!existsSync(nearest) && nearest !== dirname(nearest)) nearest = dirname(nearest);
  try {
    accessSync(nearest, constants.R_OK | constants.W_OK);
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
}
