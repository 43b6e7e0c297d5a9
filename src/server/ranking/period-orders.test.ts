import { standingsOf } from '../store/store-under-test.suite.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';

import { compareTotals } from '../../domain/ordering.ts';
import { DAY, NOON, useBoards } from '../boards/boards-under-test.suite.ts';

const PLAYERS = Array.from({ length: 12 }, (_, i) => `player ${i}`);

/** Called once, after the totals of a period were read. */
let meanwhile: (() => Promise<unknown>) | undefined;

const trial = useBoards({
  graceMs: Infinity,
  around: (store) =>
    new Proxy(store, {
      get(whole, name) {
        if (name !== 'standings') return Reflect.get(whole, name) as unknown;
        return async function* (...given: Parameters<typeof whole.standings>) {
          yield* whole.standings(...given);
          const faster = meanwhile;
          meanwhile = undefined;
          await faster?.();
        };
      },
    }),
});

test('memory and store converge, whatever is read while points arrive for many past days', async () => {
  // More days than fit in memory, so that indexes come and go between commits and reads.
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
          trial.win(player, points, NOON - day * DAY),
          ...reads.map((read) => trial.boards.reading.page(trial.boards.board('main'), 'daily', NOON - read * DAY, { after: 0 }, 20)),
        ]),
      );
      for (let day = 0; day <= 40; day += 1) {
        const start = Math.floor((NOON - day * DAY) / DAY) * DAY;
        const stored = [];
        for (const { number, ...total } of await standingsOf(trial.store, { board: 'main', kind: 'daily', start }))
          stored.push({ playerId: String(number).padStart(6, '0'), ...total });
        const { standings, total } = await trial.boards.reading.page(trial.boards.board('main'), 'daily', start, { after: 0 }, 20);
        const expected = stored.toSorted(compareTotals).map(({ playerId, points }, i) => [i + 1, Number(playerId), points]);
        expect(standings.map(({ rank, player, points }) => [rank, player.number, points])).toEqual(expected);
        expect(total).toBe(expected.length);
      }
    }),
    { numRuns: 8 },
  );
});

test('a change by another process while an order is loaded is included', async () => {
  await trial.win('ada', 5, NOON - DAY);
  const { id } = await trial.win('bob', 9, NOON - DAY);
  await trial.open();
  meanwhile = () => trial.store.revise([{ board: 'main', id, does: 'void' }], { reason: 'A test', at: NOON }, () => false);
  expect(await trial.day(NOON - DAY)).toEqual(['ada 5']);
});
