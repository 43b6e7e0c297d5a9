import fc from 'fast-check';
import { expect, test } from 'vitest';

import { medalFor, podiumOf } from './podium.ts';

const AWAITING = { kind: 'awaiting' };
const taken = (standing: string) => ({ kind: 'taken', standing });

test('the podium shows 2nd, 1st, 3rd, in that order', () => {
  expect(podiumOf(['Ava', 'Bo', 'Cy', 'Di'])).toEqual([
    { place: 2, holder: taken('Bo') },
    { place: 1, holder: taken('Ava') },
    { place: 3, holder: taken('Cy') },
  ]);
});

test('with two players or fewer, the other lanes await a champion', () => {
  const holders = (...players: string[]) => podiumOf(players).map(({ holder }) => holder);
  expect(holders('Ava', 'Bo')).toEqual([taken('Bo'), taken('Ava'), AWAITING]);
  expect(holders('Ava')).toEqual([AWAITING, taken('Ava'), AWAITING]);
  expect(holders()).toEqual([AWAITING, AWAITING, AWAITING]);
});

test('law: there are always three lanes with the first three in order', () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), (standings) => {
      const lanes = podiumOf(standings);
      expect(lanes.map(({ place }) => place)).toEqual([2, 1, 3]);
      const held = lanes.toSorted((a, b) => a.place - b.place).flatMap(({ holder }) => (holder.kind === 'taken' ? [holder.standing] : []));
      expect(held).toEqual(standings.slice(0, 3));
    }),
    { numRuns: 10_000 },
  );
});

test('only ranks one to three get medals', () => {
  expect([1, 2, 3, 4, 10, 0].map(medalFor)).toEqual(['gold', 'silver', 'bronze', 'none', 'none', 'none']);
});
