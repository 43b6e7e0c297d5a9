import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { DAY_MS, MINUTE_MS } from '../../../domain/durations.ts';
import type { PointsStore } from '../../store/points-store.ts';
import { always, board, event, saveBoard, silently } from '../../store/store-under-test.suite.ts';
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts';
import { backupName } from './kept-backups.ts';
import { restore } from './restoring.ts';
import { ScheduledBackups } from './scheduled-backups.ts';

let folder: string;
let data: string;
let kept: string;
let now: number;
let store: PointsStore;
let backups: ScheduledBackups;
let logged: string[];
let told: string[];
let steps: string[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'laurels-schedule-'));
  [data, kept] = [join(folder, 'data'), join(folder, 'kept')];
  now = Date.parse('2026-11-23T01:28:00Z');
  [logged, told, steps] = [[], [], []];
  store = await openSqliteStore(data, { onThread: true });
  await saveBoard(store, board);
  await store.append('main', [event('1', 'ann', 5)], always, silently);
});

afterEach(async () => {
  await backups.stop();
  await store.close();
  rmSync(folder, { recursive: true });
});

function start(): void {
  backups = new ScheduledBackups({
    folder: data,
    schedule: { folder: kept, everyMs: DAY_MS, keep: 2 },
    clock: () => now,
    log: (text) => void logged.push(text),
    onFailed: (reason) => void told.push(reason),
    begin(_what, name) {
      steps.push(name);
      return { reached: (done, total) => void steps.push(`${done} of ${total}`), end: (failure = 'made') => void steps.push(failure) };
    },
  });
}

test('creates a backup when one is due, and keeps the newest', async () => {
  const strangers = ['notes.txt', backupName(now + 70 * DAY_MS, 'scheduled')];
  mkdirSync(kept);
  for (const name of strangers) writeFileSync(join(kept, name), '');
  start();
  const made: string[] = [];
  for (let day = 0; day < 9; day += 1) {
    await backups.look();
    made.push(backupName(now, 'scheduled'));
    expect(backups.state).toEqual({ newestAt: now, trouble: undefined });
    now += DAY_MS - 1;
    await backups.look();
    expect(backups.state).toEqual({ newestAt: now + 1 - DAY_MS, trouble: undefined });
    now += 1;
  }
  // A file dated in the future counts as kept, but does not make a backup late.
  expect(readdirSync(kept).toSorted()).toEqual([...made.slice(2), ...strangers].toSorted());
  expect(told).toEqual([]);
  expect(await restore(join(kept, made.at(-1)!), join(folder, 'back'))).toMatchObject({ events: 1 });
});

test('a manual backup starts at once or after a scheduled one, one at a time, and neither evicts nor delays scheduled ones', async () => {
  start();
  const asked = await Promise.all([backups.make(), backups.make()]);
  expect(asked).toMatchObject([{ state: 'made', made: { file: join(kept, backupName(now, 'manual')) } }, { state: 'busy' }]);
  for (let i = 0; i < 2; i += 1) {
    now += 1000;
    expect(await backups.make()).toMatchObject({ state: 'made', made: { file: join(kept, backupName(now, 'manual')), events: 1 } });
  }
  writeFileSync(join(kept, backupName(now - DAY_MS, 'scheduled')), 'SQLite format 3');
  const bytes = expect.any(Number) as number;
  expect(backups.list()).toEqual([
    { name: backupName(now, 'manual'), madeAt: now, origin: 'manual', bytes, checked: true },
    { name: backupName(now - 1000, 'manual'), madeAt: now - 1000, origin: 'manual', bytes, checked: true },
    { name: backupName(now - 2000, 'scheduled'), madeAt: now - 2000, origin: 'scheduled', bytes, checked: true },
    { name: backupName(now - DAY_MS, 'scheduled'), madeAt: now - DAY_MS, origin: 'scheduled', bytes: 15, checked: false },
  ]);
  const scheduled = () => readdirSync(kept).filter((name) => !name.includes('manual'));
  const before = scheduled();
  for (let i = 0; i < 4; i += 1) {
    now += 1000;
    await backups.make();
  }
  expect(scheduled()).toEqual(before);
  expect(readdirSync(kept)).toHaveLength(before.length + 2);
  now += DAY_MS - 6000;
  await backups.look();
  expect(scheduled()).toContain(backupName(now, 'scheduled'));
  rmSync(kept, { recursive: true });
  writeFileSync(kept, 'a file where the folder should be');
  now += 1000;
  expect(await backups.make()).toMatchObject({ state: 'failed', reason: told[0] });
  const stopped = backups.make();
  await backups.stop();
  expect(await stopped).toEqual({ state: 'stopped' });
});

test('a manual backup that waits for a scheduled one does not start once the server stops', async () => {
  start();
  const asked = backups.make();
  await backups.stop();
  expect(await asked).toEqual({ state: 'stopped' });
  expect(backups.list()).toEqual([]);
});

test('a failed backup is reported, retried after ten minutes, and forgotten after the next success', async () => {
  writeFileSync(kept, 'a file where the folder should be');
  start();
  await backups.look();
  expect(told).toHaveLength(1);
  expect(logged).toEqual([`Backup failed: ${told[0]}`]);
  expect(backups.state).toEqual({ newestAt: undefined, trouble: 'The last backup failed. See the log for the reason.' });
  now += 9 * MINUTE_MS;
  await backups.look();
  expect(told).toHaveLength(1);
  rmSync(kept);
  now += MINUTE_MS;
  await backups.look();
  expect(backups.state).toEqual({ newestAt: now, trouble: undefined });
});

test('a stopped backup leaves no file, and an old backup causes a warning', async () => {
  mkdirSync(kept);
  writeFileSync(join(kept, backupName(now - 3 * DAY_MS, 'scheduled')), '');
  start();
  expect(backups.state.trouble).toBe('The newest backup is from 20 Nov 2026, 01:28 UTC.');
  await backups.stop();
  expect(readdirSync(kept).filter((name) => name === backupName(now, 'scheduled'))).toEqual([]);
  expect(told).toEqual([]);
});

test('the progress and outcome of a backup are reported', async () => {
  start();
  await backups.look();
  expect(steps).toEqual([backupName(now, 'scheduled'), '1 of 1', 'made']);
  now += DAY_MS;
  rmSync(kept, { recursive: true });
  writeFileSync(kept, '');
  await backups.look();
  expect(steps.slice(3)).toEqual([backupName(now, 'scheduled'), told[0]]);
});
