import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';

import { describe, expect, it, test } from 'vitest';

import { allTime, board, daily, DAY, event, NOON, useStore, unlessClosed, reviseOne } from '../../store-under-test.suite.ts';
import { type SqlitePlace, sqlitePlace } from '../sqlite-place.suite.ts';
import { openSqliteStore } from '../sqlite-store.ts';
import { SCHEMA, SCHEMA_VERSION } from './schema.ts';

const { store, place, record, reopen, totals, closeWith } = useStore(sqlitePlace);

test('a schema change increments the version and comes with an upgrade', () => {
  expect([SCHEMA_VERSION, createHash('sha256').update(SCHEMA).digest('hex').slice(0, 16)]).toEqual([8, '72f7f904bf4b0fe1']);
});

describe('the database', () => {
  it.each([
    'UPDATE events SET points = 1000',
    'DELETE FROM events',
    'UPDATE final_standings SET rank = 3 - rank',
    'DELETE FROM final_standings',
    'UPDATE periods SET closed_at = NULL, unshown = NULL, checksum = NULL',
    "UPDATE revisions SET reason = 'none'",
    'DELETE FROM revisions',
    "UPDATE reopenings SET reason = 'none'",
    'DELETE FROM reopenings',
    'DELETE FROM periods',
  ])('refuses to rewrite history: %s', async (sql) => {
    await record(event('1', 'ann', 5));
    await reviseOne(store, 'main', '1', { does: 'void', at: NOON, reason: 'a mistake' }, unlessClosed);
    await record(event('2', 'ann', 5));
    await closeWith(daily, [1]);
    await closeWith({ ...daily, kind: 'weekly', start: daily.start - 4 * DAY }, [1]);
    await store.reopen({ ...daily, kind: 'weekly', start: daily.start - 4 * DAY }, { at: NOON, reason: 'a mistake' });
    expect(() => place().tamper(sql)).toThrow(/append-only|never change|closed|kept for ever/);
  });
});

/** Reverts the upgrade. */
const DOWNGRADE = `
  DROP INDEX events_author; ALTER TABLE events DROP COLUMN author; DROP TABLE authors; CREATE TABLE refolded_finals (period INTEGER);
  PRAGMA user_version = 7`;

test('a file of the previous version is upgraded when opened: existing events have no author, new ones do', async () => {
  const tables = "SELECT group_concat(sql) FROM (SELECT sql FROM sqlite_schema WHERE name <> 'events' ORDER BY name)";
  await record(event('1', 'ann', 5), event('2', 'bob', 7));
  await store.close();
  const fresh = place().value(tables);
  place().tamper(DOWNGRADE);
  await reopen();
  expect(place().value(tables)).toBe(fresh);
  await record(event('3', 'ann', 1, { author: { by: 'key:a' } }));
  expect((await store.eventsOf('main', 1, { limit: 9 })).map(({ author }) => author)).toEqual([{ by: 'key:a' }, undefined]);
  expect((await store.verify()).differences).toEqual([]);
  await reopen();
  expect((await store.verify()).differences).toEqual([]);
});

describe('a data folder', () => {
  const OPEN = `
    import { openSqliteStore } from ${JSON.stringify(new URL('../sqlite-store.ts', import.meta.url).href)};
    await openSqliteStore(process.argv[1]);
    console.log('open');
    setInterval(() => {}, 1000);`;

  function contents(): Record<string, string> {
    const { folder } = place();
    return Object.fromEntries(
      readdirSync(folder)
        // Inspecting a database leaves an empty log beside it.
        .filter((name) => /\.db(-wal)?$/.test(name) && (name.endsWith('.db') || statSync(join(folder, name)).size > 0))
        .map((name) => [
          name,
          createHash('sha256')
            .update(readFileSync(join(folder, name)))
            .digest('hex'),
        ]),
    );
  }

  it.each<[string, string, (place: SqlitePlace) => void]>([
    ['is text', 'not a database', ({ file }) => writeFileSync(file, 'dear diary\n'.repeat(100))],
    ['is empty', 'not a database', ({ file }) => truncateSync(file, 0)],
    ['was cut short', 'damaged', ({ file }) => truncateSync(file, 20_000)],
    ["is another program's", "another program's", ({ tamper }) => tamper('PRAGMA application_id = 0')],
    ['is of a later version', 'version 99', ({ tamper }) => tamper('PRAGMA user_version = 99')],
    [
      'is of an earlier version',
      'version 6, and this program reads only versions 7 and 8',
      ({ tamper }) => tamper('PRAGMA user_version = 6'),
    ],
    ['is of no version', 'version 0', ({ tamper }) => tamper('PRAGMA user_version = 0')],
    ['lacks a table', 'damaged', ({ tamper }) => tamper('PRAGMA foreign_keys = OFF; DROP TABLE totals')],
    ['lacks the newest table', 'damaged', ({ tamper }) => tamper('DROP TABLE ledger_blocks')],
    ['has a page of rubbish', 'damaged', ({ file }) => writeFileSync(file, Buffer.alloc(8192, 'x'), { flag: 'r+' })],
  ])('is rejected and left unchanged if its file %s', async (_, words, damage) => {
    await record(event('1', 'ann', 5));
    await store.close();
    damage(place());
    const before = contents();
    await expect(place().open()).rejects.toThrow(words);
    await expect(place().open()).rejects.toThrow('It was not changed');
    expect(contents()).toEqual(before);
  });

  it('starts over after an interrupted first start', async () => {
    await store.close();
    rmSync(place().file);
    writeFileSync(`${place().file}.new`, 'half');
    await reopen();
    expect(await store.boards()).toEqual([]);
  });

  it('rolls back a transaction interrupted before the log mode was set', async () => {
    await record(event('1', 'ann', 5));
    await store.close();
    const { file } = place();
    const writer = new DatabaseSync(file);
    // More than the cache holds, so that part of it reaches the file.
    writer.exec(`
      PRAGMA journal_mode = DELETE;
      PRAGMA cache_size = 1;
      BEGIN;
      WITH RECURSIVE texts (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM texts WHERE n < 100)
      INSERT INTO meta SELECT 'document:' || n, hex(zeroblob(4000)), 0 FROM texts;
    `);
    const left = [file, `${file}-journal`].map((name) => [name, readFileSync(name)] as const);
    writer.close();
    for (const [name, content] of left) writeFileSync(name, content);
    await reopen();
    expect(await totals(allTime)).toEqual({ 1: 5 });
    expect((await store.verify()).differences).toEqual([]);
  });

  it('rejects a second opening from this process or another, and names the first process', async () => {
    await record(event('1', 'ann', 5));
    const before = contents();
    const second = spawnSync(process.execPath, ['--input-type=module', '-e', OPEN, place().folder], { encoding: 'utf8' });
    expect(second.status).not.toBe(0);
    expect(second.stderr).toContain(`in use by process ${process.pid}.`);
    await expect(place().open()).rejects.toThrow(`process ${process.pid}`);
    expect(contents()).toEqual(before);
    await record(event('2', 'ann', 5));
    expect(await totals(allTime)).toEqual({ 1: 10 });
  });

  it('rejects a second process even if the lock file is deleted or the database is reached from another folder', async () => {
    await record(event('1', 'ann', 5));
    const { folder, file } = place();
    const before = contents();
    const elsewhere = mkdtempSync(join(tmpdir(), 'laurels-link-'));
    for (const name of ['laurels.db', 'laurels.db-wal', 'laurels.db-shm']) symlinkSync(join(folder, name), join(elsewhere, name));
    rmSync(join(folder, 'laurels.lock'));
    for (const way of [folder, elsewhere]) {
      // Asynchronously, because this process must answer with its process id.
      const second = spawn(process.execPath, ['--input-type=module', '-e', OPEN, way], { stdio: ['ignore', 'ignore', 'pipe'] });
      const errors = await text(second.stderr);
      expect(errors).toContain(`${way}/laurels.db is in use by process ${process.pid}.`);
    }
    rmSync(elsewhere, { recursive: true });
    expect(contents()).toEqual(before);
    expect(readFileSync(file).length).toBeGreaterThan(0);
    await record(event('2', 'ann', 5));
    await reopen();
    expect(await totals(allTime)).toEqual({ 1: 10 });
  });

  it('has files that only their owner can read, including copied ones', async () => {
    const shared = () => readdirSync(place().folder).filter((name) => (statSync(join(place().folder, name)).mode & 0o077) !== 0);
    await record(event('1', 'ann', 5));
    expect(shared()).toEqual([]);
    await store.close();
    for (const name of ['laurels.db', 'laurels.lock']) chmodSync(join(place().folder, name), 0o644);
    await reopen();
    await record(event('2', 'ann', 5));
    expect(shared()).toEqual([]);
  });

  it('that cannot be used explains what to do', async () => {
    const refused = openSqliteStore('/proc/laurels');
    await expect(refused).rejects.toThrow(/^\/proc\/laurels cannot be used: .*LAURELS_DATA/);
  });

  it.each([
    ['kept what it had', [board], () => undefined],
    ['made it', [], () => rmSync(place().file)],
  ])('can be used again after the process that %s was killed', async (_, boards, prepare) => {
    await store.close();
    prepare();
    const child = spawn(process.execPath, ['--input-type=module', '-e', OPEN, place().folder], { stdio: ['ignore', 'pipe', 'inherit'] });
    const closed = once(child, 'close');
    await once(child.stdout, 'data');
    await expect(place().open()).rejects.toThrow(`process ${child.pid}`);
    child.kill('SIGKILL');
    await closed;
    await reopen();
    expect(await store.boards()).toEqual(boards);
  });
});
