import { chmodSync, chownSync, realpathSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

import { copyEarlier } from './earlier-version.ts';
import { makeDatabase, makeNamesDurable } from './making.ts';

/**
 * Makes a database of today's version out of one of the version before, and puts it in its place at once: whenever this
 * ends, and however, the file is one of the two and complete. Needs room for both. The folder is locked for this process.
 * @throws {Error} saying what is wrong and what to do. The database is as it was then.
 */
export function upgradeDatabase(file: string): void {
  // Somebody may have put it elsewhere and left a link.
  const place = realpathSync(file);
  try {
    completeWithoutLog(place);
    const { mode, uid, gid } = statSync(place);
    makeDatabase(place, (database, unfinished) => {
      chmodSync(unfinished, mode & 0o700);
      chownSync(unfinished, uid, gid);
      copyEarlier(database, place);
    });
  } catch (error) {
    throw new Error(
      `${file} could not be upgraded (${error instanceof Error ? error.message : String(error)}). It was not changed. ` +
        'Make sure that there is room for a second copy of it, or use the version of Laurels that wrote it.',
      { cause: error },
    );
  }
}

/** Brings all of a database into its one file: a log that was left beside another database would be taken for its own. */
function completeWithoutLog(file: string): void {
  const database = new DatabaseSync(file, { timeout: 5000 });
  try {
    const { journal_mode: mode } = database.prepare('PRAGMA journal_mode = DELETE').get() as { readonly journal_mode: string };
    if (mode !== 'delete') throw new Error('another program has it open');
  } finally {
    database.close();
  }
  makeNamesDurable(file);
}
