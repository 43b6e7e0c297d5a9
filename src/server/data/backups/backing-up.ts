import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { AnswerTo } from '../../../contract/api.ts';
import { keysIn, OtherKeyList } from '../../operation/keys/key-list.ts';
import type { PointsStore } from '../../store/points-store.ts';
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts';
import { completeBackup, copyDatabase } from './backup-file.ts';
import { makeWholeFile } from './whole-file.ts';

/** Files in a backup besides the database. */
export const KEYS_FILE = 'keys.json';
export const BESIDE = [KEYS_FILE, 'key-uses.json'];

/** Why a server would reject this list of keys, as a predicate; `undefined` if it is valid. */
export function keysTrouble(text: string | undefined): { readonly isOfOtherVersion: boolean; readonly why: string } | undefined {
  try {
    keysIn(text);
    return undefined;
  } catch (error) {
    if (error instanceof OtherKeyList) return { isOfOtherVersion: true, why: error.message };
    return { isOfOtherVersion: false, why: text === '' ? 'is empty' : 'is damaged' };
  }
}

type Reached = (done: number, total: number) => void;

/**
 * Backs up a data folder to one new file, even while a server runs. It contains everything acknowledged before the call, and
 * is verified by replaying all events before it gets its name. `now` is in epoch milliseconds; `reached` gets the progress in
 * events.
 * @throws {Error} with the reason; nothing is left behind.
 */
export async function backUp(folder: string, to: string, now: number, reached?: Reached): Promise<AnswerTo<'makeBackup'>> {
  const file = join(folder, 'laurels.db');
  if (!existsSync(file)) throw new Error(`No database in ${folder}. If it is in another folder, set LAURELS_DATA.`);
  return makeWholeFile(to, async (part) => {
    const made = join(part, 'laurels.db');
    const files = besideIn(folder);
    await copyDatabase(file, made);
    const facts = await proved(part, reached);
    completeBackup(made, { madeAt: new Date(now).toISOString(), files });
    return { made, facts };
  });
}

/** The other files of a data folder by name, without invalid keys. */
export function besideIn(folder: string): Record<string, string> {
  const texts = BESIDE.filter((name) => existsSync(join(folder, name))).map(
    (name) => [name, readFileSync(join(folder, name), 'utf8')] as const,
  );
  // Invalid keys would make the whole backup worthless.
  return Object.fromEntries(texts.filter(([name, text]) => name !== KEYS_FILE || keysTrouble(text) === undefined));
}

/**
 * Replays all events of a database, compares the result with its standings, then calls `work` with it.
 * @throws {Error} with the first difference, or if it cannot be opened.
 */
export async function proved(folder: string, reached?: Reached, work?: (store: PointsStore) => Promise<void>) {
  const store = await openSqliteStore(folder, { ifNone: 'refuse' });
  try {
    const { events, standings, differences } = await store.verify(reached);
    const [first, ...others] = differences;
    if (first !== undefined)
      throw new Error(`its standings differ from its events: ${first}${others.length === 0 ? '' : `, and ${others.length} more`}`);
    await work?.(store);
    return { events, standings };
  } finally {
    await store.close();
  }
}
