import type { DatabaseSync } from 'node:sqlite';

import { checksumOf } from './checksum.ts';
import { type Prepare, preparing } from './query.ts';

/** Texts under a name. */
export class MetaTable {
  readonly #sql: ReturnType<typeof statements>;

  constructor(database: DatabaseSync) {
    this.#sql = statements(preparing(database));
  }

  get(key: string): string | undefined {
    return this.#sql.get.get(key)?.value;
  }

  /** Inside a commit. */
  set(key: string, value: string): void {
    this.#sql.set.run(key, value, checksumOf([key, value]));
  }
}

const statements = (prepare: Prepare) => ({
  get: prepare<{ readonly value: string }, [key: string]>('SELECT value FROM meta WHERE key = ?'),
  set: prepare<never, [key: string, value: string, checksum: number]>(
    `INSERT INTO meta (key, value, checksum) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET value = excluded.value, checksum = excluded.checksum`,
  ),
});
