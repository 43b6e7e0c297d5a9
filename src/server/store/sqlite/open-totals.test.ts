import { cpSync } from 'node:fs';

import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { PointsStore } from '../points-store.ts';
import { allTime, always, board, DAY, daily, event, NOON, silently, standingsOf, saveBoard } from '../store-under-test.suite.ts';
import { type SqlitePlace, sqlitePlace } from './sqlite-place.suite.ts';

/** Commits on one of two boards, each with the numbers of players from several blocks. */
const commits = fc.array(
  fc.record({
    board: fc.constantFrom('main', 'other'),
    players: fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 6 }),
    voids: fc.boolean(),
  }),
  { minLength: 1, maxLength: 30 },
);

async function snapshot(store: PointsStore): Promise<unknown> {
  const kinds = [daily, { ...daily, start: daily.start - DAY }, allTime];
  const periods = kinds.flatMap((period) => [period, { ...period, board: 'other' }]);
  const players = Array.from({ length: await store.playerCount() }, (_, i) => i + 1);
  return {
    totals: await Promise.all(periods.map(async (period) => (await standingsOf(store, period)).toSorted((a, b) => a.number - b.number))),
    latest: await Promise.all(players.map(async (player) => (await store.eventsOf('main', player, { limit: 1 }))[0]?.id)),
  };
}

test('totals that a process did not write are folded from the ledger at the next opening', async () => {
  await fc.assert(
    fc.asyncProperty(commits, fc.integer({ min: 6, max: 40 }), async (made, mostBehind) => {
      const [place, left] = [sqlitePlace({ mostBehind }), sqlitePlace({ mostBehind })];
      const store = await place.open();
      try {
        await saveBoard(store, board);
        await saveBoard(store, { ...board, name: 'other', scoring: 'best', direction: 'low' });
        const latest = new Map<string, string>();
        for (const [i, { board: name, players, voids }] of made.entries()) {
          const events = players.map((player, n) =>
            event(`${i} ${n}`, `player ${player}`, (player * 7 + i) % 5, { at: NOON - (n % 2) * DAY }),
          );
          await store.append(name, events, always, silently);
          latest.set(name, `${i} 0`);
          const moved = Array.from(
            latest,
            ([of, id]) => ({ board: of, id, does: 'void', instead: { copy: `copy ${i}`, player: 1 } }) as const,
          );
          if (voids) await store.revise(moved, { at: NOON, reason: 'a merge' }, () => false);
        }
        expect((await store.verify()).differences).toEqual([]);
        // The folder as a killed process would leave it.
        cpSync(place.folder, left.folder, { recursive: true });
        const again = await left.open();
        expect(await snapshot(again)).toEqual(await snapshot(store));
        expect((await again.verify()).differences).toEqual([]);
        await again.close();
      } finally {
        await store.close();
        place.remove();
        left.remove();
      }
    }),
    { numRuns: 40 },
  );
}, 60_000);

test('the file never lacks more events than allowed, even after a killed process', async () => {
  const [place, left] = [sqlitePlace({ mostBehind: 10 }), sqlitePlace({ mostBehind: 10 })];
  const store = await place.open();
  await saveBoard(store, board);
  await store.append(
    'main',
    Array.from({ length: 200 }, (_, i) => event(`first ${i}`, `player ${i}`, 1)),
    always,
    silently,
  );
  const behind = 'SELECT count(*) FROM events LEFT JOIN totals ON block = player / 64 WHERE seq > coalesce(through, 0)';
  const appendTo = async (to: SqlitePlace, of: PointsStore, from: number) => {
    for (let i = from; i < from + 100; i += 1) {
      // Jumps between blocks.
      await of.append('main', [event(`then ${i}`, `player ${(i * 139) % 200}`, 1)], always, silently);
      expect(to.value(`${behind} AND seq <= 200 + ${i + 1} - 10`)).toBe(0);
    }
  };
  await appendTo(place, store, 0);
  cpSync(place.folder, left.folder, { recursive: true });
  const again = await left.open();
  await appendTo(left, again, 100);
  for (const [of, closed] of [
    [store, place],
    [again, left],
  ] as const) {
    await of.close();
    expect(closed.value('SELECT count(*) FROM events JOIN totals ON block = player / 64 WHERE seq > through')).toBe(0);
    closed.remove();
  }
});
