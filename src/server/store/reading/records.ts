import {
  lastOfEach,
  type RecordChange,
  type RecordKey,
  recordName,
  type Records,
  type RecordsToKeep,
  type StoredRecord,
} from '../records.ts';
import type { Queryable } from '../held/queryable.ts';

export const RECORD = 'SELECT number, kind, id, at, state, text FROM records';

/** Reads records. */
export function recordsIn(db: Queryable): Omit<Records, 'changeRecords'> {
  return {
    record: async (kind, id) => (await keptUnder(db, [{ kind, id }]))[0],
    records: (kind, { state, before = Number.MAX_SAFE_INTEGER, limit }) => {
      const values = [kind, before, limit, ...(state === undefined ? [] : [state])];
      const ofState = state === undefined ? '' : 'AND state = $4';
      return db.rows<StoredRecord>(`${RECORD} WHERE kind = $1 AND number < $2 ${ofState} ORDER BY number DESC LIMIT $3`, values);
    },
    recordCounts: async (kind) =>
      new Map(
        await db.columns<readonly [state: string, records: number]>('SELECT state, count(*) FROM records WHERE kind = $1 GROUP BY state', [
          kind,
        ]),
      ),
  };
}

/** The records with the keys `of`, in order; `undefined` for missing ones. */
export function keptBefore(db: Queryable, { of = [] }: Pick<RecordsToKeep, 'of'>): Promise<readonly (StoredRecord | undefined)[]> {
  return keptUnder(db, of);
}

/** The record changes of a commit, not yet applied. Rejects with what deciding throws. */
export async function decidedRecords<Done>(
  db: Queryable,
  records: RecordsToKeep<Done> | undefined,
  done: Done,
): Promise<readonly RecordChange[]> {
  return records === undefined ? [] : lastOfEach(records.change(await keptBefore(db, records), done));
}

async function keptUnder(db: Queryable, keys: readonly RecordKey[]): Promise<readonly (StoredRecord | undefined)[]> {
  if (keys.length === 0) return [];
  const rows = await db.rows<StoredRecord>(`${RECORD} WHERE kind = ANY ($1) AND id = ANY ($2)`, [
    [...new Set(keys.map(({ kind }) => kind))],
    keys.map(({ id }) => id),
  ]);
  const found = new Map(rows.map((row) => [recordName(row), row]));
  return keys.map((key) => found.get(recordName(key)));
}
