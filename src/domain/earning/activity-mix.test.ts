import fc from 'fast-check';
import { expect, test } from 'vitest';

import { farthestMix, lightestMix, type Mix, type Part, quickestMix } from './activity-mix.ts';

const sum = (mix: Mix, parts: readonly Part[], of: (part: Part) => number) =>
  mix.reduce((total, count, i) => total + count * of(parts[i]!), 0);

const pointsOf = (mix: Mix, parts: readonly Part[]) => sum(mix, parts, ({ points }) => points);
const minutesOf = (mix: Mix, parts: readonly Part[]) => sum(mix, parts, ({ minutes = 0 }) => minutes);
const weightOf = (mix: Mix, parts: readonly Part[]) => sum(mix, parts, ({ weight }) => weight);
const actionsOf = (mix: Mix) => mix.reduce((total, count) => total + count, 0);
/** In a tie a part whose minutes nobody knows is the longest. */
const tieOf = (mix: Mix, parts: readonly Part[]) => sum(mix, parts, ({ minutes = 2 ** 20 }) => minutes);

function expectSound(mix: Mix, parts: readonly Part[]): void {
  expect(mix).toHaveLength(parts.length);
  for (const [i, count] of mix.entries()) {
    expect(Number.isInteger(count)).toBe(true);
    expect(count).toBeGreaterThanOrEqual(0);
    expect(count).toBeLessThanOrEqual(parts[i]!.most);
  }
}

/** Every mix there is. */
function everyMix(parts: readonly Part[]): readonly Mix[] {
  return parts.reduce<readonly Mix[]>(
    (mixes, { most }) => mixes.flatMap((mix) => Array.from({ length: most + 1 }, (_, count) => [...mix, count])),
    [[]],
  );
}

/** The least of some tuples, compared number by number; `undefined` of none. */
function least(tuples: readonly (readonly number[])[]): readonly number[] | undefined {
  return tuples.toSorted((a, b) => a.map((value, i) => value - b[i]!).find((difference) => difference !== 0) ?? 0)[0];
}

const partsOf = (sizes: { readonly points: number; readonly minutes: number; readonly most: number; readonly parts: number }) =>
  fc.array(
    fc.record({
      points: fc.integer({ min: 1, max: sizes.points }),
      minutes: fc.option(fc.integer({ min: 1, max: sizes.minutes }), { nil: undefined, freq: 6 }),
      weight: fc.integer({ min: 1, max: 3 }),
      most: fc.integer({ min: 1, max: sizes.most }),
    }),
    { minLength: 1, maxLength: sizes.parts },
  );

/** The least weight if fractions of actions could be done: no mix has less. */
function leastWeight(parts: readonly Part[], points: number): number {
  let left = points;
  let weight = 0;
  for (const part of parts.toSorted((a, b) => a.weight / a.points - b.weight / b.points)) {
    const count = Math.min(part.most, left / part.points);
    left -= count * part.points;
    weight += count * part.weight;
  }
  return weight;
}

const small = partsOf({ points: 12, minutes: 9, most: 4, parts: 4 });

test('law: the quickest mix takes the least minutes of all there are, then the fewest actions', () => {
  fc.assert(
    fc.property(small, fc.integer({ min: 1, max: 80 }), (parts, points) => {
      const mix = quickestMix(parts, points);
      const all = everyMix(parts).filter((one) => pointsOf(one, parts) >= points);
      expect(mix && [minutesOf(mix, parts), actionsOf(mix)]).toEqual(least(all.map((one) => [minutesOf(one, parts), actionsOf(one)])));
      if (mix !== undefined) expectSound(mix, parts);
    }),
    { numRuns: 600 },
  );
});

test('law: the lightest mix has the least weight of all that keep the limit', () => {
  fc.assert(
    fc.property(small, fc.integer({ min: 1, max: 80 }), fc.integer({ min: 0, max: 60 }), (parts, points, limit) => {
      const all = everyMix(parts).filter((one) => pointsOf(one, parts) >= points && minutesOf(one, parts) <= limit);
      const mix = lightestMix(parts, points, limit);
      expect(mix && weightOf(mix, parts)).toBe(least(all.map((one) => [weightOf(one, parts)]))?.[0]);
      if (mix === undefined) return;
      expectSound(mix, parts);
      expect(minutesOf(mix, parts)).toBeLessThanOrEqual(limit);
      expect(pointsOf(mix, parts)).toBeGreaterThanOrEqual(points);
    }),
    { numRuns: 600 },
  );
});

test('law: where time is no matter, of the lightest ones it is the shortest, then the one of the fewest actions', () => {
  fc.assert(
    fc.property(small, fc.integer({ min: 1, max: 80 }), (parts, points) => {
      const tuple = (one: Mix) => [weightOf(one, parts), tieOf(one, parts), actionsOf(one)];
      const all = everyMix(parts).filter((one) => pointsOf(one, parts) >= points);
      fc.pre(all.length > 0);
      expect(tuple(lightestMix(parts, points, Infinity)!)).toEqual(least(all.map(tuple)));
    }),
    { numRuns: 600 },
  );
});

test('law: where no mix makes the points in time, the farthest makes the most there are', () => {
  fc.assert(
    fc.property(small, fc.integer({ min: 1, max: 200 }), fc.integer({ min: 0, max: 60 }), (parts, points, limit) => {
      const all = everyMix(parts).filter((one) => minutesOf(one, parts) <= limit);
      const most = Math.max(...all.map((one) => pointsOf(one, parts)));
      fc.pre(most < points);
      const mix = farthestMix(parts, points, limit);
      expectSound(mix, parts);
      expect(minutesOf(mix, parts)).toBeLessThanOrEqual(limit);
      expect(pointsOf(mix, parts)).toBe(most);
    }),
    { numRuns: 600 },
  );
});

test('law: however many and large the parts are, what is found is sound and has nothing to spare', () => {
  const sizes = fc.constantFrom(
    { points: 1000, minutes: 240, most: 10, parts: 200 },
    { points: 50_000_000, minutes: 600_000, most: 3660, parts: 200 },
    { points: 3, minutes: 600_000, most: 3660, parts: 30 },
  );
  fc.assert(
    fc.property(
      sizes.chain(partsOf),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 1, max: 2, noNaN: true }),
      (parts, share, more) => {
        const all = parts.map(({ most }) => most);
        const points = Math.max(1, Math.min(1_000_000_000, Math.ceil(share ** 3 * pointsOf(all, parts))));
        const quickest = quickestMix(parts, points)!;
        const limit = Math.floor(minutesOf(quickest, parts) * more);
        for (const mix of [quickest, lightestMix(parts, points, limit)!, lightestMix(parts, points, Infinity)!]) {
          expectSound(mix, parts);
          const made = pointsOf(mix, parts);
          expect(made).toBeGreaterThanOrEqual(points);
          for (const [i, count] of mix.entries()) if (count > 0) expect(made - parts[i]!.points).toBeLessThan(points);
        }
        expect(minutesOf(lightestMix(parts, points, limit)!, parts)).toBeLessThanOrEqual(limit);
        const heaviest = Math.max(...parts.map(({ weight }) => weight));
        expect(weightOf(lightestMix(parts, points, Infinity)!, parts)).toBeLessThanOrEqual(leastWeight(parts, points) + heaviest);
        const far = farthestMix(parts, 2 * pointsOf(all, parts), limit);
        expectSound(far, parts);
        expect(minutesOf(far, parts)).toBeLessThanOrEqual(limit);
      },
    ),
    { numRuns: 40 },
  );
});

test('all there is makes the points or nothing does', () => {
  const parts: Part[] = [
    { points: 1_000_003, minutes: 7, weight: 1, most: 300 },
    { points: 999_983, minutes: 5, weight: 2, most: 300 },
  ];
  // Counted in large units a table finds nothing.
  expect(quickestMix(parts, 599_995_800)).toEqual([300, 300]);
  expect(lightestMix(parts, 599_995_800, Infinity)).toEqual([300, 300]);
  expect(quickestMix(parts, 599_995_801)).toBeUndefined();
  expect(quickestMix([], 1)).toBeUndefined();
  expect(farthestMix([], 1, 10)).toEqual([]);
});

test('of a mix with more weight than a table has rows, the quickest is the answer', () => {
  const parts: Part[] = [
    { points: 1, minutes: 1, weight: 50_000, most: 3000 },
    { points: 1000, minutes: 100_000, weight: 1, most: 10 },
  ];
  expect(lightestMix(parts, 3000, 3000)).toEqual([3000, 0]);
});
