import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';

import type { KeyKeeper } from './api-keys.ts';
import { StorageFailure, type StorageTrouble } from '../../store/points-store.ts';
import { withAdvice } from '../../store/sqlite/file/disk-advice.ts';
import { KeyError } from './key-list.ts';

/** After this time, a pending change counts as abandoned. */
const STALE_MS = 10_000;

const TROUBLES: Readonly<Record<string, StorageTrouble>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EROFS: 'read-only',
  EACCES: 'read-only',
  EIO: 'failed',
};

/** The keys of a data folder, in `keys.json`, readable only by its owner. Other programs may change it while a server runs. */
export function keysFile(folder: string): KeyKeeper {
  const file = join(folder, 'keys.json');
  const read = () => (statSync(file, { throwIfNoEntry: false }) === undefined ? undefined : readFileSync(file, 'utf8'));
  return {
    what: file,

    version() {
      try {
        const found = statSync(file, { bigint: true, throwIfNoEntry: false });
        return found === undefined ? '' : `${found.ino} ${found.mtimeNs} ${found.size}`;
      } catch (error) {
        return String(error);
      }
    },

    read,

    /** Writes a new file next to the old one; it is also the lock. */
    async change(edit) {
      const beside = `${file}.new`;
      let opened: number;
      try {
        const left = statSync(beside, { throwIfNoEntry: false });
        // Left by a killed program: otherwise it exists for milliseconds.
        if (left !== undefined && Date.now() - left.mtimeMs > STALE_MS) rmSync(beside, { force: true });
        opened = openSync(beside, 'wx', 0o600);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw storageFailure(error, file);
        throw new KeyError(`Another program is changing the keys. Try again. If none is, delete ${beside}.`, { cause: error });
      }
      try {
        writeSync(opened, edit(read()));
        fsyncSync(opened);
        closeSync(opened);
        renameSync(beside, file);
      } catch (error) {
        rmSync(beside, { force: true });
        throw storageFailure(error, file);
      }
    },
  };
}

/** Converts disk errors to storage failures. */
function storageFailure(error: unknown, file: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  const trouble = TROUBLES[code ?? ''];
  return trouble === undefined ? error : new StorageFailure((withAdvice(error, file) as Error).message, trouble, error);
}
