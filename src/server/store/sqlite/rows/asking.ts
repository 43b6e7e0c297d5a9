import type { DatabaseSync, SQLInputValue } from 'node:sqlite';

import type { Asking } from '../../held/asking.ts';
import { type Prepare, preparing } from './query.ts';

/** Asks a database, at once: each statement is prepared when it is asked for the first time. */
export function sqliteAsking(database: DatabaseSync): Asking {
  const objects = remembering(preparing(database));
  const arrays = remembering(preparing(database, 'arrays'));
  return {
    rows: async <Row extends object>(sql: string, values: readonly unknown[] = []) => objects<Row>(sql).all(...values.map(parameter)),
    columns: async <Row extends readonly unknown[]>(sql: string, values: readonly unknown[] = []) =>
      arrays<Row>(sql).all(...values.map(parameter)),
  };
}

function remembering(prepare: Prepare) {
  const prepared = new Map<string, unknown>();
  return <Row>(sql: string) => {
    const known = prepared.get(sql) as ReturnType<typeof prepare<Row, SQLInputValue[]>> | undefined;
    if (known !== undefined) return known;
    const statement = prepare<Row, SQLInputValue[]>(inOwnWords(sql));
    prepared.set(sql, statement);
    return statement;
  };
}

/** SQL of both databases as SQLite says it. */
function inOwnWords(sql: string): string {
  return sql.replaceAll(/= ANY \((\$\d+)\)/g, 'IN (SELECT value FROM json_each($1))').replaceAll(/\$(\d+)/g, '?$1');
}

function parameter(value: unknown): SQLInputValue {
  return Array.isArray(value) ? JSON.stringify(value) : (value as SQLInputValue);
}
