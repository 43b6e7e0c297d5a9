import fc from 'fast-check';
import { expect, test } from 'vitest';

import { sinceThen, visitBefore, type Sighting } from './visits.ts';

const people = (...names: string[]) => names.map((name) => ({ username: name.toLowerCase(), name }));

function seen(rank: number, above: string[], below: string[], at = 0, period = 'daily 2026-11-21'): Sighting {
  return { period, at, rank, above: people(...above), below: people(...below) };
}

test('players who moved from above to below were passed, and players who moved from below to above overtook', () => {
  const before = seen(14, ['Kai', 'Noor'], ['Ivo', 'Uma']);
  const now = seen(11, ['Ivo', 'Zed'], ['Noor', 'Kai']);
  expect(sinceThen(before, now)).toEqual({ from: 14, to: 11, passed: ['Kai', 'Noor'], overtakenBy: ['Ivo'] });
});

test('a player who appears in only one of the sightings is not named', () =>
  expect(sinceThen(seen(14, ['Kai'], ['Ivo']), seen(3, ['Zed'], ['Uma']))).toEqual({ from: 14, to: 3, passed: [], overtakenBy: [] }));

test('swapped neighbours at the same rank are news', () =>
  expect(sinceThen(seen(5, ['Kai'], ['Ivo']), seen(5, ['Ivo'], ['Kai']))).toEqual({
    from: 5,
    to: 5,
    passed: ['Kai'],
    overtakenBy: ['Ivo'],
  }));

test('a new period starts over', () =>
  expect(sinceThen(seen(14, ['Kai'], []), seen(1, [], ['Kai'], 1, 'daily 2026-11-22'))).toBeUndefined());

test('a renamed player appears under the new name', () => {
  const before = seen(2, ['Kai'], []);
  const now = { ...seen(1, [], []), below: [{ username: 'kai', name: 'Kai the Second' }] };
  expect(sinceThen(before, now)?.passed).toEqual(['Kai the Second']);
});

/** Few enough that two sightings often share a player. No player appears twice in one sighting. */
const around = fc
  .record({ names: fc.shuffledSubarray(['Kai', 'Noor', 'Ivo', 'Uma', 'Zed']), above: fc.nat({ max: 5 }) })
  .map(({ names, above }) => ({ above: people(...names.slice(0, above)), below: people(...names.slice(above)) }));

const sightings = fc
  .tuple(fc.record({ period: fc.constantFrom('a', 'b'), at: fc.nat(), rank: fc.integer({ min: 1, max: 50 }) }), around)
  .map(([{ period, at, rank }, { above, below }]): Sighting => ({ period, at, rank, above, below }));

test('a sighting compared with itself has no changes', () => {
  fc.assert(
    fc.property(sightings, (sighting) => {
      expect(sinceThen(sighting, sighting)).toBeUndefined();
    }),
  );
});

test('players passed in one direction are overtakers in the other', () => {
  fc.assert(
    fc.property(sightings, sightings, (a, b) => {
      // Each list is sorted by its own sighting, closest first, so the order may differ.
      expect(sinceThen(a, b)?.passed.toSorted()).toEqual(sinceThen(b, a)?.overtakenBy.toSorted());
    }),
  );
});

test('a visit ends after half an hour without activity', () => {
  const before = seen(9, [], [], 0);
  const latest = seen(8, [], [], 60_000);
  const visits = { before, latest };
  expect(visitBefore(visits, seen(7, [], [], 60_000 + 30 * 60_000))).toBe(before);
  expect(visitBefore(visits, seen(7, [], [], 60_001 + 30 * 60_000))).toBe(latest);
});

test('the first visit has no visit before it, even later on', () => {
  expect(visitBefore(undefined, seen(7, [], [], 5))).toBeNull();
  expect(visitBefore({ before: null, latest: seen(7, [], [], 5) }, seen(9, [], [], 60_000))).toBeNull();
});
