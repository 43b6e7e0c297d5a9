import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { Total } from './ordering.ts';
import { rankTotals } from './ranking.ts';

const field = (...points: number[]): Total[] => points.map((value, i) => ({ playerId: `p${i}`, points: value, reachedAt: i }));

describe('ranks', () => {
  test('are ordinal: 50, 50, 30, 30, 10 is 1 to 5', () => {
    expect(rankTotals(field(50, 50, 30, 30, 10)).map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5]);
  });

  test('are empty without players', () => {
    expect(rankTotals([])).toEqual([]);
  });

  test('leave the input unchanged', () => {
    const totals = Object.freeze(field(10, 50, 30));
    expect(rankTotals(totals).map(({ total }) => total.points)).toEqual([50, 30, 10]);
    expect(totals.map(({ points }) => points)).toEqual([10, 50, 30]);
  });
});

describe('a tie', () => {
  test('is absent if points differ', () => {
    expect(rankTotals(field(50, 30)).map(({ tie }) => tie)).toEqual([{ kind: 'none' }, { kind: 'none' }]);
  });

  test('counts the other players and names the moment as the criterion', () => {
    const [first, second, third, fourth] = rankTotals(field(50, 50, 50, 10));
    const tied = { kind: 'tied', others: 2, decidedBy: 'reached-first' };
    expect([first?.tie, second?.tie, third?.tie]).toEqual([tied, tied, tied]);
    expect(fourth?.tie).toEqual({ kind: 'none' });
  });

  test('names the earlier joiner as the criterion if the moment was the same', () => {
    const totals = [
      { playerId: 'b', points: 50, reachedAt: 1 },
      { playerId: 'a', points: 50, reachedAt: 1 },
      { playerId: 'c', points: 50, reachedAt: 2 },
    ];
    expect(rankTotals(totals).map(({ total, tie }) => [total.playerId, tie.kind === 'tied' && tie.decidedBy])).toEqual([
      ['a', 'joined-first'],
      ['b', 'joined-first'],
      ['c', 'reached-first'],
    ]);
  });

  test('is also found between the last two places', () => {
    expect(rankTotals(field(50, 10, 10)).map(({ tie }) => tie.kind)).toEqual(['none', 'tied', 'tied']);
  });
});

/** Distinct players with many ties. */
const fields = fc.uniqueArray(
  fc.record({
    playerId: fc.string({ minLength: 1, maxLength: 4 }),
    points: fc.integer({ min: 0, max: 5 }),
    reachedAt: fc.integer({ min: 0, max: 3 }),
  }),
  { selector: ({ playerId }) => playerId, maxLength: 40 },
);

/** The rule restated: a rank is one more than the number of players ahead. */
function naiveRank(me: Total, all: readonly Total[]): number {
  const beatsMe = (other: Total) =>
    other.points > me.points ||
    (other.points === me.points && other.reachedAt < me.reachedAt) ||
    (other.points === me.points && other.reachedAt === me.reachedAt && other.playerId < me.playerId);
  return 1 + all.filter(beatsMe).length;
}

test('law: ranks are 1..n as by naive counting, descending in points, regardless of input order', () => {
  fc.assert(
    fc.property(
      fields.chain((totals) => fc.tuple(fc.constant(totals), fc.shuffledSubarray(totals, { minLength: totals.length }))),
      ([totals, shuffled]) => {
        const ranked = rankTotals(totals);
        expect(ranked.map(({ rank }) => rank)).toEqual(totals.map((_, i) => i + 1));
        for (const { rank, total } of ranked) expect(rank).toBe(naiveRank(total, totals));
        for (let i = 1; i < ranked.length; i += 1) expect(ranked[i - 1]!.total.points).toBeGreaterThanOrEqual(ranked[i]!.total.points);
        expect(rankTotals(shuffled)).toEqual(ranked);
      },
    ),
    { numRuns: 10_000 },
  );
});

test('law: players are tied exactly if another player has the same points', () => {
  fc.assert(
    fc.property(fields, (totals) => {
      for (const { total, tie } of rankTotals(totals)) {
        const others = totals.filter((other) => other !== total && other.points === total.points).length;
        expect(tie.kind === 'tied' ? tie.others : 0).toBe(others);
      }
    }),
    { numRuns: 10_000 },
  );
});
