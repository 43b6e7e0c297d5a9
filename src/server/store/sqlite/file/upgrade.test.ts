import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';

import { afterEach, beforeEach, expect, test } from 'vitest';

import type { PointsStore } from '../../points-store.ts';
import { always, event, silently, standingsOf, saveDocument } from '../../store-under-test.suite.ts';
import { type SqlitePlace, sqlitePlace } from '../sqlite-place.suite.ts';
import { openSqliteStore } from '../sqlite-store.ts';
import { EARLIER_VERSION } from './earlier-version.ts';
import { SCHEMA_VERSION } from './schema.ts';

/**
 * A database of version 6, as the program of then made it (docs/decisions/data-folder.md): a week of three boards, one
 * for each scoring rule, with late events, ties, hidden players, odd names, voided and restored events, closed days, weeks
 * and months, and a day that was opened again; and boards with units, archived and removed. A day of `main` is sealed, and its closing was cut. Its server was killed:
 * the totals of the last events are not in their blocks.
 */
const VERSION_6 = gunzipSync(readFileSync(new URL('version-6.db.gz', import.meta.url)));

let place: SqlitePlace;
let opened: PointsStore | undefined;

beforeEach(() => {
  place = sqlitePlace();
  writeFileSync(place.file, VERSION_6);
});

afterEach(async () => {
  await opened?.close();
  opened = undefined;
  place.remove();
});

async function open(): Promise<PointsStore> {
  opened = await place.open();
  return opened;
}

/** What a question finds in the database as it lies there. */
function rows(sql: string, file = place.file): readonly Record<string, unknown>[] {
  const database = new DatabaseSync(file);
  try {
    return database.prepare(sql).all();
  } finally {
    database.close();
  }
}

/** The rows of every table, and what the schema is. */
function everything(): string {
  const database = new DatabaseSync(place.file);
  try {
    const schema = database.prepare('SELECT name, type, sql FROM sqlite_schema ORDER BY name, type').all();
    const tables = schema.flatMap(({ name, type }) => (type === 'table' ? [String(name)] : []));
    return JSON.stringify([schema, tables.map((table) => database.prepare(`SELECT * FROM ${table}`).all())]);
  } finally {
    database.close();
  }
}

test('a database of the version before is upgraded when it is opened, once, and its operator is told', async () => {
  const said: string[] = [];
  const news = { onUpgraded: (line: string) => said.push(line) };
  const store = await openSqliteStore(place.folder, news);
  expect((await store.verify()).differences).toEqual([]);
  await store.close();
  await (await openSqliteStore(place.folder, news)).close();
  expect(said).toEqual([`Upgraded the database ${place.file} from version 6 to 7.`]);
  expect([EARLIER_VERSION, SCHEMA_VERSION]).toEqual([6, 7]);
  expect(readdirSync(place.folder).filter((name) => name.startsWith('laurels.db'))).toEqual(['laurels.db']);
});

test('it is then as one that was made by today’s program', async () => {
  const schema = 'SELECT name, type, sql FROM sqlite_schema ORDER BY name, type';
  const made = sqlitePlace();
  try {
    await (await made.open()).close();
    await (await open()).close();
    expect(rows(schema)).toEqual(rows(schema, made.file));
    expect(rows('PRAGMA foreign_key_check')).toEqual([]);
    expect(rows('PRAGMA application_id')).toEqual(rows('PRAGMA application_id', made.file));
  } finally {
    made.remove();
  }
});

test.each([
  'meta',
  'boards',
  'players',
  'events',
  'revisions',
  'periods',
  'reopenings',
  'final_standings',
  'refolded_finals',
  'closings',
  'activity_days',
])('an upgrade keeps %s', async (table) => {
  const sql = `SELECT * FROM ${table}`;
  const before = rows(sql);
  expect(before.length).toBeGreaterThan(0);
  await (await open()).close();
  expect(rows(sql)).toEqual(before);
});

test('totals that were not in their blocks are folded, also after an upgrade', async () => {
  const [behind] = rows('SELECT max(seq) AS newest, (SELECT min(through) FROM totals) AS through FROM events');
  expect(behind!['through']).toBeLessThan(Number(behind!['newest']));
  expect((await (await open()).verify()).differences).toEqual([]);
});

test('two names that are one by today’s rule stay two players, and the first has the name', async () => {
  const [first] = rows("SELECT number FROM players WHERE username IN ('straße', 'STRASSE') ORDER BY number");
  const store = await open();
  for (const name of ['straße', 'STRASSE', 'Strasse']) expect((await store.playerNamed(name))?.number).toBe(first!['number']);
});

test('a closing that was under way takes no events, and is begun again', async () => {
  const store = await open();
  const [sealed] = rows(`SELECT start, "end" FROM closings JOIN periods ON number = period`);
  const period = { board: 'main', kind: 'daily', start: Number(sealed!['start']) } as const;
  await store.append('main', [event('late', 'ann', 5, { at: period.start, receivedAt: Number(sealed!['end']) })], always, silently);
  const [late] = await store.eventsOf('main', (await store.playerNamed('ann'))!.number, { limit: 1 });
  expect(late!.counted).not.toContain('daily');
  expect(await store.endedPeriods(Number(sealed!['end']))).toContainEqual(expect.objectContaining(period));
  const standings = await standingsOf(store, period);
  const order = standings.toSorted((a, b) => b.points - a.points || a.reachedAt - b.reachedAt || a.number - b.number);
  await store.closePeriod(
    period,
    order.map(({ number }) => number),
    { at: Number(sealed!['end']), unshown: 0 },
  );
  await store.maintain();
  expect((await store.verify()).differences).toEqual([]);
});

test('positions rise from where they are', async () => {
  const store = await open();
  const before = (await store.positions()).get('main')!;
  await saveDocument(store, 'site', 'another text');
  expect((await store.positions()).get('main')).toBe(before + 1);
  await store.close();
  expect((await (await open()).positions()).get('main')).toBe(before + 1);
});

test('what lies in the log of a server that was killed is upgraded too', async () => {
  const writer = new DatabaseSync(place.file);
  const killed = sqlitePlace();
  try {
    writer.exec(`PRAGMA journal_mode = WAL; UPDATE meta SET value = 'written last' WHERE key = 'document:site'`);
    cpSync(place.folder, killed.folder, { recursive: true });
  } finally {
    writer.close();
  }
  expect(readdirSync(killed.folder)).toContain('laurels.db-wal');
  const store = await killed.open();
  try {
    expect(await store.document('site')).toBe('written last');
  } finally {
    await store.close();
    killed.remove();
  }
});

test.each([
  ['names nobody', 'PRAGMA foreign_keys = OFF; DELETE FROM players WHERE number = 2', 'FOREIGN KEY'],
  ['has a row too many', 'PRAGMA foreign_keys = OFF; INSERT INTO closings (period) VALUES (9999)', 'FOREIGN KEY'],
])('one that %s is refused and left as it is', async (_, sql, words) => {
  place.tamper(sql);
  const before = everything();
  await expect(place.open()).rejects.toThrow(words);
  await expect(place.open()).rejects.toThrow('It was not changed');
  expect(everything()).toBe(before);
  expect(rows('PRAGMA user_version')).toEqual([{ user_version: 6 }]);
  expect(readdirSync(place.folder).filter((name) => name.includes('.new'))).toEqual([]);
});
