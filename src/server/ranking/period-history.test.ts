import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { compareKeys, type Total } from '../../domain/ordering.ts';
import { type Ranked, rankTotals } from '../../domain/ranking.ts';
import { SCORING_RULES, scoreBy, type Direction, type ScoringRule } from '../../domain/scoring.ts';
import { MomentOrder } from './moment-order.ts';
import { PeriodHistory } from './period-history.ts';

interface Played {
  readonly player: number;
  readonly at: number;
  readonly points: number;
}

const event = fc.record({
  player: fc.integer({ min: 1, max: 40 }),
  at: fc.integer({ min: 0, max: 60 }),
  points: fc.integer({ min: -3, max: 6 }),
});
const rule = fc.constantFrom<ScoringRule>(...SCORING_RULES);
const direction = fc.constantFrom<Direction>('high', 'low');

function columns(events: readonly Played[]) {
  return { players: events.map(({ player }) => player), at: events.map(({ at }) => at), points: events.map(({ points }) => points) };
}

/** The standings at a moment, folded naively from all events. */
function folded(events: readonly Played[], scoring: ScoringRule, order: Direction, moment: number, without: ReadonlySet<number>) {
  const players = [...new Set(events.map(({ player }) => player))].filter((player) => !without.has(player));
  const totals = players.flatMap((player) => {
    const own = columns(events.filter((each) => each.player === player));
    const total = scoreBy(moment, scoring, order, own, 0, own.at.length);
    const points = (order === 'high' ? 1 : -1) * (total?.points ?? 0) + 0;
    // Ids of equal length, so that they sort like numbers.
    return total === undefined ? [] : [{ playerId: String(player + 1000), points, reachedAt: total.reachedAt }];
  });
  return rankTotals(totals).map(({ rank, tie, total: { playerId, points, reachedAt } }) => ({
    player: Number(playerId) - 1000,
    rank,
    points,
    reachedAt,
    tie,
  }));
}

test('law: the order at any moment folds the events up to then, in order of arrival', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(event, { maxLength: 40 }), { minLength: 1, maxLength: 4 }),
      fc.array(event, { maxLength: 10 }),
      fc.array(fc.integer({ min: -1, max: 61 }), { minLength: 1, maxLength: 5 }),
      fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { maxLength: 4 }),
      fc.boolean(),
      rule,
      direction,
      async (stretches, late, moments, absent, inOrder, scoring, order) => {
        const known = inOrder ? [stretches.flat().toSorted((a, b) => a.at - b.at)] : stretches;
        const without = new Set(absent);
        const history = await PeriodHistory.of({ scoring, direction: order }, known.map(columns));
        history.add(columns(late));
        for (const moment of moments) {
          const expected = folded([...known.flat(), ...late], scoring, order, moment, without);
          const ranked = new MomentOrder(history.totalsAt(moment, without));
          expect(ranked.size).toBe(expected.length);
          const players = expected.map(({ player }) => player);
          const ranks = expected.map(({ rank }) => rank);
          expect(ranked.placesAt(ranks)).toEqual(
            expected.map(({ player, rank, points, reachedAt }) => ({ player, rank, points, reachedAt })),
          );
          expect(ranked.tiesAt(ranks)).toEqual(expected.map(({ tie }) => tie));
          for (const player of [1, 7, ...players.slice(0, 5)]) {
            const own = columns([...known.flat(), ...late].filter((each) => each.player === player));
            expect(history.scoreAt(moment, player)).toEqual(scoreBy(moment, scoring, order, own, 0, own.at.length));
          }
        }
      },
    ),
    { numRuns: 500 },
  );
});

test('a player with two hundred thousand events needs no more stack than one with two', async () => {
  const many = Array.from({ length: 200_000 }, (_, i) => ({ player: 7, at: i, points: 1 }));
  const history = await PeriodHistory.of({ scoring: 'sum', direction: 'high' }, [columns(many)]);
  history.add(columns([{ player: 7, at: 5, points: 10 }]));
  const order = new MomentOrder(history.totalsAt(9, new Set()));
  expect(order.placesAt([1])).toEqual([{ player: 7, rank: 1, points: 20, reachedAt: 9 }]);
  expect(order.tiesAt([1])).toEqual([{ kind: 'none' }]);
});

const totals = fc
  .uniqueArray(
    fc.record({
      player: fc.integer({ min: 0, max: 5000 }),
      points: fc.integer({ min: -4, max: 4 }),
      reachedAt: fc.integer({ min: 0, max: 3 }),
    }),
    { selector: ({ player }) => player, maxLength: 300 },
  )
  .map((all) => all.toSorted((a, b) => compareKeys(a.points, a.reachedAt, a.player, b.points, b.reachedAt, b.player)));

/** The same totals in the order of their numbers, as a history returns them. */
function shuffled(all: readonly { readonly player: number; readonly points: number; readonly reachedAt: number }[]): MomentOrder {
  const mixed = all.toSorted((a, b) => a.player - b.player);
  return new MomentOrder({
    players: Uint32Array.from(mixed, ({ player }) => player),
    points: Float64Array.from(mixed, ({ points }) => points),
    reachedAt: Float64Array.from(mixed, ({ reachedAt }) => reachedAt),
  });
}

/** Checks the players and ties at some ranks. */
function expectPlaces(order: MomentOrder, expected: readonly Ranked<Total>[]): void {
  const ranks = expected.map(({ rank }) => rank);
  expect(order.placesAt(ranks)).toEqual(
    expected.map(({ rank, total: { playerId, points, reachedAt } }) => ({ player: Number(playerId) - 10_000, rank, points, reachedAt })),
  );
  expect(order.tiesAt(ranks)).toEqual(expected.map(({ tie }) => tie));
}

test('law: all ranges, ranks and ties are those of the fully sorted field, in any order of requests', () => {
  const anyQuestion = fc.oneof(
    fc.record({ first: fc.integer({ min: 1, max: 320 }), count: fc.integer({ min: 0, max: 60 }) }),
    fc.record({ players: fc.array(fc.integer({ min: 0, max: 5000 }), { maxLength: 20 }) }),
  );
  fc.assert(
    fc.property(totals, fc.array(anyQuestion, { minLength: 1, maxLength: 6 }), fc.infiniteStream(fc.nat()), (all, questions, chances) => {
      const order = shuffled(all);
      const whole = rankTotals(all.map(({ player, points, reachedAt }) => ({ playerId: String(player + 10_000), points, reachedAt })));
      for (const question of questions) {
        if ('first' in question) {
          const { first, count } = question;
          expectPlaces(order, whole.slice(first - 1, first - 1 + count));
        } else {
          const some = all.length === 0 ? [] : [...chances.take(3)].map((chance) => all[chance % all.length]!.player);
          const players = new Set([...question.players, ...some]);
          const expected = whole.filter(({ total: { playerId } }) => players.has(Number(playerId) - 10_000));
          expect(order.ranksOf([...players])).toEqual(expected.map(({ rank }) => rank));
          expectPlaces(order, expected);
        }
      }
    }),
  );
});

test.each([
  ['two totals far apart', (i: number) => i % 2, () => 0],
  ['everybody level', () => 5, () => 0],
  ['everybody level, reached at different times', () => 5, (i: number) => (i * 7919) % 5000],
  ['one far in front', (i: number) => (i === 0 ? 2 ** 52 : i % 3), (i: number) => i % 2],
  ['each as many again', (i: number) => 2 ** (i % 50), (i: number) => i % 7],
  ['below zero too', (i: number) => ((i * 7919) % 5000) - 2500, () => 0],
])('five thousand players, %s: any page, and pages across tie groups', (_, points, reachedAt) => {
  const all = Array.from({ length: 5000 }, (__, i) => ({ player: i * 3, points: points(i), reachedAt: reachedAt(i) }));
  const whole = all.toSorted((a, b) => compareKeys(a.points, a.reachedAt, a.player, b.points, b.reachedAt, b.player));
  for (const [first, count] of [
    [1, 3],
    [1, 53],
    [2475, 50],
    [2501, 50],
    [4990, 50],
    [1, 5000],
  ] as const) {
    const order = shuffled(all);
    const expected = whole.slice(first - 1, first - 1 + count);
    const found = order.placesAt(expected.map((_, i) => first + i));
    expect(found.map(({ player }) => player)).toEqual(expected.map(({ player }) => player));
  }
});
