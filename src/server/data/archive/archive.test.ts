import { createReadStream, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { createGunzip, gzipSync } from 'node:zlib';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { freshDatabase, type FreshDatabase } from '../../../../tests/fresh-database.ts';
import { seeded } from '../../../../tests/seeded.ts';
import { csvRecords } from '../../../contract/files/csv.ts';
import { trialOperators } from '../../api/trial-api.suite.ts';
import type { DataPlace } from '../../operation/data-place.ts';
import { KEPT_TABLES } from '../../store/kept-rows.ts';
import { readDatabaseAddress } from '../../store/postgres/database/database-address.ts';
import { allTime, always, board, daily, event, reviseOne, saveBoard, silently, standingsOf, unlessClosed } from '../../store/store-under-test.suite.ts';
import { rowLine } from '../move-data.ts';
import { openData, openStore, withStore } from '../open-data.ts';
import { exportEverything } from './exporting.ts';
import { importEverything } from './importing.ts';
import { manifestText } from './manifest.ts';
import { TAR_END, tarEntries, tarHeader, tarPadding } from './tar.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const quietly = { say: () => {}, progress: () => {} };
const any = seeded(20_261_127);

let databases: FreshDatabase[];
let folder: string;
let from: DataPlace & { readonly kind: 'folder' };
let file: string;

beforeEach(() => {
  databases = [];
  folder = mkdtempSync(join(tmpdir(), 'laurels-archive-'));
  from = inFolder('from');
  file = join(folder, 'everything.tar.gz');
});

afterEach(() => {
  for (const database of databases) database.drop();
  rmSync(folder, { recursive: true });
});

const inFolder = (name: string) => ({ kind: 'folder', folder: join(folder, name) }) as const;

async function inPostgres(): Promise<DataPlace> {
  const database = freshDatabase();
  databases.push(database);
  return { kind: 'postgres', address: readDatabaseAddress(await database.url()) };
}

/** A game with some data of every kind. */
async function begin(place: DataPlace): Promise<void> {
  const { store, keys, uses, close } = await openData(place, { log: () => {} });
  await saveBoard(store, board);
  await keys.add('game', 'write', NOW);
  uses.note(keys.list()[0]!.id, NOW);
  const events = ['a', 'b', 'c'].map((id) => Object.assign(event(id, `"${id}", or\n\u2028so`, 7), { activity: 'race', avatar: '🦊' }));
  await store.append('main', events, always, silently);
  await reviseOne(store, 'main', 'b', { does: 'void', reason: 'Sent twice', at: NOW }, unlessClosed);
  await store.seal(daily);
  await store.closePeriod(daily, [1, 3], { at: NOW, unshown: 0 });
  await close();
}

async function gameAt(place: DataPlace): Promise<unknown> {
  const { store, keys, uses, close } = await openData(place, { ifNone: 'refuse', log: () => {} });
  const told = [await store.verify(), await store.boards(), await standingsOf(store, allTime), keys.list(), await uses.known()];
  await close();
  return told;
}

const entriesIn = (archive: string) => tarEntries(createReadStream(archive).pipe(createGunzip()));

async function unpacked(archive: string): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  for await (const { name, bytes } of entriesIn(archive)) {
    const pieces: Buffer[] = [];
    for await (const piece of bytes) pieces.push(piece);
    files.set(name.replace('laurels/', ''), Buffer.concat(pieces));
  }
  return files;
}

/** Writes an archive with other files. */
function packed(files: ReadonlyMap<string, Buffer>): string {
  const parts = [...files].flatMap(([name, bytes]) => [tarHeader(`laurels/${name}`, bytes.length, NOW), bytes, tarPadding(bytes.length)]);
  const other = join(folder, 'other.tar.gz');
  writeFileSync(other, gzipSync(Buffer.concat([...parts, TAR_END])));
  return other;
}

test('an archive is one private, human-readable file, and nothing else is left behind', async () => {
  await begin(from);
  const made = await exportEverything(from, file, NOW);
  expect(made).toEqual({ file, bytes: statSync(file).size, events: 3 });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder).toSorted()).toEqual(['everything.tar.gz', 'from']);
  const files = await unpacked(file);
  const text = (name: string) => files.get(name)!.toString();
  const about = text('README.txt');
  for (const name of files.keys())
    if (name !== 'README.txt') expect([name, about.includes(`  ${name.replace(/(?<=\/).*/, '')}`)]).toEqual([name, true]);
  const records = [...csvRecords(text('events/main.csv'))].map(({ fields }) => fields);
  expect(records[0]!.join()).toBe('id,at,username,display_name,points,activity,avatar,author');
  expect(records.slice(1).map((fields) => [fields[0], fields[4], fields[6]])).toEqual([
    ['a', '7', '🦊'],
    ['c', '7', '🦊'],
  ]);
  expect([...csvRecords(text('finals/main-daily.csv'))].map(({ fields: [day, rank, points] }) => [day, rank, points])).toEqual([
    ['period', 'rank', 'points'],
    ['2026-11-20', '1', '7'],
    ['2026-11-20', '2', '7'],
  ]);
  expect(JSON.parse(text('boards.json'))).toMatchObject({ boards: [{ name: 'main' }] });
  await expect(exportEverything(from, file, NOW)).rejects.toThrow('already exists. It was not changed');
});

test('a game survives round trips from a folder to PostgreSQL, back to a folder, and to another', async () => {
  await begin(from);
  const before = await gameAt(from);
  const stops = [from, await inPostgres(), inFolder('second'), inFolder('third')];
  for (const [i, to] of stops.slice(1).entries()) {
    const archive = join(folder, `${i}.tgz`);
    await exportEverything(stops[i]!, archive, NOW);
    await importEverything(archive, to, quietly);
    expect(await gameAt(to)).toEqual(before);
    // The second time, it is only compared.
    await importEverything(archive, to, quietly);
  }
  const [first, ...others] = await Promise.all(['0.tgz', '1.tgz', '2.tgz'].map((name) => unpacked(join(folder, name))));
  for (const other of others) {
    for (const [name, bytes] of first!) expect([name, other.get(name)!.toString()]).toEqual([name, bytes.toString()]);
  }
});

test('omits sessions and invitations, and keeps people', async () => {
  const store = await openStore(from);
  await saveBoard(store, board);
  const operators = trialOperators(store, () => NOW);
  const first = await operators.invitations.make({ role: 'owner', hours: 1 });
  const { token, person } = await operators.accept(first.invitation, { name: 'Ada', before: undefined, add: (each) => each });
  const open = await operators.invitations.make({ role: 'viewer', hours: 1 });
  await exportEverything(from, file, NOW);
  await store.close();
  for (const to of [inFolder('to'), await inPostgres()]) {
    await importEverything(file, to, quietly);
    const again = await openStore(to);
    const there = trialOperators(again, () => NOW);
    expect(await there.sessions.find(token)).toBe(undefined);
    await expect(there.invitations.ofToken(open.token)).rejects.toThrow('used or withdrawn');
    expect(await there.people.list()).toEqual([person]);
    await again.close();
  }
});

test.each(['a folder', 'PostgreSQL'])('the archive is a snapshot, even if points arrive in %s meanwhile', async (kind) => {
  const place = kind === 'a folder' ? from : await inPostgres();
  const store = await openStore(place);
  await saveBoard(store, board);
  const batch = (n: number) => Array.from({ length: 50 }, (_, i) => event(`${n}-${i}`, `player ${i % 7}`, 1 + i));
  let recorded = 0;
  const record = () => store.append('main', batch((recorded += 1)), always, silently);
  for (let i = 0; i < 20; i += 1) await record();
  const acknowledged = recorded;
  const making = { isDone: false };
  const made = exportEverything(place, file, NOW).finally(() => (making.isDone = true));
  while (!making.isDone) {
    await record();
    // Lets the export continue.
    await setImmediate();
  }
  await made;
  await store.close();
  const to = inFolder('to');
  await importEverything(file, to, quietly);
  const { events } = await withStore(to, (copy) => copy.verify());
  expect(events % 50).toBe(0);
  expect(events).toBeGreaterThanOrEqual(acknowledged * 50);
  expect(recorded).toBeGreaterThan(acknowledged);
});

test('an interrupted import resumes', async () => {
  await begin(from);
  await exportEverything(from, file, NOW);
  for (const to of [inFolder('to'), await inPostgres()]) {
    for (const cutAt of ['documents', 'events', 'totals']) {
      const progress = (table: string) => {
        if (table === cutAt) throw new Error(`cut off at ${cutAt}`);
      };
      await expect(importEverything(file, to, { say: () => {}, progress })).rejects.toThrow(`cut off at ${cutAt}`);
      await expect(openStore(to)).rejects.toThrow('was not finished');
    }
    const said: string[] = [];
    await importEverything(file, to, { say: (line) => said.push(line), progress: () => {} });
    expect(said).toContain('events: 3, 3 already copied');
    expect(await gameAt(to)).toEqual(await gameAt(from));
  }
});

test('an import never overwrites another game, or keys', async () => {
  await begin(from);
  await exportEverything(from, file, NOW);
  const other = inFolder('other');
  const store = await openStore(other);
  await saveBoard(store, { ...board, title: 'Another' });
  await store.close();
  await expect(importEverything(file, other, quietly)).rejects.toThrow('already. Choose another folder');
  const again = await openStore(other);
  expect(await again.boards()).toMatchObject([{ title: 'Another' }]);
  await again.close();
  mkdirSync(join(folder, 'keys'));
  writeFileSync(join(folder, 'keys', 'keys.json'), 'mine');
  await expect(importEverything(file, inFolder('keys'), quietly)).rejects.toThrow('There is a keys.json in');
  expect(readFileSync(join(folder, 'keys', 'keys.json'), 'utf8')).toBe('mine');
});

test('an altered, foreign or newer archive is rejected with one line, and nothing is created', async () => {
  await begin(from);
  await exportEverything(from, file, NOW);
  const files = await unpacked(file);
  const whole = readFileSync(file);
  const refused = async (archive: string, says: RegExp) => {
    const to = inFolder('to');
    const error = await importEverything(archive, to, quietly).catch((reason: unknown) => reason as Error);
    expect(error).toBeInstanceOf(Error);
    expect((error as Error).message).toMatch(says);
    expect((error as Error).message).toMatch(/^[^\n]*\. Nothing was imported\.$/);
    expect(existsSync(to.folder)).toBe(false);
  };
  const other = join(folder, 'other.tar.gz');
  const changed = (name: string, bytes: Buffer | undefined) => {
    const all = new Map(files);
    if (bytes === undefined) all.delete(name);
    else all.set(name, bytes);
    return packed(all);
  };

  // The raw file: truncated anywhere, or with a bit flipped anywhere in its compressed data.
  for (let i = 0; i < 25; i += 1) {
    writeFileSync(other, whole.subarray(0, Math.floor(any() * whole.length)));
    await refused(other, /is damaged or cut short|is not an archive/);
    const flipped = Buffer.from(whole);
    flipped[10 + Math.floor(any() * (whole.length - 10))]! ^= 1 << Math.floor(any() * 8);
    writeFileSync(other, flipped);
    await refused(other, /./);
  }
  // A bit flipped in the manifest, or another file changed or missing.
  const manifest = files.get('manifest.json')!;
  for (let i = 0; i < 60; i += 1) {
    const flipped = Buffer.from(manifest);
    flipped[Math.floor(any() * manifest.length)]! ^= 1 << Math.floor(any() * 7);
    await refused(changed('manifest.json', flipped), /manifest|newer version/);
  }
  for (const [name, bytes] of files) {
    if (name === 'manifest.json') continue;
    await refused(changed(name, Buffer.concat([bytes, Buffer.from(' ')])), new RegExp(`has a ${name} that is missing, was altered or is damaged`));
    await refused(changed(name, undefined), name === 'README.txt' ? /is not an archive/ : new RegExp(`has a ${name} that is missing`));
  }
  await refused(changed('rows/more.jsonl', Buffer.from('')), /has a rows\/more\.jsonl that is missing, was altered/);
  await refused(changed('manifest.json', undefined), /has a manifest that was altered or is damaged/);
  await refused(changed('manifest.json', Buffer.from('{"format":2,"program":"9.1.0"}')), /was written by a newer version, Laurels 9\.1\.0, and has format 2/);
  await refused(packed(new Map([['a.txt', Buffer.from('a')]])), /is not an archive of "laurels export everything"/);
  writeFileSync(other, gzipSync('id,username,points\n'));
  await refused(other, /is damaged or cut short/);
  expect(manifestText(JSON.parse(manifest.toString()) as never)).toBe(manifest.toString());
});

test('forged rows with valid digests are rejected', async () => {
  await begin(from);
  await exportEverything(from, file, NOW);
  const files = await unpacked(file);
  const { program, madeAt, files: listed } = JSON.parse(files.get('manifest.json')!.toString()) as never as Parameters<typeof manifestText>[0];
  const forged = (name: string, text: string) => {
    const sha256 = createHash('sha256').update(text).digest('hex');
    const manifest = manifestText({ program, madeAt, files: { ...listed, [name]: { lines: 1, sha256 } } });
    return packed(new Map([...files, [name, Buffer.from(text)], ['manifest.json', Buffer.from(manifest)]]));
  };
  const boards = files.get('rows/boards.jsonl')!.toString();
  for (const [i, [text, says]] of [
    ['{"a":1}\n', 'A line of rows/boards.jsonl is not a row of this table.'],
    [boards.replace('[1,', '[{},'), 'A line of rows/boards.jsonl is not a row of this table.'],
    [boards.replace(/\]\n$/, ',1]\n'), 'A line of rows/boards.jsonl is not a row of this table.'],
    [boards.replace('"sum"', '"most"'), 'CHECK constraint failed'],
    [boards.replace(/\n$/, ''), 'boards differs between source and copy'],
  ].entries()) {
    const to = inFolder(`forged ${i}`);
    await expect(importEverything(forged('rows/boards.jsonl', text!), to, quietly)).rejects.toThrow(says);
  }
});

test('the format changes with the columns of the tables', () => {
  // Raise FORMAT in manifest.ts, and either read the previous format or reject it.
  const digest = createHash('sha256').update(JSON.stringify(KEPT_TABLES)).digest('hex').slice(0, 16);
  expect([digest, rowLine([1, null, 'a', new Uint8Array([1, 255])])]).toEqual(['07ee68aea62355d5', '[1,null,"a","01ff"]\n']);
});
