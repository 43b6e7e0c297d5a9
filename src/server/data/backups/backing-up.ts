import { existsSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { AnswerTo } from '../../../contract/api.ts';
import { keysIn, OtherKeyList } from '../../operation/keys/key-list.ts';
import { withAdvice } from '../../store/sqlite/file/disk-advice.ts';
import { makeNamesDurable } from '../../store/sqlite/file/making.ts';
import { makePrivateFolder } from '../../store/sqlite/file/private-files.ts';
import type { PointsStore } from '../../store/points-store.ts';
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts';
import { completeBackup, copyDatabase } from './backup-file.ts';

/** The files of a data folder that a backup has beside the database. */
export const KEYS_FILE = 'keys.json';
export const BESIDE = [KEYS_FILE, 'key-uses.json'];

/** Why a server would not start with this text of keys, as it goes on after what they are called; `undefined` if it would. */
export function keysTrouble(text: string | undefined): { readonly isOfOtherVersion: boolean; readonly why: string } | undefined {
  try {
    keysIn(text);
    return undefined;
  } catch (error) {
    if (error instanceof OtherKeyList) return { isOfOtherVersion: true, why: error.message };
    return { isOfOtherVersion: false, why: text === '' ? 'is empty' : 'is damaged' };
  }
}

/** Told how far it is. */
type Reached = (done: number, total: number) => void;

/**
 * Makes a backup of a data folder in one new file, whether a server runs on it or not. It has everything that was
 * acknowledged before the call. The copy is opened and folded from its first event on before it gets its name, so that a
 * file of that name is whole. `now` is in epoch milliseconds. `reached` is told how many events were checked, of how many.
 * @throws {Error} saying why there is no backup. Nothing is left of it then.
 */
export async function backUp(folder: string, to: string, now: number, reached?: Reached): Promise<AnswerTo<'makeBackup'>> {
  const file = join(folder, 'laurels.db');
  if (!existsSync(file)) throw new Error(`There is no database in ${folder}. If it is in another folder, set LAURELS_DATA.`);
  if (existsSync(to)) throw new Error(`${to} is there already. It was not changed. Name another file.`);
  const part = `${to}.part`;
  try {
    makePrivateFolder(dirname(to));
    // What an earlier one that was cut off left.
    rmSync(part, { recursive: true, force: true });
    makePrivateFolder(part);
    const copied = join(part, 'laurels.db');
    const files = besideIn(folder);
    await copyDatabase(file, copied);
    const { events, standings } = await proved(part, reached);
    completeBackup(copied, { madeAt: new Date(now).toISOString(), files });
    renameSync(copied, to);
    makeNamesDurable(to);
    return { file: to, bytes: statSync(to).size, events, standings };
  } catch (error) {
    throw withAdvice(error, dirname(to));
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
}

function besideIn(folder: string): Record<string, string> {
  const texts = BESIDE.filter((name) => existsSync(join(folder, name))).map(
    (name) => [name, readFileSync(join(folder, name), 'utf8')] as const,
  );
  // Damaged keys would make the whole backup worthless.
  return Object.fromEntries(texts.filter(([name, text]) => name !== KEYS_FILE || keysTrouble(text) === undefined));
}

/**
 * Folds the database of a folder anew and compares it with what it says; then does `work` with it.
 * @throws {Error} saying where it differs, or why it cannot be opened.
 */
export async function proved(folder: string, reached?: Reached, work?: (store: PointsStore) => Promise<void>) {
  const store = await openSqliteStore(folder, { ifNone: 'refuse' });
  try {
    const { events, standings, differences } = await store.verify(reached);
    const [first, ...others] = differences;
    if (first !== undefined)
      throw new Error(`it is not what its events add up to: ${first}${others.length === 0 ? '' : `, and ${others.length} more`}`);
    await work?.(store);
    return { events, standings };
  } finally {
    await store.close();
  }
}
