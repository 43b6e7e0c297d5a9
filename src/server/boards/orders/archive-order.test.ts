import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { rankTotals } from '../../../domain/ranking.ts';
import { Problem } from '../../http/problem.ts';
import { orderKey } from '../../ranking/player-order.ts';
import { type BoardSettings, DEFAULT_AVATAR } from '../../store/stored-values.ts';
import { openArchive } from './archive-order.ts';
import { FinalRanks } from './final-ranks.ts';

const PERIOD = { kind: 'daily', start: 0, end: 86_400_000 } as const;

interface Final {
  readonly player: number;
  readonly points: number;
  readonly reachedAt: number;
}

/** A store with these final ranks; the last `unshown` players were hidden. Counts the rows read. */
function archived(finals: readonly Final[], unshown: number) {
  const read = { rows: 0 };
  const standings = finals.map(({ player, points, reachedAt }, i) => ({
    rank: i + 1,
    player: { number: player, username: `p${player}`, displayName: `p${player}`, avatar: DEFAULT_AVATAR },
    score: { points, reachedAt, movedAt: reachedAt },
  }));
  const store = {
    async finalStandings(_: unknown, first: number, count: number) {
      const rows = standings.slice(first - 1, first - 1 + count);
      read.rows += rows.length;
      return { total: standings.length, unshown, standings: rows };
    },
    finalRanks: async (_: unknown, players: readonly number[]) =>
      new Map(standings.flatMap(({ player, rank }) => (players.includes(player.number) ? [[player.number, rank]] : []))),
  };
  return { store, read };
}

function boardOf(direction: 'high' | 'low'): BoardSettings {
  return {
    name: 'main',
    title: 'Main',
    scoring: 'sum',
    direction,
    calendar: { timeZone: 'UTC', weekStart: 1 },
    unit: 'points',
    state: 'listed',
  };
}

/** Totals ranked by `domain`, in order; ids of equal length, so that they sort like numbers. */
function ranked(totals: readonly Final[]) {
  return rankTotals(totals.map((total) => ({ ...total, playerId: String(total.player + 1000) })));
}

const totals = fc.uniqueArray(
  fc.record({
    player: fc.integer({ min: 1, max: 90 }),
    points: fc.integer({ min: -2, max: 2 }),
    reachedAt: fc.integer({ min: 0, max: 3 }),
  }),
  { selector: ({ player }) => player, minLength: 1, maxLength: 60 },
);

test('law: an archive has the ranks of the order at closing, with hidden players last and untied', async () => {
  await fc.assert(
    fc.asyncProperty(
      totals,
      totals,
      fc.constantFrom('high', 'low'),
      fc.uniqueArray(fc.integer({ min: 1, max: 200 })),
      async (shown, hidden, direction, wanted) => {
        const board = boardOf(direction);
        const front = ranked(shown);
        const behind = ranked(hidden.map((total) => ({ ...total, player: total.player + 100 })));
        const finals = [...front, ...behind].map(({ total: { player, points, reachedAt } }) => ({
          player,
          points: orderKey(board, points),
          reachedAt,
        }));
        const { store } = archived(finals, hidden.length);
        const order = (await openArchive(store, board, PERIOD, wanted, new FinalRanks(store)))!;
        expect(order.size).toBe(finals.length);

        const ranks = finals.map((_, i) => i + 1);
        const places = [...front, ...behind].map(({ total: { player, points, reachedAt } }, i) => ({
          player,
          rank: i + 1,
          points,
          reachedAt,
        }));
        expect(await order.placesAt(ranks)).toEqual(places);
        expect(await order.tiesAt(ranks)).toEqual([...front.map(({ tie }) => tie), ...behind.map(() => ({ kind: 'none' }))]);
        expect(await order.unshown()).toEqual(new Set(behind.map(({ total }) => total.player)));

        const known = places.filter(({ player }) => wanted.includes(player)).map(({ rank }) => rank);
        expect(order.ranksOf(wanted)).toEqual(known);
        for (const player of wanted) expect(order.rankOf(player)).toBe(places.find((place) => place.player === player)?.rank);
        for (const rank of known) expect(await order.tiesAt([rank])).toEqual([front[rank - 1]?.tie ?? { kind: 'none' }]);
      },
    ),
    { numRuns: 200 },
  );
});

test('a page of a large archive reads little more than its own rows, however large the ties', async () => {
  const finals = Array.from({ length: 20_000 }, (_, i) => ({ player: i + 1, points: i < 10_000 ? 7 : -i, reachedAt: i }));
  const { store, read } = archived(finals, 0);
  const order = (await openArchive(store, boardOf('high'), PERIOD, [], new FinalRanks(store)))!;
  const ranks = [1, 2, 3, ...Array.from({ length: 50 }, (_, i) => 9_975 + i)];
  const places = await order.placesAt(ranks);
  const ties = await order.tiesAt(ranks);
  expect(places.map(({ rank }) => rank)).toEqual(ranks);
  expect(ties.filter((tie) => tie.kind === 'tied' && tie.others === 9_999)).toHaveLength(3 + 26);
  expect(read.rows).toBeLessThan(200);
});

test('a cursor between totals is refused once ranks are final', async () => {
  const { store } = archived([], 0);
  const order = (await openArchive(store, boardOf('high'), PERIOD, [], new FinalRanks(store)))!;
  expect(() => order.countBefore(1, 1, 1)).toThrow(Problem);
});
