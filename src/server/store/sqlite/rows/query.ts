import type { DatabaseSync, SQLInputValue } from 'node:sqlite';

/** A prepared statement that knows the type of its rows, and of what takes the place of its question marks. */
interface Query<Row, Parameters extends readonly SQLInputValue[]> {
  get(...parameters: Parameters): Row | undefined;
  all(...parameters: Parameters): Row[];
  iterate(...parameters: Parameters): Iterable<Row>;
  run(...parameters: Parameters): { readonly changes: number; readonly lastInsertRowid: number };
}

/** Prepares a statement, which may be asked again and again. */
export type Prepare = <Row = never, Parameters extends readonly SQLInputValue[] = []>(sql: string) => Query<Row, Parameters>;

/**
 * What prepares statements of a database. That their types are those of the SQL is the caller's word, and nobody checks it.
 * A type and not a wrapper: the statement itself is asked, so that it costs an event nothing. With `rows` as arrays in the
 * order of the columns, a million are read in a third of the time.
 */
export function preparing(database: DatabaseSync, rows: 'objects' | 'arrays' = 'objects'): Prepare {
  return <Row, Parameters extends readonly SQLInputValue[]>(sql: string) => {
    const statement = database.prepare(sql);
    statement.setReturnArrays(rows === 'arrays');
    return statement as unknown as Query<Row, Parameters>;
  };
}
