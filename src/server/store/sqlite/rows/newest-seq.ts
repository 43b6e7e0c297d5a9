import type { DatabaseSync } from 'node:sqlite';

import { preparing } from './query.ts';

/** What tells the newest `seq` of the ledger, 0 before the first. */
export function newestSeq(database: DatabaseSync): () => number {
  const newest = preparing(database)<{ readonly seq: number }>('SELECT coalesce(max(seq), 0) AS seq FROM events');
  return () => newest.get()!.seq;
}
