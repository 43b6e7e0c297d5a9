import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { seeded } from '../../../../../tests/seeded.ts';
import type { PointsStore } from '../../points-store.ts';
import { always, event, silently } from '../../store-under-test.suite.ts';
import { type SqlitePlace, sqlitePlace } from '../sqlite-place.suite.ts';
import { openSqliteStore } from '../sqlite-store.ts';
import { EARLIER_VERSION } from './earlier-version.ts';
import { SCHEMA_VERSION } from './schema.ts';

/**
 * A database of version 3, as the program of then made it (docs/decisions/0023-upgrades.md): a week of three boards, one
 * for each scoring rule, with late events, ties, hidden players, odd names, closed days, weeks and months. The closing of
 * a day of `main` was cut while ranks were written, of one of `rating` before its open totals were taken away.
 */
const VERSION_3 = gunzipSync(readFileSync(new URL('version-3.db.gz', import.meta.url)));

let place: SqlitePlace;
let opened: PointsStore | undefined;

beforeEach(() => {
  place = sqlitePlace();
  writeFileSync(place.file, VERSION_3);
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

const OPEN_PERIOD = '(SELECT number FROM periods WHERE closed_at IS NULL)';
const CLOSED_PERIOD = '(SELECT number FROM periods WHERE closed_at IS NOT NULL)';

test('a database of the version before is upgraded when it is opened, once, and its operator is told', async () => {
  const said: string[] = [];
  const news = { onUpgraded: (line: string) => said.push(line) };
  const store = await openSqliteStore(place.folder, news);
  expect((await store.verify()).differences).toEqual([]);
  await store.close();
  await (await openSqliteStore(place.folder, news)).close();
  expect(said).toEqual([`Upgraded the database ${place.file} from version 3 to 4.`]);
  expect([EARLIER_VERSION, SCHEMA_VERSION]).toEqual([3, 4]);
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
  [
    'events and what they are answered with',
    'SELECT seq, board, id, player, points, at, activity, received_at, digest, counted, answer, previous FROM events',
  ],
  ['boards', 'SELECT number, name, title, scoring, direction, time_zone, week_start FROM boards'],
  ['names, odd ones too', 'SELECT number, username, display_name, avatar, searched, known_since FROM players'],
  ['final ranks and totals', `SELECT period, rank, player, points, reached_at FROM final_standings WHERE period IN ${CLOSED_PERIOD}`],
  ['periods', 'SELECT number, board, kind, start, "end", standings, closed_at FROM periods'],
  ['activities', 'SELECT * FROM activity_days'],
  ['documents', "SELECT key, value FROM meta WHERE key LIKE 'document:%' AND key NOT LIKE 'document:unshown in %'"],
  [
    'points in open periods, but of the latest event',
    `SELECT board, player, period, points FROM standings JOIN boards ON number = board WHERE scoring <> 'latest' AND period IN ${OPEN_PERIOD}`,
  ],
  ['whose the latest event is', 'SELECT board, player, latest_event FROM standings WHERE latest_event IS NOT NULL'],
])('an upgrade keeps %s', async (_, sql) => {
  const before = rows(sql);
  expect(before.length).toBeGreaterThan(1);
  await (await open()).close();
  expect(rows(sql)).toEqual(before);
});

test('how many were not shown is known of each closed period', async () => {
  const documents = rows("SELECT key, value FROM meta WHERE key LIKE 'document:unshown in %'");
  const closed = rows('SELECT name, kind, start FROM periods JOIN boards ON boards.number = board WHERE closed_at IS NOT NULL');
  const expected = closed.map(({ name, kind, start }) => {
    const document = documents.find(({ key }) => key === `document:unshown in ${String(name)} ${String(kind)} ${String(start)}`);
    return Number(document?.value ?? 0);
  });
  expect(new Set(expected)).toEqual(new Set([0, 1, 2]));
  const store = await open();
  for (const [i, { name, kind, start }] of closed.entries()) {
    const period = { board: String(name), kind: kind as 'daily', start: Number(start) };
    expect((await store.finalStandings(period, 1, 1))!.unshown).toBe(expected[i]);
  }
  expect(rows("SELECT key FROM meta WHERE key LIKE 'document:unshown%'")).toEqual([]);
});

test('two names that are one by today’s rule: the first to come has it, the other keeps what they earned', async () => {
  const [first, second] = rows("SELECT number, username FROM players WHERE username IN ('straße', 'STRASSE') ORDER BY number");
  const totals = `SELECT board, period, points FROM standings WHERE player = ${Number(second!['number'])} AND period IN ${OPEN_PERIOD}
    AND board <> 3`;
  const before = rows(totals);
  expect(before.length).toBeGreaterThan(1);
  const store = await open();
  for (const name of ['straße', 'STRASSE', 'Strasse']) expect((await store.playerNamed(name))?.number).toBe(first!['number']);
  expect(rows(totals)).toEqual(before);
  const at = Date.UTC(2026, 10, 2, 23);
  await store.append('main', [event('new', 'STRASSE', 5, { at, receivedAt: at })], always, silently);
  const [newest] = await store.eventsOf('main', Number(first!['number']), { limit: 1 });
  expect(newest!.id).toBe('new');
  expect(await store.playersMatching('strasse', 9)).toEqual([second!['number']]);
  expect((await store.verify()).differences).toEqual([]);
});

test('names that were joined and are two by today’s rule: the first spelling keeps the player', async () => {
  const store = await open();
  expect((await store.playerNamed('ﬁnn'))?.username).toBe('ﬁnn');
  expect((await store.playerNamed('¹'))?.username).toBe('¹');
  expect(await store.playerNamed('1')).toBeUndefined();
});

test('what was archived by the rules of then stays, is proven, and counts by today’s if it is opened again', async () => {
  const store = await open();
  const start = (await store.latestClosed('rating', 'daily'))!;
  const period = { board: 'rating', kind: 'daily', start } as const;
  const anew = rows(
    `SELECT anew.player, anew.points, anew.reached_at, final.points AS archived
     FROM refolded_finals AS anew JOIN final_standings AS final USING (period, player) JOIN periods ON number = period
     WHERE board = 3 AND kind = 'daily' AND start = ${start}`,
  );
  expect(anew.filter(({ points, archived }) => points !== archived)).toHaveLength(1);
  await store.reopen(period, { at: start, reason: 'to try it' });
  for (const { player, points, reached_at: reachedAt } of anew)
    expect(await store.scoreOf(period, Number(player))).toMatchObject({ points, reachedAt });
  expect((await store.verify()).differences).toEqual([]);
});

const REFOLDED = 'WHERE (period, player) IN (SELECT period, player FROM refolded_finals)';

test.each([
  [`UPDATE final_standings SET points = points + 1 ${REFOLDED}`, 'the archived total was changed by hand'],
  [`UPDATE final_standings SET reached_at = reached_at - 1 ${REFOLDED}`, 'the archived total was changed by hand'],
  ['UPDATE final_standings SET moved_at = 0', 'the ledger makes'],
  ['UPDATE refolded_finals SET points = points + 1', 'the ledger makes'],
  ['UPDATE refolded_finals SET reached_at = reached_at + 1', 'the ledger makes'],
  ['UPDATE refolded_finals SET checksum = 0', 'the archived total was changed by hand'],
  ['DELETE FROM refolded_finals', 'the ledger makes'],
  ["UPDATE players SET fold = 'PLAYER ' || number WHERE username = 'ann'", 'is kept under "PLAYER'],
])('what is altered after an upgrade is found out: %s', async (sql, named) => {
  await (await open()).close();
  place.tamper(`DROP TRIGGER final_standings_keep; ${sql}`);
  expect((await (await open()).verify()).differences.join('\n')).toContain(named);
});

test('a closing that was under way takes no events, and is begun again', async () => {
  const store = await open();
  const [sealed] = rows(`SELECT start, "end" FROM closings JOIN periods ON number = period`);
  const period = { board: 'main', kind: 'daily', start: Number(sealed!['start']) } as const;
  expect(rows(`SELECT * FROM final_standings WHERE period IN ${OPEN_PERIOD}`)).toEqual([]);
  await store.append('main', [event('late', 'ann', 5, { at: period.start, receivedAt: Number(sealed!['end']) })], always, silently);
  const [late] = await store.eventsOf('main', (await store.playerNamed('ann'))!.number, { limit: 1 });
  expect(late!.counted).not.toContain('daily');
  expect(await store.endedPeriods(Number(sealed!['end']))).toContainEqual(expect.objectContaining(period));
  const standings: { number: number; points: number; reachedAt: number }[] = [];
  for await (const standing of store.standings(period)) standings.push(standing);
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
  await store.saveDocument('site', 'text');
  expect((await store.positions()).get('main')).toBe(before + 1);
  await store.close();
  expect((await (await open()).positions()).get('main')).toBe(before + 1);
});

test('what lies in the log of a server that was killed is upgraded too', async () => {
  const writer = new DatabaseSync(place.file);
  const killed = sqlitePlace();
  try {
    writer.exec(`PRAGMA journal_mode = WAL; INSERT INTO meta (key, value) VALUES ('document:site', 'written last')`);
    cpSync(place.folder, killed.folder, { recursive: true });
  } finally {
    writer.close();
  }
  expect(readdirSync(killed.folder)).toContain('laurels.db-wal');
  const store = await killed.open();
  try {
    expect(await store.document('site')).toBe('written last');
    expect((await store.verify()).differences).toEqual([]);
  } finally {
    await store.close();
    killed.remove();
  }
});

test.each([
  [
    'contradicts itself',
    "PRAGMA foreign_keys = OFF; DROP TRIGGER periods_stay; DELETE FROM periods WHERE kind = 'weekly'",
    'that is missing',
  ],
  ['names nobody', 'PRAGMA foreign_keys = OFF; DELETE FROM players WHERE number = 2', 'FOREIGN KEY'],
  ['counts the unshown in words', "UPDATE meta SET value = 'some' WHERE key LIKE '%unshown in main daily%'", 'constraint'],
])('one that %s is refused and left as it is', async (_, sql, words) => {
  place.tamper(sql);
  const before = everything();
  await expect(place.open()).rejects.toThrow(words);
  await expect(place.open()).rejects.toThrow('It was not changed');
  expect(everything()).toBe(before);
  expect(rows('PRAGMA user_version')).toEqual([{ user_version: 3 }]);
  expect(readdirSync(place.folder).filter((name) => name.includes('.new'))).toEqual([]);
});

/** Opens the folder and ends by SIGKILL at the n-th thing it does to files; prints how many those were if it lives on. */
const DYING = `
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  import { DatabaseSync, StatementSync } from 'node:sqlite';
  let done = 0;
  const dying = (owner, method) => {
    const real = owner[method];
    owner[method] = function (...given) {
      done += 1;
      if (done === Number(process.argv[2])) process.kill(process.pid, 'SIGKILL');
      return Reflect.apply(real, this, given);
    };
  };
  dying(DatabaseSync.prototype, 'exec');
  dying(DatabaseSync.prototype, 'close');
  dying(StatementSync.prototype, 'run');
  for (const method of ['chmodSync', 'fsyncSync', 'renameSync', 'rmSync']) dying(fs, method);
  syncBuiltinESMExports();
  const { openSqliteStore } = await import(${JSON.stringify(new URL('../sqlite-store.ts', import.meta.url).href)});
  await openSqliteStore(process.argv[1]);
  console.log(done);`;

/** Returns how much it did, or `undefined` if it was killed before it was done. */
async function openDying(at: number): Promise<number | undefined> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', DYING, place.folder, String(at)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (text: Buffer) => (said += text.toString()));
  const [status, signal] = (await once(child, 'close')) as [number | null, string | null];
  expect(signal ?? status).toBe(said === '' ? 'SIGKILL' : 0);
  return said === '' ? undefined : Number(said);
}

test(
  'wherever an upgrade is killed, the database is of one version or the other, and the next start has it all',
  { timeout: 120_000 },
  async () => {
    const steps = (await openDying(0))!;
    await (await open()).close();
    const upgraded = everything();
    const random = seeded();
    const edges = [...Array.from({ length: 5 }, (_, i) => i + 1), ...Array.from({ length: 16 }, (_, i) => steps - i)];
    const between = Array.from({ length: 6 }, () => 6 + Math.floor(random() * (steps - 22)));
    const versions = new Set<unknown>();
    for (const at of [...edges, ...between]) {
      writeFileSync(place.file, VERSION_3);
      expect(await openDying(at), `killed at ${at} of ${steps}`).toBeUndefined();
      // As a program would find it that knows nothing of a log.
      const version = readFileSync(place.file).readUInt32BE(60);
      versions.add(version);
      expect([3, 4]).toContain(version);
      await (await open()).close();
      expect(everything(), `killed at ${at} of ${steps}`).toBe(upgraded);
    }
    expect(versions).toEqual(new Set([3, 4]));
  },
);
