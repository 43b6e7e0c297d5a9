import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Players } from '../points-store.ts';
import { type Erasure, Erasing, WORDS } from '../rules/erasing.ts';
import { rewriteFile } from './file/making.ts';
import { refusalOf } from './file/schema.ts';
import type { LogParts, SqliteLog } from './log.ts';
import { CHECKED_COLUMNS, checksumIn } from './file/checksum.ts';
import { MetaTable } from './file/meta-table.ts';
import { type Prepare, preparing } from './file/queries.ts';

/** Set in `meta` while the files' free space may contain erased data. */
const ERASING = 'erasing';

/** Rewrites the files before the first write, if they may contain erased data; a failure is retried later. */
export function finishErasing(database: DatabaseSync): void {
  const meta = new MetaTable(database);
  try {
    if ((meta.get(ERASING) ?? '') !== '' && rewriteFile(database)) meta.set(ERASING, '');
  } catch {
    // The disk may be full. Maintenance will retry.
  }
}

/** Triggers that reject updates, which an erasure must make. */
const REFUSING = ['events_keep', 'revisions_keep', 'reopenings_keep', 'records_keep'];

export function sqliteErasing(
  log: SqliteLog,
  { database, db, commits, state, meta }: LogParts,
): Pick<Players, 'erasePlayer'> & { readonly cleanUp: () => Promise<boolean> } {
  const prepare = preparing(database);
  const columnsOf = preparing(database, 'arrays');
  const revisionsOf = columnsOf<readonly [number: number], [event: number]>('SELECT number FROM revisions WHERE event = ? ORDER BY number');
  const rewriteEvent = rewriter(prepare, columnsOf, 'events', 'seq', ['id', 'digest', 'answer']);
  const rewriteWords = {
    records: rewriter(prepare, columnsOf, 'records', 'number', [WORDS.records]),
    revisions: rewriter(prepare, columnsOf, 'revisions', 'number', [WORDS.revisions]),
    reopenings: rewriter(prepare, columnsOf, 'reopenings', 'number', [WORDS.reopenings]),
  };
  /** Inside a commit. */
  function write({ words, events }: Erasure): void {
    // Restored in the same commit, or by its rollback.
    for (const refusing of REFUSING) database.exec(`DROP TRIGGER ${refusing}`);
    for (const { table, number, text } of words) rewriteWords[table](number, text);
    for (const { seq, id } of events) {
      rewriteEvent(seq, id, '', '');
      for (const [revision] of revisionsOf.all(seq)) rewriteWords.revisions(revision, '');
    }
    for (const refusing of REFUSING) database.exec(refusalOf(refusing));
    meta.set(ERASING, 'yes');
  }

  /** Rewrites the files without erased data. Resolves to whether none remains. */
  async function cleanUp(): Promise<boolean> {
    if ((meta.get(ERASING) ?? '') === '') return true;
    if (!(await commits.rewrite())) return false;
    await commits.commit(() => meta.set(ERASING, ''));
    return true;
  }

  return {
    async erasePlayer(number, rewrite, records, last) {
      const erasing = new Erasing(state, number, rewrite, last);
      const step = () =>
        commits.alone(async () => {
          const { isMore, ...erasure } = await erasing.next(db);
          if (erasure.words.length + erasure.events.length > 0) commits.run(() => write(erasure));
          return isMore;
        });
      while (await step()) await nextTurn();
      await log.append(async () => {
        const rest = await erasing.rest(db);
        return { result: undefined, entries: [erasing.entry], records, also: () => write(rest) };
      });
      return cleanUp();
    },
    cleanUp,
  };
}

/** Updates text columns of a row, and its checksum. */
function rewriter(prepare: Prepare, columnsOf: Prepare, table: keyof typeof CHECKED_COLUMNS, key: string, texts: readonly string[]) {
  const names: readonly string[] = CHECKED_COLUMNS[table];
  const row = columnsOf<readonly (string | number | null)[], [key: number]>(`SELECT ${names.join(', ')} FROM ${table} WHERE ${key} = ?`);
  const update = prepare<never, (string | number)[]>(
    `UPDATE ${table} SET ${texts.map((name) => `${name} = ?`).join(', ')}, checksum = ? WHERE ${key} = ?`,
  );
  return (number: number, ...values: readonly string[]): void => {
    const columns = [...row.get(number)!];
    for (const [i, name] of texts.entries()) columns[names.indexOf(name)] = values[i]!;
    update.run(...values, checksumIn(table, columns), number);
  };
}
