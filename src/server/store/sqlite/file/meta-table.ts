import type { DatabaseSync } from 'node:sqlite';

import { type Prepare, preparing } from './queries.ts';
import { checksumOf } from './checksum.ts';

/** Key of the {@link ChangeTally} in `meta`. */
export const CHANGES = 'changes';

/** Key of a document in `meta`. */
export function documentKey(name: string): string {
  return `document:${name}`;
}

/** The documents in `meta` as a table, in SQL. */
export const DOCUMENTS = `(SELECT substr(key, ${documentKey('').length + 1}) AS name, value AS text FROM meta WHERE key GLOB '${documentKey('')}*')`;

/** Counts of changes other than events, and of rows in tables whose last rows are not referenced elsewhere, to detect missing ones. */
export interface ChangeTally {
  readonly changes: number;
  readonly boards: number;
  readonly documents: number;
  readonly revisions: number;
  readonly reopenings: number;
}

/** The current row counts of a tally, in SQL. */
export const TALLIED = `SELECT
  (SELECT count(*) FROM boards) AS boards,
  (SELECT count(*) FROM ${DOCUMENTS}) AS documents,
  (SELECT coalesce(max(number), 0) FROM revisions) AS revisions,
  (SELECT coalesce(max(number), 0) FROM reopenings) AS reopenings`;

/** Parses a stored tally; all zero before the first change. */
export function tallyOf(kept: string | undefined): ChangeTally {
  if (kept === undefined) return { changes: 0, boards: 0, documents: 0, revisions: 0, reopenings: 0 };
  return JSON.parse(kept) as ChangeTally;
}

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
