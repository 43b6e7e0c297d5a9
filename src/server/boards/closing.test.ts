import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import type { ApiReport } from '../../contract/game-answers.ts';
import { closeOnce, LONGEST_WAIT_MS, QUIET_MS } from './closing.ts';
import { ImportHolds, IMPORT_PATIENCE_MS } from '../operation/import-holds.ts';
import { LiveBoards } from './live-boards.ts';
import { parseEvent } from './points-intake.ts';
import type { PointsStore } from '../store/points-store.ts';
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts';

const MORNING = Date.parse('2026-11-21T08:00:00Z');
const MIDNIGHT = Date.parse('2026-11-22T00:00:00Z');
const HISTORY = '2010-03-14T14:00:00Z';

let folder: string;
let store: PointsStore;
let boards: LiveBoards;
let imports: ImportHolds;
let now: number;
let said: string[];
let ids: number;

beforeEach(async () => {
  now = MORNING;
  said = [];
  ids = 0;
  folder = mkdtempSync(join(tmpdir(), 'laurels-closing-'));
  store = await openSqliteStore(folder);
  boards = await LiveBoards.open(store, () => now);
  await boards.saveBoard({ name: 'main', title: 'Main', scoring: 'sum', direction: 'high', calendar: { timeZone: 'UTC', weekStart: 1 } });
  imports = new ImportHolds(folder, () => now);
});

afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

async function score(at: string | number, username = 'ada') {
  ids += 1;
  const results = await boards.commits.submit(boards.board('main'), [
    parseEvent({ id: String(ids), username, points: 1, at: new Date(at).toISOString() }, now),
  ]);
  return results
    .flatMap((result) => (result.kind === 'report' ? (JSON.parse(result.report) as ApiReport).periods : []))
    .map(({ kind, state }) => `${kind} ${state}`);
}

const close = () =>
  closeOnce(
    boards,
    imports,
    () => now,
    (text) => said.push(text),
  );
const isClosed = async (at: string | number) =>
  (await boards.reading.page(boards.board('main'), 'daily', new Date(at).getTime(), { after: 0 }, 1)).closed;

test('a day closes as soon as it is over', async () => {
  await score(now);
  now = MIDNIGHT - 1;
  await close();
  expect(await isClosed(MORNING)).toBe(false);
  now = MIDNIGHT;
  await close();
  expect(await isClosed(MORNING)).toBe(true);
});

test('an event that comes late holds its day open until it has been quiet', async () => {
  await score(now);
  now = MIDNIGHT + 500;
  await score(MIDNIGHT - 100);
  now += QUIET_MS - 1;
  await close();
  expect(await isClosed(MORNING)).toBe(false);
  await score(MIDNIGHT - 50);
  now += 1;
  await close();
  expect(await isClosed(MORNING)).toBe(false);
  now += QUIET_MS;
  await close();
  expect(await isClosed(MORNING)).toBe(true);
  expect(await score(MIDNIGHT - 10)).toEqual(['daily closed', 'weekly counted', 'monthly counted', 'all-time counted']);
});

test('events that never stop coming late do not hold a day for ever', async () => {
  await score(now);
  now = MIDNIGHT;
  for (; now < MIDNIGHT + LONGEST_WAIT_MS; now += QUIET_MS / 2) {
    await score(MIDNIGHT - 1);
    await close();
    expect(await isClosed(MORNING)).toBe(false);
  }
  await close();
  expect(await isClosed(MORNING)).toBe(true);
});

test('what had ended when an import began stays open until it is done; what ends meanwhile closes', async () => {
  const hold = imports.begin('main', 'history.csv');
  await score(HISTORY);
  await score(now);
  now = MIDNIGHT + 10 * QUIET_MS;
  hold.progress();
  await close();
  expect([await isClosed(HISTORY), await isClosed(MORNING)]).toEqual([false, true]);
  expect(await score(HISTORY)).toEqual(['daily counted', 'weekly counted', 'monthly counted', 'all-time counted']);
  hold.end();
  now += QUIET_MS;
  await close();
  expect(await isClosed(HISTORY)).toBe(true);
});

test('an import that was cut is taken up where it was, from another process too', async () => {
  imports.begin('main', 'history.csv');
  await score(HISTORY);
  now += 3 * 3_600_000;
  await close();
  expect(await isClosed(HISTORY)).toBe(false);
  const again = new ImportHolds(folder, () => now).begin('main', 'history.csv');
  expect(again.resumed).toBe(true);
  expect(imports.current().held).toEqual([{ board: 'main', file: 'history.csv', startedAt: MORNING }]);
  again.end();
  await close();
  expect(await isClosed(HISTORY)).toBe(true);
  expect(readdirSync(join(folder, 'imports'))).toEqual([]);
});

test('an import nobody takes up is given up after a day, and that is said', async () => {
  imports.begin('main', 'history.csv');
  await score(HISTORY);
  now += IMPORT_PATIENCE_MS + 1;
  await close();
  expect(await isClosed(HISTORY)).toBe(true);
  expect(said).toEqual([expect.stringContaining('history.csv')]);
  await close();
  expect(said).toHaveLength(1);
});

test('imports into one board hold no other', async () => {
  await boards.saveBoard({ name: 'other', title: 'Other', scoring: 'sum', direction: 'high', calendar: { timeZone: 'UTC', weekStart: 1 } });
  imports.begin('other', 'history.csv');
  await score(HISTORY);
  now += QUIET_MS;
  await close();
  expect(await isClosed(HISTORY)).toBe(true);
});

test('while many ranks are written the boards go on, and every event is in them or told that it came too late', async () => {
  const PLAYERS = 4000;
  const point = (id: string, username: string) => parseEvent({ id, username, points: 1, at: new Date(MORNING).toISOString() }, now);
  await boards.commits.submit(
    boards.board('main'),
    Array.from({ length: PLAYERS }, (_, i) => point(`first ${i}`, `p${i}`)),
  );
  now = MIDNIGHT;
  const busy = new AbortController();
  let counted = PLAYERS;
  let late = 0;
  const seen: string[] = [];
  const load = async (name: string) => {
    for (let i = 0; !busy.signal.aborted; i += 1) {
      const [result] = await boards.commits.submit(boards.board('main'), [point(`${name} ${i}`, `p${i % PLAYERS}`)]);
      if (result?.kind !== 'report') expect.fail('refused');
      const [daily, weekly] = (JSON.parse(result.report) as ApiReport).periods;
      if (daily?.state === 'counted') counted += 1;
      else late += 1;
      expect(weekly?.state).toBe('counted');
    }
  };
  const reading = async () => {
    while (!busy.signal.aborted) {
      const page = await boards.reading.page(boards.board('main'), 'daily', MORNING, { after: PLAYERS - 2 }, 10);
      seen.push(`${page.closed ? 'closed' : 'open'}, ${page.total} players, ranks ${page.standings.map(({ rank }) => rank).join(' ')}`);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const all = [load('a'), load('b'), reading()];
  // What comes late holds the day open for an hour; this looks away.
  await boards.closing.closeEnded();
  busy.abort();
  await Promise.all(all);
  expect(late).toBeGreaterThan(0);
  const shown = `${PLAYERS} players, ranks ${PLAYERS - 1} ${PLAYERS}`;
  expect([...new Set(seen)]).toEqual(seen.at(-1)!.startsWith('open') ? [`open, ${shown}`] : [`open, ${shown}`, `closed, ${shown}`]);
  const { total, standings } = await boards.reading.page(boards.board('main'), 'daily', MORNING, { after: 0 }, PLAYERS);
  expect(total).toBe(PLAYERS);
  expect(standings.reduce((sum, { points }) => sum + points, 0)).toBe(counted);
  expect(await isClosed(MORNING)).toBe(true);
  expect(await store.verify()).toMatchObject({ differences: [] });
});

test('told to stop, it leaves a period of many for the next start, and takes nothing more for it', async () => {
  await boards.commits.submit(
    boards.board('main'),
    Array.from({ length: 3000 }, (_, i) => parseEvent({ id: `first ${i}`, username: `p${i}`, points: 1 }, now)),
  );
  now = MIDNIGHT;
  let asked = 0;
  await boards.closing.closeEnded(
    () => false,
    () => (asked += 1) > 2,
  );
  expect(await isClosed(MORNING)).toBe(false);
  await store.close();
  store = await openSqliteStore(folder);
  boards = await LiveBoards.open(store, () => now);
  expect(await score(MORNING)).toEqual(['daily closed', 'weekly counted', 'monthly counted', 'all-time counted']);
  await close();
  expect(await isClosed(MORNING)).toBe(true);
  expect((await boards.reading.page(boards.board('main'), 'daily', MORNING, { after: 0 }, 1)).total).toBe(3000);
  expect(await store.verify()).toMatchObject({ differences: [] });
});

test('closes while the boards are never at rest, and no event gets lost between ranks and closing', async () => {
  await score(now);
  const busy = new AbortController();
  const load = Array.from({ length: 8 }, async (_, player) => {
    while (!busy.signal.aborted) await score(now, `p${player}`);
  });
  for (let i = 0; i < 5; i += 1) await new Promise((resolve) => setImmediate(resolve));
  now = MIDNIGHT;
  await close();
  busy.abort();
  await Promise.all(load);
  expect(await isClosed(MORNING)).toBe(true);
  expect(await store.verify()).toMatchObject({ differences: [] });
});
