import type { DatabaseSync } from 'node:sqlite';

import { lastOfEach, type Records, type RecordsToKeep, type StoredRecord } from '../records.ts';
import { preparing } from './rows/query.ts';
import { type RecordColumns, recordWriter } from './rows/record-rows.ts';

/** Things beside points. */
export class RecordTable {
  readonly #sql: ReturnType<typeof statements>;
  /** Inside a commit. */
  readonly write: (rows: readonly RecordColumns[]) => void;

  constructor(database: DatabaseSync) {
    this.#sql = statements(database);
    this.write = recordWriter(database);
  }

  /** What a commit is to {@link write}, while nobody else writes. Nothing is changed yet. @throws what deciding throws. */
  decided(records: RecordsToKeep | undefined): readonly RecordColumns[] {
    if (records === undefined) return [];
    const kept = (records.of ?? []).map(({ kind, id }) => this.record(kind, id));
    let newest = this.#sql.newest.get()!.number;
    return lastOfEach(records.change(kept, undefined)).map((change): RecordColumns => {
      const { kind, id } = change;
      if (change.text === undefined) return [0, kind, id, 0, '', null];
      const number = this.record(kind, id)?.number ?? (newest += 1);
      return [number, kind, id, change.at, change.state, change.text];
    });
  }

  record(kind: string, id: string): StoredRecord | undefined {
    return this.#sql.record.get(kind, id);
  }

  /** What answers questions about records. */
  get reading(): Omit<Records, 'changeRecords'> {
    return {
      record: async (kind, id) => this.record(kind, id),
      records: async (kind, { state, before = Number.MAX_SAFE_INTEGER, limit }) =>
        state === undefined ? this.#sql.newestFirst.all(kind, before, limit) : this.#sql.ofState.all(kind, state, before, limit),
      recordCounts: async (kind) => new Map(this.#sql.counts.all(kind).map(({ state, records }) => [state, records])),
    };
  }
}

function statements(database: DatabaseSync) {
  const prepare = preparing(database);
  const select = 'SELECT number, kind, id, at, state, text FROM records WHERE kind = ?';
  return {
    record: prepare<StoredRecord, [kind: string, id: string]>(`${select} AND id = ?`),
    newestFirst: prepare<StoredRecord, [kind: string, before: number, limit: number]>(
      `${select} AND number < ? ORDER BY number DESC LIMIT ?`,
    ),
    ofState: prepare<StoredRecord, [kind: string, state: string, before: number, limit: number]>(
      `${select} AND state = ? AND number < ? ORDER BY number DESC LIMIT ?`,
    ),
    counts: prepare<{ readonly state: string; readonly records: number }, [kind: string]>(
      'SELECT state, count(*) AS records FROM records WHERE kind = ? GROUP BY state',
    ),
    newest: prepare<{ readonly number: number }>('SELECT coalesce(max(number), 0) AS number FROM records'),
  };
}
