import fc from 'fast-check';
import { expect, test } from 'vitest';

import { cheapestMix, type Part } from './activity-mix.ts';

// The tables that answers are compared with are large.
/** Weight, minutes and actions. */
type Total = readonly [number, number, number];

const isLess = (a: Total, b: Total) => (a[0] - b[0] || a[1] - b[1] || a[2] - b[2]) < 0;

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

/** Every mix of three parts that is not more than it takes, however many points: two counts are tried, and the third follows. */
function everyMixOfThree([x, y, z]: readonly [Part, Part, Part], points: number, limit: number): Total | undefined {
  let best: Total | undefined;
  for (let i = 0; (i - 1) * x.points < points; i += 1) {
    for (let j = 0; j === 0 || i * x.points + (j - 1) * y.points < points; j += 1) {
      const k = Math.max(0, Math.ceil((points - i * x.points - j * y.points) / z.points));
      const minutes = i * x.minutes + j * y.minutes + k * z.minutes;
      if (minutes > limit) continue;
      const total = [i * x.weight + j * y.weight + k * z.weight, minutes, i + j + k] as const;
      if (best === undefined || isLess(total, best)) best = total;
    }
  }
  return best;
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

/** So many steps that any of the sets below is answered exactly: one of some thousand that are alike needs more than a plan may take. */
const PATIENT = 100_000_000;

/** What the mix that is found comes to. */
function found(parts: readonly Part[], points: number, limit: number, steps?: number): Total | undefined {
  const mix = cheapestMix(parts, points, limit, steps);
  if (mix === undefined) return undefined;
  expectFits(mix, parts, points, limit);
  return totalOf(mix, parts);
}

/** What plans are weighed by: actions, minutes and difficulty. */
const WEIGHTS: readonly ((minutes: number, difficulty: number) => number)[] = [
  () => 1,
  (minutes) => minutes,
  (_, difficulty) => difficulty,
];

interface Sizes {
  readonly points: number;
  readonly minutes: number;
  readonly least: number;
  readonly most: number;
}

const partsOf = ({ points, minutes, least, most }: Sizes) =>
  fc.constantFrom(...WEIGHTS).chain((weightOf) =>
    fc.array(
      fc
        .tuple(fc.integer({ min: 1, max: points }), fc.integer({ min: 1, max: minutes }), fc.integer({ min: 1, max: 3 }))
        .map(([points, minutes, difficulty]): Part => ({ points, minutes, weight: weightOf(minutes, difficulty) })),
      { minLength: least, maxLength: most },
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
          return { points, minutes, weight: weightOf(minutes, difficulty) };
        }),
      { minLength: count, maxLength: count },
    ),
  );

/** A limit between what the quickest parts take and so many times as much. */
function limitOf(parts: readonly Part[], points: number, times: number): number {
  const pace = Math.max(...parts.map(({ points, minutes }) => points / minutes));
  return Math.floor((points / pace) * times);
}

const scarcity = fc.double({ min: 1, max: 1.5, noNaN: true });

test('law: a small question is answered with the best mix, or with none where none fits', () => {
  const limit = fc.oneof(fc.constant(Infinity), fc.integer({ min: 0, max: 120 }));
  const parts = fc.oneof(partsOf({ points: 20, minutes: 30, least: 1, most: 5 }), alikeOf(6, 1));
  fc.assert(
    fc.property(parts, fc.integer({ min: 1, max: 60 }), limit, (parts, points, limit) => {
      expect(found(parts, points, limit, PATIENT)).toEqual(reference(parts, points, limit));
    }),
    { numRuns: 1500 },
  );
});

test('law: so is one of thousands of points and a limit that binds, of few parts and of fifty', () => {
  const parts = fc.oneof(
    partsOf({ points: 60, minutes: 30, least: 1, most: 6 }),
    partsOf({ points: 1000, minutes: 240, least: 50, most: 50 }),
    alikeOf(20, 3),
  );
  fc.assert(
    fc.property(parts, fc.integer({ min: 900, max: 2500 }), scarcity, (parts, points, more) => {
      const limit = limitOf(parts, points, more);
      fc.pre(limit < 1200);
      expect(found(parts, points, limit, PATIENT)).toEqual(reference(parts, points, limit));
    }),
    { numRuns: 12 },
  );
});

test('law: so is a gap of hundreds of thousands for any time', () => {
  const parts = fc.oneof(
    partsOf({ points: 1000, minutes: 240, least: 8, most: 12 }),
    partsOf({ points: 60_000, minutes: 240, least: 8, most: 12 }),
    alikeOf(8, 3),
  );
  fc.assert(
    fc.property(parts, fc.integer({ min: 150_000, max: 250_000 }), (parts, points) => {
      expect(found(parts, points, Infinity, PATIENT)).toEqual(reference(parts, points, Infinity));
    }),
    { numRuns: 12 },
  );
});

test('law: so is a million points of three activities under a limit, which all their mixes are tried for', () => {
  const three = (points: number) => partsOf({ points, minutes: 240, least: 3, most: 3 }) as fc.Arbitrary<[Part, Part, Part]>;
  const hundreds = three(500).map((list) => list.map((one) => ({ ...one, points: one.points + 500 })) as [Part, Part, Part]);
  fc.assert(
    fc.property(fc.oneof(hundreds, three(90_000)), fc.integer({ min: 999_000, max: 1_000_000 }), scarcity, (parts, points, more) => {
      fc.pre(parts.filter((part) => part.points > 400).length > 1);
      const limit = limitOf(parts, points, more);
      expect(found(parts, points, limit, PATIENT)).toEqual(everyMixOfThree(parts, points, limit));
    }),
    { numRuns: 40 },
  );
});

// Mixes nearly as good as the best are so many that remainders are looked at; for the last they would be too many.
test.each([
  { most: 1000, bend: 1.15, byDifficulty: false, points: 60_013 },
  { most: 300, bend: 1.02, byDifficulty: true, points: 30_011 },
  { most: 1000, bend: 1, byDifficulty: false, points: 30_011 },
  { most: 90_000, bend: 1.1, byDifficulty: false, points: 300_007 },
])('so is $points points of fifty activities that are all nearly as good as another', ({ most, bend, byDifficulty, points }) => {
  for (const weightOf of WEIGHTS) {
    const parts = Array.from({ length: 50 }, (_, i): Part => {
      const minutes = 5 + 4 * i + (i % 2);
      const difficulty = 1 + (i % 3);
      const each = most * (minutes / 200) ** bend * (byDifficulty ? difficulty / 2 : 1);
      return { points: Math.round(each), minutes, weight: weightOf(minutes, difficulty) };
    });
    expect(found(parts, points, Infinity)).toEqual(reference(parts, points, Infinity));
  }
});

test('law: in however few steps, and however large the numbers are, what is found fits', () => {
  const large = partsOf({ points: 3_000_000, minutes: 3000, least: 1, most: 12 });
  const alike = alikeOf(30, 0);
  fc.assert(
    fc.property(
      fc.oneof(large, alike),
      fc.integer({ min: 1, max: 9_000_000 }),
      fc.oneof(fc.constant(Infinity), fc.nat({ max: 44_640 })),
      fc.integer({ min: -1, max: 300 }),
      (parts, points, limit, steps) => {
        const mix = cheapestMix(parts, points, limit, steps);
        if (mix !== undefined) expectFits(mix, parts, points, limit);
        // Without a limit there is always one.
        expect(mix !== undefined || limit < Infinity).toBe(true);
      },
    ),
    { numRuns: 60 },
  );
});

test('where the steps end before a mix is found, the quickest one is the answer', () => {
  const parts: Part[] = [
    { points: 3, minutes: 5, weight: 3 },
    { points: 2, minutes: 1, weight: 2 },
  ];
  expect(cheapestMix(parts, 1, 1, 3)).toEqual([0, 1]);
});
