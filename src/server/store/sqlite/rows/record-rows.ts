import type { DatabaseSync } from 'node:sqlite';

import type { RecordChange } from '../../records.ts';
import { checksumOf } from './checksum.ts';
import { preparing } from './query.ts';

/** In the order of `CHECKED_COLUMNS`. */
type RecordColumns = readonly [number: number, kind: string, id: string, at: number, state: string, text: string];

/** Writes records, inside a commit. */
export function recordWriter(database: DatabaseSync): (changes: readonly RecordChange[]) => void {
  const prepare = preparing(database);
  const numberOf = prepare<{ readonly number: number }, [kind: string, id: string]>('SELECT number FROM records WHERE kind = ? AND id = ?');
  const newest = prepare<{ readonly number: number }>('SELECT coalesce(max(number), 0) AS number FROM records');
  const write = prepare<never, [...RecordColumns, checksum: number]>(
    `INSERT INTO records (number, kind, id, at, state, text, checksum) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (kind, id) DO UPDATE SET at = excluded.at, state = excluded.state, text = excluded.text, checksum = excluded.checksum`,
  );
  const remove = prepare<never, [kind: string, id: string]>('DELETE FROM records WHERE kind = ? AND id = ?');
  return (changes) => {
    for (const change of changes) {
      if (change.text === undefined) continue;
      const { kind, id, at, state, text } = change;
      const row = [numberOf.get(kind, id)?.number ?? newest.get()!.number + 1, kind, id, at, state, text] as const;
      write.run(...row, checksumOf(row));
    }
    for (const { kind, id, text } of changes) if (text === undefined) remove.run(kind, id);
  };
}
