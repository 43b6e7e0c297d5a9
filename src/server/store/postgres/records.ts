import { lastOfEach, type RecordChange, type RecordKey, type Records, type RecordsToKeep, type StoredRecord } from '../records.ts';
import type { Commit, Statement } from './commits.ts';
import type { Asking } from './database/connections.ts';

/** No number of a record comes after it. */
const LAST = Number.MAX_SAFE_INTEGER;

/** Things beside points. */
export function postgresRecords(asking: Asking): Omit<Records, 'changeRecords'> {
  return {
    record: async (kind, id) => (await keptOf(asking, [{ kind, id }]))[0],
    records: async (kind, { state = null, before = LAST, limit }) =>
      asking.rows<StoredRecord>(
        `SELECT number, kind, id, at, state, text FROM records
         WHERE kind = $1 AND number < $2 AND ($3::text IS NULL OR state = $3) ORDER BY number DESC LIMIT $4`,
        [kind, before, state, limit],
      ),
    async recordCounts(kind) {
      const rows = await asking.columns<readonly [state: string, records: number]>(
        'SELECT state, count(*) FROM records WHERE kind = $1 GROUP BY state',
        [kind],
      );
      return new Map(rows);
    },
  };
}

/** What is kept under some keys, in their order. */
async function keptOf(asking: Asking, keys: readonly RecordKey[]): Promise<readonly (StoredRecord | undefined)[]> {
  if (keys.length === 0) return [];
  const rows = await asking.rows<{ readonly [Column in keyof StoredRecord]: StoredRecord[Column] | null }>(
    `SELECT number, records.kind, records.id, at, state, text
     FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS asked (kind, id, place)
     LEFT JOIN records ON records.kind = asked.kind AND records.id = asked.id ORDER BY place`,
    [keys.map(({ kind }) => kind), keys.map(({ id }) => id)],
  );
  return rows.map((row) => (row.number === null ? undefined : (row as StoredRecord)));
}

/** What a commit is to keep of records. Nothing is changed yet. Rejects with what deciding throws. */
export async function decidedRecords(commit: Commit, records: RecordsToKeep | undefined): Promise<readonly RecordChange[]> {
  if (records === undefined) return [];
  return lastOfEach(records.change(await keptOf(commit, records.of ?? []), undefined));
}

/** What a commit writes of records. */
export function writingRecords(changes: readonly RecordChange[]): readonly Statement[] {
  const kept = changes.flatMap((change) => (change.text === undefined ? [] : [change]));
  const removed = changes.filter(({ text }) => text === undefined);
  const keys = (some: readonly RecordKey[]) => [some.map(({ kind }) => kind), some.map(({ id }) => id)] as const;
  const columns = [...keys(kept), kept.map(({ at }) => at), kept.map(({ state }) => state), kept.map(({ text }) => text)];
  return [
    ...(kept.length === 0 ? [] : [[WRITE, ...columns] as const]),
    ...(removed.length === 0 ? [] : [[REMOVE, ...keys(removed)] as const]),
  ];
}

const WRITE = `
  INSERT INTO records (number, kind, id, at, state, text)
  SELECT (SELECT coalesce(max(number), 0) FROM records) + place, kind, id, at, state, text
  FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::text[]) WITH ORDINALITY AS new (kind, id, at, state, text, place)
  ON CONFLICT (kind, id) DO UPDATE SET at = excluded.at, state = excluded.state, text = excluded.text`;

const REMOVE =
  'DELETE FROM records USING unnest($1::text[], $2::text[]) AS gone (kind, id) WHERE records.kind = gone.kind AND records.id = gone.id';
