import { copyFileSync, existsSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { PointsStore } from '../../store/points-store.ts';
import { allRecords, NOT_RESTORED } from '../../store/records.ts';
import { withAdvice } from '../../store/sqlite/file/disk-advice.ts';
import { makeNamesDurable, makeWayDurable } from '../../store/sqlite/file/making.ts';
import { keepFromOthers, makePrivateFolder } from '../../store/sqlite/file/private-files.ts';
import { type BesideDatabase, takeBeside } from './backup-file.ts';
import { BESIDE, KEYS_FILE, keysTrouble, proved } from './backing-up.ts';

export interface Restored {
  /** In ISO 8601; `undefined` for a bare database, which has no keys. */
  readonly madeAt: string | undefined;
  readonly events: number;
  readonly standings: number;
}

interface RestoreWatch {
  /** Receives the progress in events. */
  readonly reached?: (done: number, total: number) => void;
  /** Called with the restored data before its store is closed. */
  readonly work?: (store: PointsStore) => Promise<void>;
}

/**
 * Restores a backup to a folder without a database, after verifying it next to its destination.
 * @throws {Error} with a one-line reason; backup and folder are left unchanged.
 */
export async function restore(backup: string, folder: string, { reached, work }: RestoreWatch = {}): Promise<Restored> {
  if (statSync(backup, { throwIfNoEntry: false })?.isFile() !== true)
    throw new Error(`No backup at ${backup}. Nothing was restored.`);
  expectFree(folder);
  const wasThere = existsSync(folder);
  const beside = join(folder, 'restoring');
  try {
    makePrivateFolder(folder);
    rmSync(beside, { recursive: true, force: true });
    makePrivateFolder(beside);
    const copied = join(beside, 'laurels.db');
    copyFileSync(backup, copied);
    keepFromOthers(copied);
    const taken = parts(copied);
    const { events, standings } = await proved(beside, reached, async (store) => {
      await endSessions(store);
      await work?.(store);
    });
    takeOver(beside, folder, taken);
    return { madeAt: taken?.madeAt, events, standings };
  } catch (error) {
    rmSync(beside, { recursive: true, force: true });
    if (!wasThere) rmSync(folder, { recursive: true, force: true });
    throw refusal(withAdvice(error, folder), backup, join(beside, 'laurels.db'));
  }
}

/** @throws {Error} if the folder has data, which would be lost. */
function expectFree(folder: string): void {
  const there = existsSync(folder) ? readdirSync(folder) : [];
  // An interrupted restore may leave keys behind, but never a database.
  const isCut = there.includes('restoring');
  const data = there.find((name) => name.startsWith('laurels.db')) ?? there.find((name) => !isCut && BESIDE.includes(name));
  if (data === undefined) return;
  throw new Error(`${folder} already contains ${data}. Nothing was restored. Set LAURELS_DATA to a new folder, or move the existing data away.`);
}

/** @throws {Error} if the keys cannot be read. Other damage is reported when the database is opened. */
function parts(file: string): BesideDatabase | undefined {
  let beside: BesideDatabase | undefined;
  try {
    beside = takeBeside(file);
  } catch (error) {
    if ((error as { readonly code?: string }).code === 'ERR_SQLITE_ERROR') return undefined;
    throw error;
  }
  const trouble = keysTrouble(beside?.files[KEYS_FILE]);
  if (trouble !== undefined)
    throw new Error(trouble.isOfOtherVersion ? `the list of keys in it ${trouble.why}` : 'the keys in it are damaged');
  return beside;
}

/** Ends sessions and invitations, which may have ended or been used since the backup. */
async function endSessions(store: PointsStore): Promise<void> {
  for (const kind of NOT_RESTORED) {
    const records = await allRecords(store, kind);
    await store.changeRecords({ change: () => records.map(({ id }) => ({ kind, id, text: undefined })) });
  }
}

/** Moves the database last, because a folder without one is not in use. */
function takeOver(from: string, folder: string, beside: BesideDatabase | undefined): void {
  for (const name of BESIDE) {
    const text = beside?.files[name];
    if (text !== undefined) writeFileSync(join(folder, name), text, { mode: 0o600, flush: true });
  }
  const database = join(folder, 'laurels.db');
  if (existsSync(database)) throw new Error(`a server was started on ${folder} in the meantime. Stop it, and choose a new folder.`);
  renameSync(join(from, 'laurels.db'), database);
  makeNamesDurable(database);
  makeWayDurable(database);
  rmSync(from, { recursive: true, force: true });
}

/** Rewords errors about the copy to name the backup. */
function refusal(error: unknown, backup: string, copied: string): Error {
  const said = (error instanceof Error ? error.message : String(error)).replaceAll(copied, backup);
  const [what = said] = said.split(' It was not changed.');
  const advice = said.includes('this program reads only version') ? ' Use the version of Laurels that wrote it.' : ' Take another backup.';
  const subject = what.startsWith(backup) ? what : `${backup}: ${what}`;
  return new Error(`${subject.replace(/\.?$/, '.')} Nothing was restored.${advice}`, { cause: error });
}
