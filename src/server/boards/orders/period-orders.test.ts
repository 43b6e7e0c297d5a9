import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';

import type { ApiReport } from '../../contract/game-answers.ts';
import { compareTotals } from '../../domain/ordering.ts';
import { LiveBoards } from './live-boards.ts';
import { parseEvent } from './points-intake.ts';
import type { PointsStore } from '../store/points-store.ts';
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts';

const NOON = Date.parse('2026-11-21T12:00:00Z');
const DAY = 86_400_000;
const PLAYERS = Array.from({ length: 12 }, (_, i) => `player ${i}`);

let folder: string;
let store: PointsStore;
let boards: LiveBoards;
let ids: number;

beforeEach(async () => {
  ids = 0;
  folder = mkdtempSync(join(tmpdir(), 'laurels-orders-'));
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

test('whatever is read while points arrive for many past days, memory and store agree in the end', async () => {
  // More days than are kept in memory, so that indexes come and go between commits and reads.
  const step = fc.record({
    player: fc.constantFrom(...PLAYERS),
    points: fc.integer({ min: -5, max: 20 }),
    day: fc.nat(40),
    reads: fc.array(fc.nat(40), { maxLength: 6 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
      await Promise.all(
        steps.flatMap(({ player, points, day, reads }) => [
          submit(player, points, NOON - day * DAY),
          ...reads.map((read) => boards.reading.page(boards.board('main'), 'daily', NOON - read * DAY, { after: 0 }, 20)),
        ]),
      );
      for (let day = 0; day <= 40; day += 1) {
        const start = Math.floor((NOON - day * DAY) / DAY) * DAY;
        const stored = [];
        for await (const { number, ...total } of store.standings({ board: 'main', kind: 'daily', start }))
          stored.push({ playerId: String(number).padStart(6, '0'), ...total });
        const { standings, total } = await boards.reading.page(boards.board('main'), 'daily', start, { after: 0 }, 20);
        const expected = stored.toSorted(compareTotals).map(({ playerId, points }, i) => [i + 1, Number(playerId), points]);
        expect(standings.map(({ rank, player, points }) => [rank, player.number, points])).toEqual(expected);
        expect(total).toBe(expected.length);
      }
    }),
    { numRuns: 8 },
  );
}, 60_000);
