import { afterEach, beforeEach, expect, test } from 'vitest';

import { askOnce } from '../../../../../scripts/tools/postgres/ask-once.ts';
import { freshDatabase, type FreshDatabase } from '../../../../../tests/fresh-database.ts';
import { always, board, event, saveBoard, silently } from '../../store-under-test.suite.ts';
import { openPostgresStore, type PostgresStore } from '../postgres-store.ts';
import { readDatabaseAddress } from './database-address.ts';

/** Takes away what came with version 3. */
const BACK_TO_2 = `
  ALTER TABLE processes DROP COLUMN said;
  UPDATE laurels SET version = 2;`;

/** And what came with version 2. */
const BACK_TO_1 = `${BACK_TO_2}
  DROP TABLE records;
  ALTER TABLE changes DROP CONSTRAINT changes_kind_check;
  ALTER TABLE changes ADD CONSTRAINT changes_kind_check CHECK (kind IN ('board', 'document', 'revised', 'sealed', 'closed', 'reopened'));
  UPDATE laurels SET version = 1;`;

/** What the schema is, as rows in one text. */
const SCHEMA_NOW = `
  SELECT string_agg(line, E'\n' ORDER BY line) AS text FROM (
    SELECT concat_ws(' ', table_name, column_name, data_type, is_nullable) FROM information_schema.columns WHERE table_schema = 'public'
    UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
    UNION ALL SELECT pg_get_constraintdef(oid) FROM pg_constraint
    UNION ALL SELECT pg_get_triggerdef(oid) FROM pg_trigger
  ) AS lines (line)`;

let database: FreshDatabase;

beforeEach(() => {
  database = freshDatabase();
});

afterEach(() => database.drop());

async function open(): Promise<PostgresStore> {
  const read = readDatabaseAddress(await database.url());
  if (read.state === 'wrong') throw new Error(read.rule);
  return openPostgresStore(read.address);
}

const ask = async (sql: string) => JSON.stringify(await askOnce(await database.url(), sql));

test.each([
  [1, BACK_TO_1],
  [2, BACK_TO_2],
])('a database of version %i is upgraded when it is opened, and is then as one that was made today', async (_, back) => {
  const store = await open();
  await saveBoard(store, board);
  await store.append('main', [event('1', 'ann', 5)], always, silently);
  const positions = await store.positions();
  const { history } = store;
  await store.close();
  const schema = await ask(SCHEMA_NOW);
  await ask(back);
  expect(await ask(SCHEMA_NOW)).not.toBe(schema);

  const [upgraded, second] = await Promise.all([open(), open()]);
  try {
    expect(await ask(SCHEMA_NOW)).toBe(schema);
    expect([upgraded.history, await upgraded.positions()]).toEqual([history, positions]);
    await second.changeRecords({ change: () => [{ kind: 'note', id: 'a', at: 1, state: 'new', text: '1' }] });
    expect(await upgraded.recordCounts('note')).toEqual(new Map([['new', 1]]));
    expect((await upgraded.verify()).differences).toEqual([]);
  } finally {
    await Promise.all([upgraded.close(), second.close()]);
  }
});
