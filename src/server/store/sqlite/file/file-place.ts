import { closeSync, openSync, readlinkSync, statSync } from 'node:fs';

/** The location of an open database, and whether it is still there. */
export interface FilePlace {
  readonly file: string;
  /** Whether the opened file and its log are still at their paths; if not, writes would be lost. */
  isKept(): boolean;
  /** Must be called after closing the database: closing any descriptor of a file drops SQLite's lock on it. */
  close(): void;
}

/** The location of an open database and its log. */
export function filePlace(file: string): FilePlace {
  const kept = [file, `${file}-wal`].map(process.platform === 'linux' ? openedFile : knownFile);
  return {
    file,
    isKept: () => kept.every((one) => one.isKept()),
    close: () => kept.forEach((one) => one.close()),
  };
}

type Kept = Pick<FilePlace, 'isKept' | 'close'>;

/**
 * Checks the path that Linux reports for an open file: it changes when the file is moved, and ends in "(deleted)" when it is deleted or
 * replaced. Every commit checks this, and unlike `stat` it does not wait for the last write: four times 20 µs a commit on some disks.
 */
function openedFile(path: string): Kept {
  const descriptor = openSync(path, 'r');
  const link = `/proc/self/fd/${descriptor}`;
  const there = readlinkSync(link);
  return { isKept: () => readlinkSync(link) === there, close: () => closeSync(descriptor) };
}

/** Checks the inode. */
function knownFile(path: string): Kept {
  const identityOf = () => {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false });
    return found && `${found.dev} ${found.ino}`;
  };
  const opened = identityOf();
  return { isKept: () => identityOf() === opened, close: () => {} };
}
