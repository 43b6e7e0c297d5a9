import type { DatabaseSync } from 'node:sqlite';

import { checksumOf } from './checksum.ts';
import { preparing } from './query.ts';

/** A record as it is to be; without a text it is taken away. In the order of `CHECKED_COLUMNS`. */
export type RecordColumns = readonly [number: number, kind: string, id: string, at: number, state: string, text: string | null];

/** Writes records, inside a commit. */
export function recordWriter(database: DatabaseSync): (rows: readonly RecordColumns[]) => void {
  const prepare = preparing(database);
  const write = prepare<never, [...RecordColumns, checksum: number]>(
    `INSERT INTO records (number, kind, id, at, state, text, checksum) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (kind, id) DO UPDATE SET at = excluded.at, state = excluded.state, text = excluded.text, checksum = excluded.checksum`,
  );
  const remove = prepare<never, [kind: string, id: string]>('DELETE FROM records WHERE kind = ? AND id = ?');
  return (rows) => {
    for (const row of rows) {
      if (row[5] === null) remove.run(row[1], row[2]);
      else write.run(...row, checksumOf(row));
    }
  };
}
