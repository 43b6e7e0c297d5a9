import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { CHANGES, DOCUMENTS, tallyOf } from '../rows/change-tally.ts';
import { CHECKED_COLUMNS, checksumOf } from '../rows/checksum.ts';
import { preparing } from '../rows/query.ts';
import type { Differences } from './differences.ts';

/** Rows between two turns of the event loop. */
const ROWS_PER_TURN = 5000;

/** Every checksum but those of periods; and, where rows are numbered without gaps, that none is missing. */
export async function auditChecksums(snapshot: DatabaseSync, differences: Differences): Promise<void> {
  const prepare = preparing(snapshot, 'arrays');
  let read = 0;
  for (const [table, columns] of Object.entries(CHECKED_COLUMNS)) {
    const [key] = columns;
    let last = 0;
    const rows = prepare<readonly (string | number | null)[]>(`SELECT ${columns.join(', ')}, checksum FROM ${table} ORDER BY ${key}`);
    for (const row of rows.iterate()) {
      const name = row[0]!;
      if (row.at(-1) !== checksumOf(row.slice(0, -1))) differences.add(`${table}, ${key} ${name}: was changed by hand`);
      if (typeof name === 'number' && table !== 'records') {
        // As in a folder that was filled from a database whose boards are numbered from 0 on (`boards-from-one.ts`).
        const isFirstBoard = table === 'boards' && name === 0 && last === 0;
        if (name !== last + 1 && !isFirstBoard) differences.add(`${table}: ${name} follows ${last}`);
        last = name;
      }
      read += 1;
      if (read % ROWS_PER_TURN === 0) await nextTurn();
    }
  }
  auditTally(snapshot, differences);
}

/** What has no row after it that would miss it. */
function auditTally(snapshot: DatabaseSync, differences: Differences): void {
  const prepare = preparing(snapshot);
  const kept = prepare<{ readonly value: string }, [key: string]>('SELECT value FROM meta WHERE key = ?').get(CHANGES)?.value;
  const { boards, documents, revisions, reopenings } = tallyOf(kept);
  const count = (table: string) => prepare<{ readonly rows: number }>(`SELECT count(*) AS rows FROM ${table}`).get()!.rows;
  const found = { boards: count('boards'), documents: count(DOCUMENTS), revisions: count('revisions'), reopenings: count('reopenings') };
  for (const [what, expected] of Object.entries({ boards, documents, revisions, reopenings })) {
    const rows = found[what as keyof typeof found];
    if (rows !== expected) differences.add(`${what}: ${rows} are kept, and there were ${expected}`);
  }
}
