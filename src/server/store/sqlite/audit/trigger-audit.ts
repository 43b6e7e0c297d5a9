import { DatabaseSync } from 'node:sqlite';

import { preparing } from '../rows/query.ts';
import type { Differences } from './differences.ts';

interface Trigger {
  readonly name: string;
  readonly sql: string;
}

/** Reports triggers that are missing, altered or foreign: a foreign one could change or refuse what is recorded. `schema`: the statements that create a database. */
export function auditTriggers(snapshot: DatabaseSync, schema: string, differences: Differences): void {
  const own = new DatabaseSync(':memory:');
  own.exec(schema);
  const expected = triggersOf(own);
  own.close();
  const found = triggersOf(snapshot);
  for (const [name, sql] of found)
    if (!expected.has(name)) differences.add(`the trigger ${name} is not part of Laurels`);
    else if (expected.get(name) !== sql) differences.add(`the trigger ${name} was changed`);
  for (const name of expected.keys()) if (!found.has(name)) differences.add(`the trigger ${name} is missing`);
}

function triggersOf(database: DatabaseSync): ReadonlyMap<string, string> {
  const rows = preparing(database)<Trigger>("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").all();
  return new Map(rows.map(({ name, sql }) => [name, sql.replaceAll(/\s+/g, ' ')]));
}
