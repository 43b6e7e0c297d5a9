import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { freshDatabase, type FreshDatabase } from '../../../tests/fresh-database.ts';
import type { DataPlace } from '../operation/data-place.ts';
import { readDatabaseAddress } from '../store/postgres/database/database-address.ts';
import { openPostgresStore } from '../store/postgres/postgres-store.ts';
import { AUDIT } from '../store/records.ts';
import { always, board, event, saveBoard, silently } from '../store/store-under-test.suite.ts';
import { moveData } from './move-data.ts';
import { openKeys, openStore } from './open-data.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');

let database: FreshDatabase;
let folder: string;
let from: DataPlace;
let to: DataPlace & { readonly kind: 'postgres' };

beforeEach(async () => {
  database = freshDatabase();
  const read = readDatabaseAddress(await database.url());
  if (read.state === 'wrong') throw new Error(read.rule);
  to = { kind: 'postgres', address: read.address };
  folder = mkdtempSync(join(tmpdir(), 'laurels-move-'));
  from = { kind: 'folder', folder: join(folder, 'from') };
  const store = await openStore(from);
  await saveBoard(store, board);
  for (const id of ['a', 'b', 'c']) await store.append('main', [event(id, id, 1)], always, silently);
  for (const id of ['first', 'second']) await store.changeRecords({ change: () => [{ kind: AUDIT, id, at: NOW, state: 'void', text: id }] });
  await store.close();
});

afterEach(() => {
  database.drop();
  rmSync(folder, { recursive: true });
});

const quietly = { say: () => {}, progress: () => {} };

test('keys work where they are moved to, and back, and it is still known when they were used', async () => {
  const source = await openKeys(from, 'make');
  const key = await source.keys.add('game', 'write', NOW);
  const { id } = source.keys.list()[0]!;
  await source.uses.write(new Map([[id, NOW]]));
  await moveData(from, to, quietly);
  const back: DataPlace = { kind: 'folder', folder: join(folder, 'back') };
  await moveData(to, back, quietly);
  for (const place of [to, back]) {
    const { keys, uses, close } = await openKeys(place, 'refuse');
    expect(keys.check(key, NOW)).toMatchObject({ state: 'in use', key: { name: 'game' } });
    expect(await uses.read()).toEqual(new Map([[id, NOW]]));
    await close();
  }
  const store = await openStore(back);
  expect(await store.document('keys')).toBeUndefined();
  expect((await store.records(AUDIT, { limit: 9 })).map(({ id, number }) => `${number} ${id}`)).toEqual(['2 second', '1 first']);
  await store.close();
});

test('a move that is cut off anywhere goes on, and until it is done nobody can open what it fills', async () => {
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
      await expect(openStore(target)).rejects.toThrow('is not finished');
    }
    const said: string[] = [];
    await moveData(source, target, { say: (line) => said.push(line), progress: () => {} });
    expect(said).toContain('events: 3, of which 3 were there');
    expect(said).toContain('All rows are the same on both sides.');
  }
});

test('nothing is moved over something, nor from under servers that run', async () => {
  await moveData(from, to, quietly);
  await expect(moveData(from, to, quietly)).rejects.toThrow('There is a game in the database already');
  await expect(moveData(to, from, quietly)).rejects.toThrow('already. Choose another folder');
  const server = await openPostgresStore(to.address);
  await server.shareCounts();
  const back = join(folder, 'back');
  await expect(moveData(to, { kind: 'folder', folder: back }, quietly)).rejects.toThrow('Servers use the database');
  expect(existsSync(back)).toBe(false);
  await server.close();
});
