import fc from 'fast-check';
import { expect, test } from 'vitest';

import { lightestMix, quickestMix, type Part } from './activity-mix.ts';

// The tables that answers are compared with are large.
/** Weight, minutes and actions. */
type Total = readonly [number, number, number];

/** One plain table over points and minutes, however large and slow: what the best mix comes to. */
function reference(parts: readonly Part[], points: number, limit: number): Total | undefined {
  const width = limit === Infinity ? 1 : limit + 1;
  const [a, b, c] = [0, 1, 2].map(() => new Float64Array((points + 1) * width)) as [Float64Array, Float64Array, Float64Array];
  a.fill(Infinity, width);
  for (let at = width; at < a.length; at += 1) {
    for (const { points, minutes, weight } of parts) {
      const column = (at % width) - (limit === Infinity ? 0 : minutes);
      if (column < 0) continue;
      const from = Math.max(0, Math.floor(at / width) - points) * width + column;
      const difference = a[from]! + weight - a[at]! || b[from]! + minutes - b[at]! || c[from]! + 1 - c[at]!;
      // Beyond all reach from beyond all reach is no number.
      if (!(difference < 0)) continue;
      a[at] = a[from]! + weight;
      b[at] = b[from]! + minutes;
      c[at] = c[from]! + 1;
    }
  }
  return a.at(-1) === Infinity ? undefined : [a.at(-1)!, b.at(-1)!, c.at(-1)!];
}

const sum = (mix: readonly number[], parts: readonly Part[], of: (part: Part) => number) =>
  mix.reduce((total, count, i) => total + count * of(parts[i]!), 0);

function totalOf(mix: readonly number[], parts: readonly Part[]): Total {
  return [sum(mix, parts, ({ weight }) => weight), sum(mix, parts, ({ minutes }) => minutes), sum(mix, parts, () => 1)];
}

function expectFits(mix: readonly number[], parts: readonly Part[], points: number, limit: number): void {
  expect(mix.every((count) => Number.isInteger(count) && count >= 0)).toBe(true);
  expect(sum(mix, parts, (part) => part.points)).toBeGreaterThanOrEqual(points);
  expect(sum(mix, parts, ({ minutes }) => minutes)).toBeLessThanOrEqual(limit);
}

/** What the lightest mix comes to; `undefined` if not even the quickest one keeps the limit. */
function lightest(parts: readonly Part[], points: number, limit: number): Total | undefined {
  if (sum(quickestMix(parts, points), parts, ({ minutes }) => minutes) > limit) return undefined;
  const mix = lightestMix(parts, points, limit);
  expectFits(mix, parts, points, limit);
  return totalOf(mix, parts);
}

/** What plans are weighed by: actions and difficulty. */
const WEIGHTS: readonly ((difficulty: number) => number)[] = [() => 1, (difficulty) => difficulty];

const partsOf = (sizes: { readonly points: number; readonly minutes: number; readonly least: number; readonly most: number }) =>
  fc.constantFrom(...WEIGHTS).chain((weightOf) =>
    fc.array(
      fc
        .tuple(fc.integer({ min: 1, max: sizes.points }), fc.integer({ min: 1, max: sizes.minutes }), fc.integer({ min: 1, max: 3 }))
        .map(([points, minutes, difficulty]): Part => ({ points, minutes, weight: weightOf(difficulty) })),
      { minLength: sizes.least, maxLength: sizes.most },
    ),
  );

/** Parts that are alike: what they give is in proportion to their minutes, or to minutes and difficulty, give or take a little. */
const alikeOf = (count: number, noise: number) =>
  fc.tuple(fc.constantFrom(...WEIGHTS), fc.boolean()).chain(([weightOf, byDifficulty]) =>
    fc.array(
      fc
        .tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 3 }), fc.integer({ min: 0, max: noise }))
        .map(([minutes, difficulty, more]): Part => {
          const points = minutes * (byDifficulty ? difficulty : 2) + more;
          return { points, minutes, weight: weightOf(difficulty) };
        }),
      { minLength: count, maxLength: count },
    ),
  );

/** A limit between what the quickest parts take and so many times as much. */
function limitOf(parts: readonly Part[], points: number, times: number): number {
  const pace = Math.max(...parts.map(({ points, minutes }) => points / minutes));
  return Math.floor((points / pace) * times);
}

const largest = (parts: readonly Part[]) => Math.max(...parts.map(({ points }) => points));
const scarcity = fc.double({ min: 1, max: 1.5, noNaN: true });

test('law: a small question is answered with the best mix, or with none if none fits', () => {
  const limit = fc.oneof(fc.constant(Infinity), fc.integer({ min: 0, max: 120 }));
  const parts = fc.oneof(partsOf({ points: 20, minutes: 30, least: 1, most: 5 }), alikeOf(6, 1));
  fc.assert(
    fc.property(parts, fc.integer({ min: 1, max: 60 }), limit, (parts, points, limit) => {
      fc.pre(points <= 32 * largest(parts));
      expect(lightest(parts, points, limit)).toEqual(reference(parts, points, limit));
    }),
    { numRuns: 1500 },
  );
});

test('law: so is one of hundreds of points and a limit that binds, of few parts and of fifty', () => {
  const parts = fc.oneof(
    partsOf({ points: 60, minutes: 30, least: 1, most: 6 }),
    partsOf({ points: 1000, minutes: 240, least: 50, most: 50 }),
    alikeOf(20, 3),
  );
  fc.assert(
    fc.property(parts, fc.integer({ min: 400, max: 1200 }), scarcity, (parts, points, more) => {
      const limit = limitOf(parts, points, more);
      fc.pre(limit < 800 && points <= 32 * largest(parts));
      const best = reference(parts, points, limit);
      // What a table holds.
      fc.pre(best === undefined || best[0] * points * parts.length <= 5_000_000);
      expect(lightest(parts, points, limit)).toEqual(best);
    }),
    { numRuns: 12 },
  );
});

test('law: the quickest mix takes the least minutes there are, and then the fewest actions', () => {
  const parts = fc.oneof(partsOf({ points: 60, minutes: 30, least: 1, most: 6 }), alikeOf(20, 3));
  fc.assert(
    fc.property(parts, fc.integer({ min: 1, max: 2500 }), (parts, points) => {
      fc.pre(points <= 32 * largest(parts));
      const mix = quickestMix(parts, points);
      expectFits(mix, parts, points, Infinity);
      const byMinutes = parts.map((part) => ({ ...part, weight: part.minutes }));
      expect(totalOf(mix, byMinutes)).toEqual(reference(byMinutes, points, Infinity));
    }),
    { numRuns: 300 },
  );
});

test('law: a gap of hundreds of thousands is made with at most one action more than the best', () => {
  const parts = fc.oneof(
    partsOf({ points: 1000, minutes: 240, least: 8, most: 12 }),
    partsOf({ points: 60_000, minutes: 240, least: 8, most: 12 }),
    alikeOf(8, 3),
  );
  fc.assert(
    fc.property(parts, fc.integer({ min: 150_000, max: 250_000 }), (parts, points) => {
      const [weight] = lightest(parts, points, Infinity)!;
      const heaviest = Math.max(...parts.map((part) => part.weight));
      expect(weight).toBeLessThanOrEqual(reference(parts, points, Infinity)![0] + heaviest);
    }),
    { numRuns: 12 },
  );
});

test('law: however large the numbers are, what is found fits', () => {
  const large = partsOf({ points: 3_000_000, minutes: 3000, least: 1, most: 12 });
  const alike = alikeOf(30, 0);
  fc.assert(
    fc.property(
      fc.oneof(large, alike),
      fc.integer({ min: 1, max: 9_000_000 }),
      fc.oneof(fc.constant(Infinity), fc.nat({ max: 44_640 })),
      (parts, points, limit) => {
        const found = lightest(parts, points, limit);
        expectFits(quickestMix(parts, points), parts, points, Infinity);
        // Without a limit there is always one.
        expect(found !== undefined || limit < Infinity).toBe(true);
      },
    ),
    { numRuns: 60 },
  );
});

test('the quickest part is repeated where the lightest one would take too long', () => {
  const parts: Part[] = [
    { points: 10, minutes: 100, weight: 1 },
    { points: 9, minutes: 1, weight: 1 },
  ];
  const mix = lightestMix(parts, 9000, 2000);
  expectFits(mix, parts, 9000, 2000);
  expect(mix[1]).toBeGreaterThan(900);
});

test('of a mix with more weight than a table has rows, the quickest is the answer', () => {
  const parts: Part[] = [
    { points: 1, minutes: 1, weight: 5000 },
    { points: 1000, minutes: 100_000, weight: 1 },
  ];
  expect(lightestMix(parts, 3000, 3000)).toEqual([3000, 0]);
});
