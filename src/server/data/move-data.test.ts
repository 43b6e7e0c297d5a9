import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { freshDatabase, type FreshDatabase } from '../../../tests/fresh-database.ts';
import type { DataPlace } from '../operation/data-place.ts';
import { ApiKeys } from '../operation/keys/api-keys.ts';
import { keysFile } from '../operation/keys/keys-file.ts';
import { readDatabaseAddress } from '../store/postgres/database/database-address.ts';
import { openPostgresStore } from '../store/postgres/postgres-store.ts';
import { AUDIT } from '../store/records.ts';
import { always, board, daily, event, saveBoard, saveDocument, silently, unlessClosed, reviseOne } from '../store/store-under-test.suite.ts';
import { moveData } from './move-data.ts';
import { openData, openStore } from './open-data.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');

const MOVE_UNTIL_KILLED = fileURLToPath(new URL('../../../tests/live/move-until-killed.ts', import.meta.url));

/** The least number of points at which a move can be interrupted, and at how many of them a process is killed: all with `MOVE_KILLS=13`. */
const POINTS = 13;
const KILLS = Number(process.env['MOVE_KILLS'] ?? 2);

let databases: FreshDatabase[];
let folder: string;
let from: DataPlace;
let to: DataPlace & { readonly kind: 'postgres' };

beforeEach(async () => {
  databases = [];
  to = await another();
  folder = mkdtempSync(join(tmpdir(), 'laurels-move-'));
  from = { kind: 'folder', folder: join(folder, 'from') };
  await begin(from);
});

afterEach(() => {
  for (const database of databases) database.drop();
  rmSync(folder, { recursive: true });
});

/** A game with some data of every kind. */
async function begin(place: DataPlace): Promise<void> {
  const store = await openStore(place);
  await saveBoard(store, board);
  await saveDocument(store, 'limits', '{}');
  for (const id of ['a', 'b', 'c']) await store.append('main', [event(id, id, 1)], always, silently);
  await reviseOne(store, 'main', 'b', { does: 'void', reason: 'Sent twice', at: NOW }, unlessClosed);
  const weekly = { board: 'main', kind: 'weekly', start: Date.UTC(2026, 10, 16) } as const;
  for (const period of [daily, weekly]) {
    await store.seal(period);
    await store.closePeriod(period, [1, 3], { at: NOW, unshown: 0 });
  }
  await store.reopen(daily, { at: NOW, reason: 'A mistake' });
  for (const id of ['first', 'second']) await store.changeRecords({ change: () => [{ kind: AUDIT, id, at: NOW, state: 'void', text: id }] });
  await store.close();
}

/** An empty database. */
async function another(): Promise<DataPlace & { readonly kind: 'postgres' }> {
  const database = freshDatabase();
  databases.push(database);
  return { kind: 'postgres', address: readDatabaseAddress(await database.url()) };
}

const quietly = { say: () => {}, progress: () => {} };

test('keys and their last uses survive a move to a database and back', async () => {
  const source = await openData(from, { log: () => {} });
  const key = await source.keys.add('game', 'write', NOW);
  const { id } = source.keys.list()[0]!;
  source.uses.note(id, NOW);
  await source.close();
  await moveData(from, to, quietly);
  const back: DataPlace = { kind: 'folder', folder: join(folder, 'back') };
  await moveData(to, back, quietly);
  for (const place of [to, back]) {
    const { keys, uses, close } = await openData(place, { ifNone: 'refuse', log: () => {} });
    expect(keys.check(key, NOW)).toMatchObject({ state: 'in use', key: { name: 'game' } });
    expect(await uses.known()).toEqual(new Map([[id, NOW]]));
    await close();
  }
  const store = await openStore(back);
  expect(await store.document('keys')).toBeUndefined();
  expect((await store.records(AUDIT, { limit: 9 })).map(({ id, number }) => `${number} ${id}`)).toEqual(['2 second', '1 first']);
  await store.close();
});

test('an event with more revisions than the game has events survives a move to a folder', async () => {
  const store = await openStore(from);
  for (const does of ['restore', 'void', 'restore', 'void', 'restore'] as const)
    await reviseOne(store, 'main', 'b', { does, reason: 'Looked at again', at: NOW }, unlessClosed);
  const before = [await store.eventWithId('main', 'b'), await store.eventsOf('main', 2, { limit: 9 })];
  expect(before[0]).toMatchObject({ voided: undefined });
  await store.close();
  const back: DataPlace = { kind: 'folder', folder: join(folder, 'back') };
  await moveData(from, to, quietly);
  await moveData(to, back, quietly);
  const moved = await openStore(back);
  expect([await moved.eventWithId('main', 'b'), await moved.eventsOf('main', 2, { limit: 9 })]).toEqual(before);
  const page = await moved.eventsBefore('main', { limit: 9, look: 100 });
  expect(page.events.find(({ id }) => id === 'b')).toEqual(before[0]);
  await moved.close();
});

/** Interrupts a move at each point in turn until it completes, and returns the number of interruptions. */
async function moveWithInterruptions(source: DataPlace, target: DataPlace): Promise<number> {
  for (let points = 0; ; points += 1) {
    let left = points;
    const said: string[] = [];
    const orInterrupt = () => {
      if (left === 0) throw new Error('interrupted');
      left -= 1;
    };
    const news = {
      say: (line: string) => {
        orInterrupt();
        said.push(line);
      },
      progress: orInterrupt,
    };
    try {
      await moveData(source, target, news);
      expect(said).toContain('All rows are identical.');
      return points;
    } catch (error) {
      expect(error).toHaveProperty('message', 'interrupted');
    }
  }
}

/** Kills a moving process at each of {@link KILLS} points in turn, then completes the move. */
async function moveWithKills(source: DataPlace, target: DataPlace): Promise<void> {
  for (let point = 0; point < KILLS; point += 1) {
    // Spreads few points evenly.
    const at = Math.floor((point * POINTS) / KILLS);
    const child = spawn(process.execPath, [MOVE_UNTIL_KILLED, JSON.stringify(source), JSON.stringify(target), String(at)], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    expect([at, ...((await once(child, 'close')) as unknown[])]).toEqual([at, null, 'SIGKILL']);
  }
  await moveData(source, target, quietly);
}

/** A game's verification and boards. */
async function gameAt(place: DataPlace): Promise<unknown> {
  const store = await openStore(place, { ifNone: 'refuse' });
  const game = { ...(await store.verify()), boards: await store.boards() };
  await store.close();
  return game;
}

test.for(['a folder', 'PostgreSQL'] as const)('a game in %s survives a move there and back interrupted at every point', async (began) => {
  const back: DataPlace = { kind: 'folder', folder: join(folder, 'back') };
  const first = began === 'a folder' ? from : to;
  const second = began === 'a folder' ? to : back;
  if (began === 'PostgreSQL') await begin(first);
  const before = await gameAt(first);
  expect(before).toMatchObject({ differences: [] });
  expect(await moveWithInterruptions(first, second)).toBeGreaterThanOrEqual(POINTS);
  expect(await gameAt(second)).toEqual(before);
  const third: DataPlace = began === 'a folder' ? back : await another();
  expect(await moveWithInterruptions(second, third)).toBeGreaterThanOrEqual(POINTS);
  expect(await gameAt(third)).toEqual(before);
});

test.for(['a folder', 'PostgreSQL'] as const)('a game in %s survives a move there and back with killed processes', async (began) => {
  const back: DataPlace = { kind: 'folder', folder: join(folder, 'back') };
  const [first, second] = began === 'a folder' ? [from, to] : [to, back];
  if (began === 'PostgreSQL') await begin(first);
  const before = await gameAt(first);
  await moveWithKills(first, second);
  expect(await gameAt(second)).toEqual(before);
  const third: DataPlace = began === 'a folder' ? back : await another();
  await moveWithKills(second, third);
  expect(await gameAt(third)).toEqual(before);
});

test('a move to a folder that is interrupted right before its end can be resumed', async () => {
  const source = from as DataPlace & { readonly kind: 'folder' };
  const target: DataPlace = { kind: 'folder', folder: join(folder, 'back') };
  // Makes it impossible to rename the filled file.
  const name = join(target.folder, 'laurels.db');
  const progress = (table: string) => {
    if (table === 'records') mkdirSync(name);
  };
  await expect(moveData(source, target, { say: () => {}, progress })).rejects.toThrow('laurels.db');
  rmSync(name, { recursive: true });
  await moveData(source, target, quietly);
  expect(await gameAt(target)).toEqual(await gameAt(source));
});

test('the target cannot be opened until the move is complete', async () => {
  const back: DataPlace = { kind: 'folder', folder: join(folder, 'back') };
  for (const [source, target] of [
    [from, to],
    [to, back],
  ] as const) {
    for (const cutAt of ['boards', 'events', 'periods', 'totals']) {
      const progress = (table: string) => {
        if (table === cutAt) throw new Error(`cut off at ${table}`);
      };
      await expect(moveData(source, target, { say: () => {}, progress })).rejects.toThrow(`cut off at ${cutAt}`);
      await expect(openStore(target)).rejects.toThrow('was not finished');
    }
    const said: string[] = [];
    await moveData(source, target, { say: (line) => said.push(line), progress: () => {} });
    expect(said).toContain('events: 3, 3 already copied');
    expect(said).toContain('All rows are identical.');
  }
});

test('a folder that lost its database does not silently become an empty game', async () => {
  const folderPlace = from as DataPlace & { readonly kind: 'folder' };
  await new ApiKeys(keysFile(folderPlace.folder)).add('game', 'write', NOW);
  rmSync(join(folderPlace.folder, 'laurels.db'));
  await expect(openStore(from)).rejects.toThrow(/The database of .* is missing.*restore a backup/);
  expect(existsSync(join(folderPlace.folder, 'laurels.db'))).toBe(false);
  // Keys may be created before the first start.
  const fresh: DataPlace = { kind: 'folder', folder: join(folder, 'fresh') };
  mkdirSync(fresh.folder);
  await new ApiKeys(keysFile(fresh.folder)).add('game', 'write', NOW);
  await (await openStore(fresh)).close();
});

test('a move never overwrites another game, and is rejected while servers use the source', async () => {
  await moveData(from, to, quietly);
  const store = await openStore(from);
  await store.append('main', [event('d', 'd', 1)], always, silently);
  await store.close();
  await expect(moveData(from, to, quietly)).rejects.toThrow('The database already contains a game');
  await expect(moveData(to, from, quietly)).rejects.toThrow('already. Choose another folder');
  const server = await openPostgresStore(to.address);
  await server.shareCounts();
  const back = join(folder, 'back');
  await expect(moveData(to, { kind: 'folder', folder: back }, quietly)).rejects.toThrow('Servers are using the database');
  expect(existsSync(back)).toBe(false);
  await server.close();
});
