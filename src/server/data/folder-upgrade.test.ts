// A data folder of the release before, upgraded by processes that are killed while they do it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { seeded } from '../../../tests/seeded.ts';
import { ApiKeys } from '../operation/keys/api-keys.ts';
import { keysFile } from '../operation/keys/keys-file.ts';
import { openData } from './open-data.ts';

const PROGRAM = fileURLToPath(new URL('../../../tests/live/open-until-killed.ts', import.meta.url));

/** What `sqlite/file/upgrade.test.ts` says of it. */
const VERSION_6 = gunzipSync(readFileSync(new URL('../store/sqlite/file/version-6.db.gz', import.meta.url)));

let place: string;
/** As the program of then left it: its server was killed. */
let then: string;
let folder: string;
/** A document that is kept. */
let site: string;

beforeEach(async () => {
  place = mkdtempSync(join(tmpdir(), 'laurels-upgrade-'));
  [then, folder] = [join(place, 'then'), join(place, 'now')];
  mkdirSync(folder);
  writeFileSync(join(folder, 'laurels.db'), VERSION_6);
  await new ApiKeys(keysFile(folder)).add('game', 'write', Date.parse('2026-11-20T12:00:00Z'));
  // It was of nobody's folder in particular then.
  const server = { pid: 1, url: 'http://localhost:3000', token: 'local_token', startedAt: '2026-11-20T12:00:00.000Z' };
  writeFileSync(join(folder, 'server.json'), JSON.stringify(server));
  const writer = new DatabaseSync(join(folder, 'laurels.db'));
  try {
    // One row is in the log alone.
    const row = writer.prepare("SELECT * FROM meta WHERE key = 'document:site'").get()!;
    writer.exec(`PRAGMA journal_mode = WAL; DELETE FROM meta WHERE key = 'document:site'; PRAGMA wal_checkpoint(TRUNCATE)`);
    const columns = Object.keys(row);
    writer.prepare(`INSERT INTO meta (${columns.join()}) VALUES (${columns.map(() => '?').join()})`).run(...Object.values(row));
    site = String(row['value']);
    cpSync(folder, then, { recursive: true });
  } finally {
    writer.close();
  }
  for (const name of readdirSync(then)) chmodSync(join(then, name), 0o644);
});

afterEach(() => rmSync(place, { recursive: true }));

function asThen(): void {
  rmSync(folder, { recursive: true });
  cpSync(then, folder, { recursive: true });
}

/** The program opens the folder and is killed at a step: how many it took, or `undefined` if it was killed before it was done. */
async function openKilledAt(step: number): Promise<number | undefined> {
  const child = spawn(process.execPath, [PROGRAM, folder, String(step)], { stdio: ['ignore', 'pipe', 'inherit'] });
  // A process that is killed may reset its end of the pipe.
  child.stdout.on('error', () => {});
  let said = '';
  child.stdout.on('data', (text: Buffer) => (said += text.toString()));
  const [status, signal] = (await once(child, 'close')) as [number | null, string | null];
  expect(signal ?? status).toBe(said === '' ? 'SIGKILL' : 0);
  return said === '' ? undefined : Number(said);
}

/** The schema, the rows of every table, the keys, and who may read which file. */
function everything(): unknown {
  const database = new DatabaseSync(join(folder, 'laurels.db'));
  try {
    const schema = database.prepare('SELECT name, type, sql FROM sqlite_schema ORDER BY name, type').all();
    const tables = schema.flatMap(({ name, type }) => (type === 'table' ? [String(name)] : []));
    return {
      rows: JSON.stringify([schema, tables.map((table) => database.prepare(`SELECT * FROM ${table}`).all())]),
      keys: readFileSync(join(folder, 'keys.json'), 'utf8'),
      files: readdirSync(folder)
        .filter((name) => !/-(?:wal|shm)$/.test(name))
        .map((name) => [name, (statSync(join(folder, name)).mode & 0o777).toString(8)]),
    };
  } finally {
    database.close();
  }
}

/** What the next start finds, and leaves. */
async function nextStart({ verifies = false } = {}): Promise<unknown> {
  const data = await openData({ kind: 'folder', folder }, { log: () => {} });
  try {
    expect(data.keys.list().map(({ name }) => name)).toEqual(['game']);
    expect(await data.store.document('site')).toBe(site);
    // Where rows are equal, so is what is found out about them.
    if (verifies) expect((await data.store.verify()).differences).toEqual([]);
  } finally {
    await data.close();
  }
  return everything();
}

test('wherever it is killed, the folder is of one version or the other, and the next start has all of it', async () => {
  asThen();
  expect(readdirSync(folder)).toContain('laurels.db-wal');
  const steps = (await openKilledAt(0))!;
  const upgraded = await nextStart({ verifies: true });
  const random = seeded();
  const first = Array.from({ length: 5 }, (_, i) => i + 1);
  const last = Array.from({ length: 10 }, (_, i) => steps - i);
  const between = Array.from({ length: 5 }, () => 6 + Math.floor(random() * (steps - 15)));
  const versions = new Set<unknown>();
  for (const at of [...first, ...between, ...last]) {
    asThen();
    expect(await openKilledAt(at), `killed at ${at} of ${steps}`).toBeUndefined();
    // As a program would find it that knows nothing of a log.
    const version = readFileSync(join(folder, 'laurels.db')).readUInt32BE(60);
    versions.add(version);
    expect([6, 7]).toContain(version);
    expect(await nextStart(), `killed at ${at} of ${steps}`).toEqual(upgraded);
  }
  expect(versions).toEqual(new Set([6, 7]));
});
