import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import type { StorePlace } from '../store-under-test.suite.ts';
import { openSqliteStore } from './sqlite-store.ts';

/** Memory, if there is some to keep files in: what a disk does to durability is not what these tests are about. */
const TEMP = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** A data folder of its own. */
export interface SqlitePlace extends StorePlace {
  readonly folder: string;
  readonly file: string;
  /** Changes the database behind the store's back. */
  tamper(sql: string): void;
  /** The only value of the only row that a question has. */
  value(sql: string): unknown;
}

export function sqlitePlace(): SqlitePlace {
  const folder = mkdtempSync(join(TEMP, 'laurels-store-'));
  const file = join(folder, 'laurels.db');
  const use = <Result>(work: (database: DatabaseSync) => Result): Result => {
    const database = new DatabaseSync(file);
    try {
      return work(database);
    } finally {
      database.close();
    }
  };
  return {
    folder,
    file,
    open: (options) => openSqliteStore(folder, options),
    remove: () => rmSync(folder, { recursive: true }),
    tamper: (sql) => use((database) => database.exec(sql)),
    value: (sql) => use((database) => Object.values(database.prepare(sql).get()!)[0]),
  };
}
