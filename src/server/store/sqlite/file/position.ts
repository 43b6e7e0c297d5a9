import type { DatabaseSync } from 'node:sqlite';

import { CHANGES, MetaTable, tallyOf } from './meta-table.ts';
import { preparing } from './queries.ts';

/** Returns a function for the newest `seq` of the ledger, 0 before the first. */
export function newestSeq(database: DatabaseSync): () => number {
  const newest = preparing(database)<{ readonly seq: number }>('SELECT coalesce(max(seq), 0) AS seq FROM events');
  return () => newest.get()!.seq;
}

/** The position of a database, as its connection reads it. */
export function positionIn(database: DatabaseSync): () => { readonly newestSeq: number; readonly others: number } {
  const newest = newestSeq(database);
  const meta = new MetaTable(database);
  return () => ({ newestSeq: newest(), others: tallyOf(meta.get(CHANGES)).changes });
}
