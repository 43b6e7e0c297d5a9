import type { RecordChange, RecordKey } from '../records.ts';
import type { Statement } from './commits.ts';

/** Statements that write records inside a commit. */
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
