import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';

import type { KeyKeeper } from './api-keys.ts';
import { KeyError } from './key-list.ts';

/** The keys of a data folder, in `keys.json`, readable by its owner alone. Any program may change it while a server runs. */
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

    /** The new file is written beside the old one first, which also keeps a second writer out. */
    async change(edit) {
      const beside = `${file}.new`;
      let opened: number;
      try {
        opened = openSync(beside, 'wx', 0o600);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
        throw new KeyError(`Another program is changing the keys. Try again. If none is, delete ${beside}.`, { cause: error });
      }
      try {
        writeSync(opened, edit(read()));
        fsyncSync(opened);
        closeSync(opened);
        renameSync(beside, file);
      } catch (error) {
        rmSync(beside, { force: true });
        throw error;
      }
    },
  };
}
