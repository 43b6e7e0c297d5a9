import fc from 'fast-check';
import { expect, test, vi } from 'vitest';

import { cheapestMix, type Cost, type Part } from './activity-mix.ts';

// The tables that answers are compared with are large.
vi.setConfig({ testTimeout: 30_000 });

/** Every plain table, however large and slow: the cost of the best mix. */
function reference(parts: readonly Part[], points: number, limit: number): Cost | undefined {
  const width = limit === Infinity ? 1 : limit + 1;
  const best = Array.from<Cost | undefined>({ length: (points + 1) * width }).fill([0, 0, 0], 0, width);
  for (let at = width; at < best.length; at += 1) {
    for (const { points, minutes, cost } of parts) {
      const column = (at % width) - (limit === Infinity ? 0 : minutes);
      const from = column < 0 ? undefined : best[Math.max(0, Math.floor(at / width) - points) * width + column];
      if (from === undefined) continue;
      const next: Cost = [from[0] + cost[0], from[1] + cost[1], from[2] + cost[2]];
      if (best[at] === undefined || isLess(next, best[at])) best[at] = next;
    }
  }
  return best.at(-1);
}

function isLess(a: Cost, b: Cost): boolean {
  const first = [0, 1, 2].find((i) => a[i] !== b[i]);
  return first !== undefined && a[first]! < b[first]!;
}

const times = (mix: readonly number[], parts: readonly Part[], of: (part: Part) => number) =>
  mix.reduce((sum, count, i) => sum + count * of(parts[i]!), 0);

function costOf(mix: readonly number[], parts: readonly Part[]): Cost {
  return [times(mix, parts, ({ cost }) => cost[0]), times(mix, parts, ({ cost }) => cost[1]), times(mix, parts, ({ cost }) => cost[2])];
}

function expectFits(mix: readonly number[], parts: readonly Part[], points: number, limit: number): void {
  expect(mix.every((count) => Number.isInteger(count) && count >= 0)).toBe(true);
  expect(times(mix, parts, (part) => part.points)).toBeGreaterThanOrEqual(points);
  expect(times(mix, parts, ({ minutes }) => minutes)).toBeLessThanOrEqual(limit);
}

const COSTS: Readonly<Record<string, (minutes: number, difficulty: number) => Cost>> = {
  fewest: (minutes) => [1, minutes, 0],
  quickest: (minutes) => [minutes, 1, 0],
  easiest: (minutes, difficulty) => [difficulty, minutes, 1],
};

const partsOf = (most: number, count: number) =>
  fc.constantFrom(...Object.values(COSTS)).chain((cost) =>
    fc.array(
      fc
        .tuple(fc.integer({ min: 1, max: most }), fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 3 }))
        .map(([points, minutes, difficulty]): Part => ({ points, minutes, cost: cost(minutes, difficulty) })),
      { minLength: 1, maxLength: count },
    ),
  );

test('law: a small question is answered with the best mix, or with none where none fits', () => {
  const limit = fc.oneof(fc.constant(Infinity), fc.integer({ min: 0, max: 120 }));
  fc.assert(
    fc.property(partsOf(20, 5), fc.integer({ min: 1, max: 60 }), limit, (parts, points, limit) => {
      const mix = cheapestMix(parts, points, limit);
      const best = reference(parts, points, limit);
      expect(mix && costOf(mix, parts)).toEqual(best);
      if (mix !== undefined) expectFits(mix, parts, points, limit);
    }),
    { numRuns: 600 },
  );
});

test('law: so is a gap too large for a table', () => {
  const steps = 1_000_001;
  fc.assert(
    fc.property(partsOf(60, 7), (parts) => {
      const points = Math.ceil(steps / parts.length);
      const mix = cheapestMix(parts, points, Infinity)!;
      expect(costOf(mix, parts)).toEqual(reference(parts, points, Infinity));
      expectFits(mix, parts, points, Infinity);
    }),
    { numRuns: 10 },
  );
});

// Not a law: the second way may have no answer. The seed keeps these questions the same ones.
test('so are many under a limit that binds', () => {
  fc.assert(
    fc.property(partsOf(60, 6), fc.double({ min: 0, max: 0.5, noNaN: true }), (parts, more) => {
      const points = 1000;
      const pace = Math.max(...parts.map(({ points, minutes }) => points / minutes));
      const limit = Math.floor((points / pace) * (1 + more));
      fc.pre(limit < 1200);
      const mix = cheapestMix(parts, points, limit);
      expect(mix && costOf(mix, parts)).toEqual(reference(parts, points, limit));
      if (mix !== undefined) expectFits(mix, parts, points, limit);
    }),
    { numRuns: 12, seed: 7 },
  );
});

test('law: however large the numbers are, what is found fits', () => {
  const large = fc.array(
    fc
      .tuple(fc.integer({ min: 1, max: 3_000_000 }), fc.integer({ min: 1, max: 3000 }), fc.integer({ min: 1, max: 3 }))
      .map(([points, minutes, difficulty]): Part => ({ points, minutes, cost: [difficulty, minutes, 1] })),
    { minLength: 1, maxLength: 12 },
  );
  fc.assert(
    fc.property(
      large,
      fc.integer({ min: 1, max: 9_000_000 }),
      fc.oneof(fc.constant(Infinity), fc.nat({ max: 44_640 })),
      (parts, points, limit) => {
        const mix = cheapestMix(parts, points, limit);
        if (mix !== undefined) expectFits(mix, parts, points, limit);
      },
    ),
    { numRuns: 40 },
  );
});
