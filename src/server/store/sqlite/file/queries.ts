import type { DatabaseSync, SQLInputValue } from 'node:sqlite';

import type { Queryable } from '../../held/queryable.ts';

/** A prepared statement with types for its rows and parameters. */
interface Query<Row, Parameters extends readonly SQLInputValue[]> {
  get(...parameters: Parameters): Row | undefined;
  all(...parameters: Parameters): Row[];
  iterate(...parameters: Parameters): Iterable<Row>;
  run(...parameters: Parameters): { readonly changes: number; readonly lastInsertRowid: number };
}

/** Prepares a reusable statement. */
export type Prepare = <Row = never, Parameters extends readonly SQLInputValue[] = []>(sql: string) => Query<Row, Parameters>;

/** Prepares SQLite's own statements, with unchecked types and no wrapper. Reading rows as arrays takes a third of the time. */
export function preparing(database: DatabaseSync, rows: 'objects' | 'arrays' = 'objects'): Prepare {
  return <Row, Parameters extends readonly SQLInputValue[]>(sql: string) => {
    const statement = database.prepare(sql);
    statement.setReturnArrays(rows === 'arrays');
    return statement as unknown as Query<Row, Parameters>;
  };
}

/** Queries a database synchronously, preparing each statement on first use. */
export function sqliteQueryable(database: DatabaseSync): Queryable {
  const objects = caching(preparing(database));
  const arrays = caching(preparing(database, 'arrays'));
  return {
    rows: async <Row extends object>(sql: string, values: readonly unknown[] = []) => objects<Row>(sql).all(...values.map(parameter)),
    columns: async <Row extends readonly unknown[]>(sql: string, values: readonly unknown[] = []) =>
      arrays<Row>(sql).all(...values.map(parameter)),
  };
}

function caching(prepare: Prepare) {
  const prepared = new Map<string, unknown>();
  return <Row>(sql: string) => {
    const known = prepared.get(sql) as ReturnType<typeof prepare<Row, SQLInputValue[]>> | undefined;
    if (known !== undefined) return known;
    const statement = prepare<Row, SQLInputValue[]>(inSqliteDialect(sql));
    prepared.set(sql, statement);
    return statement;
  };
}

/** Translates the shared SQL to SQLite's dialect. */
function inSqliteDialect(sql: string): string {
  return sql.replaceAll(/= ANY \((\$\d+)\)/g, 'IN (SELECT value FROM json_each($1))').replaceAll(/\$(\d+)/g, '?$1');
}

function parameter(value: unknown): SQLInputValue {
  return Array.isArray(value) ? JSON.stringify(value) : (value as SQLInputValue);
}
