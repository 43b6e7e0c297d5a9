import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { AUDIT } from '../records.ts';
import type { PointsStore } from '../points-store.ts';
import { always, board, event, NOON, silently } from '../store-under-test.suite.ts';
import { openSqliteStore } from './sqlite-store.ts';

let folder: string;
let store: PointsStore;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'laurels-erasing-'));
  store = await openSqliteStore(folder);
  await store.changeBoard('main', () => board);
});

afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const add = (...events: readonly ReturnType<typeof event>[]) => store.append('main', events, always, silently);

const without = (text: string) => text.replaceAll('zoe', 'X');

/** Enough for several steps of an erasure: her events, and texts about others that name her. */
async function play(): Promise<void> {
  await add(...Array.from({ length: 350 }, (_, i) => event(`zoe-${i}`, 'zoe', 1)), event('1', 'bob', 5));
  const words = Array.from({ length: 350 }, (_, i) => ({ kind: AUDIT, id: `${i}`, at: NOON, state: '', text: `"zoe ${i}"` }));
  await store.changeRecords({ change: () => words });
}

test('events can be recorded during an erasure, and the player’s own are erased too', async () => {
  await play();
  const erasing = store.erasePlayer(1, without);
  // More than the erasure has steps.
  const sent = 40;
  for (let i = 0; i < sent; i += 1) {
    await add(event(`meanwhile ${i}`, 'bob', 1));
    await add(event(`zoe-meanwhile-${i}`, 'zoe', 1));
    await nextTurn();
  }
  await erasing;
  // After the last commit, a player with her name is a new one.
  const after = await store.playerNamed('zoe');
  const later = await store.eventsOf('main', after!.number, { limit: 999 });
  expect(later.length).toBeLessThan(sent - 5);
  const ids = (await store.eventsOf('main', 1, { limit: 999 })).map(({ id }) => id);
  const erased = 350 + sent - later.length;
  expect(ids).toEqual(Array.from({ length: erased }, (_, i) => ` erased 1 ${erased - i}`));
  expect((await store.records(AUDIT, { limit: 999 })).filter(({ text }) => text.includes('zoe'))).toEqual([]);
  expect((await store.verify()).differences).toEqual([]);
});

test('an interrupted erasure completes when it is retried', async () => {
  await play();
  let left = 120;
  const cutOff = (text: string) => {
    if ((left -= 1) < 0) throw new Error('The process is gone');
    return without(text);
  };
  await expect(store.erasePlayer(1, cutOff)).rejects.toThrow('gone');
  expect(await store.playerNamed('zoe')).toBeDefined();
  await store.close();
  store = await openSqliteStore(folder);
  await store.erasePlayer(1, without);
  expect(await store.playerNamed('zoe')).toBeUndefined();
  expect((await store.records(AUDIT, { limit: 999 })).filter(({ text }) => text.includes('zoe'))).toEqual([]);
  expect((await store.verify()).differences).toEqual([]);
});

test('a large file is rewritten on opening, but not while events may arrive', async () => {
  const padding = 'x'.repeat(400);
  for (let i = 0; i < 12; i += 1) await add(...Array.from({ length: 1000 }, (_, j) => event(`zoe-${i}-${j} ${padding}`, `player ${j}`, 1)));
  await add(event('zoe-quizzical', 'zoe', 1));
  const { number } = (await store.playerNamed('zoe'))!;
  expect(await store.erasePlayer(number, (text) => text)).toBe(false);
  await store.maintain();
  await store.close();
  expect(readFileSync(join(folder, 'laurels.db')).includes('zoe-quizzical')).toBe(true);
  store = await openSqliteStore(folder);
  expect(readFileSync(join(folder, 'laurels.db')).includes('zoe-quizzical')).toBe(false);
});
