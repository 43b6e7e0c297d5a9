import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import type { ApiReport } from '../../contract/game-answers.ts';
import { LiveBoards } from './live-boards.ts';
import { parseEvent } from './points-intake.ts';
import type { PointsStore } from '../store/points-store.ts';
import type { PeriodKey } from '../store/stored-values.ts';
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts';

const NOON = Date.parse('2026-11-21T12:00:00Z');

let folder: string;
let store: PointsStore;
let boards: LiveBoards;
let ids: number;

beforeEach(async () => {
  ids = 0;
  folder = mkdtempSync(join(tmpdir(), 'laurels-boards-'));
  store = await openSqliteStore(folder);
  boards = await LiveBoards.open(store, () => NOON);
  await boards.saveBoard({ name: 'main', title: 'Main', scoring: 'sum', direction: 'high', calendar: { timeZone: 'UTC', weekStart: 1 } });
});

afterEach(async () => {
  await boards.commits.settled();
  await store.close();
  rmSync(folder, { recursive: true });
});

async function submit(username: string, points: number, at: number): Promise<ApiReport> {
  ids += 1;
  const results = await boards.commits.submit(boards.board('main'), [
    parseEvent({ id: String(ids), username, points, at: new Date(at).toISOString() }, NOON),
  ]);
  const [report] = results.flatMap((result) => (result.kind === 'report' ? [JSON.parse(result.report) as ApiReport] : []));
  return report!;
}

test('the revision changes when anything does, and when nothing does it stays', async () => {
  const before = boards.changes.version();
  await submit('player 0', 5, NOON);
  const recorded = boards.changes.version();
  expect(recorded).toBeGreaterThan(before);
  ids -= 1;
  await submit('player 0', 5, NOON);
  expect(boards.changes.version()).toBe(recorded);
  await boards.saveBoard({ ...boards.board('main'), title: 'Another' });
  expect(boards.changes.version()).toBeGreaterThan(recorded);
});

test('what is told together is of one instant, even if events never pause', async () => {
  await submit('ada', 1, NOON);
  const total = async () => (await boards.reading.places(boards.board('main'), 'daily', NOON, 1, () => [])).total;
  let attempts = 0;
  const [before, after] = await boards.commits.atOneInstant(async () => {
    attempts += 1;
    const first = await total();
    const next = submit(`newcomer ${attempts}`, 1, NOON);
    // In the end the event waits for the reading, and not the other way round.
    if (attempts <= 3) await next;
    return [first, await total()];
  });
  expect([attempts, before, after]).toEqual([4, 4, 4]);
  await boards.commits.settled();
  expect(await total()).toBe(5);
});

test('a page counts those of the instant it was read at, though a commit comes while the period before is read', async () => {
  await submit('ada', 1, NOON);
  await submit('ada', 1, NOON - 86_400_000);
  await boards.commits.settled();
  const reading = Promise.withResolvers<void>();
  const committed = Promise.withResolvers<void>();
  const held = new Proxy(store, {
    get: (whole, name) =>
      name === 'standings'
        ? async function* standings(period: PeriodKey) {
            if (period.kind === 'daily' && period.start < NOON - 86_400_000) {
              reading.resolve();
              await committed.promise;
            }
            yield* whole.standings(period);
          }
        : (Reflect.get(whole, name) as (...args: readonly unknown[]) => unknown).bind(whole),
  });
  // As after a restart: of yesterday nothing is in memory.
  boards = await LiveBoards.open(held, () => NOON);
  const page = boards.reading.page(boards.board('main'), 'daily', NOON, { after: 0 }, 50);
  await reading.promise;
  await submit('bob', 5, NOON);
  committed.resolve();
  const { standings, total } = await page;
  expect([standings.map(({ player }) => player.username), total]).toEqual([['ada'], 1]);
});
