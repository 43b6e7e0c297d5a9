import { closeSync, openSync, readlinkSync, statSync } from 'node:fs';

/** Where an open database is, and whether it is still there. */
export interface FilePlace {
  readonly file: string;
  /** Whether what was opened is still at its path, and the log beside it too: what is written elsewhere is lost. */
  isKept(): boolean;
  /** After the database was closed: to close a file of a process sooner would give up SQLite's lock on it. */
  close(): void;
}

/** The place of a database that is open, with its log. */
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
 * By what Linux calls a file that is open: another path when it was moved, and "(deleted)" after it when it was deleted or
 * another one took its place. Every commit asks, and this knows nothing of the file's size: asking for that waits for what
 * was just written, four times 20 µs a commit on some disks.
 */
function openedFile(path: string): Kept {
  const descriptor = openSync(path, 'r');
  const link = `/proc/self/fd/${descriptor}`;
  const there = readlinkSync(link);
  return { isKept: () => readlinkSync(link) === there, close: () => closeSync(descriptor) };
}

/** By its number on its disk. */
function knownFile(path: string): Kept {
  const identityOf = () => {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false });
    return found && `${found.dev} ${found.ino}`;
  };
  const opened = identityOf();
  return { isKept: () => identityOf() === opened, close: () => {} };
}
