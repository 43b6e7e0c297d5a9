import { expect, test } from 'vitest';

import { closestFight } from './closest-fight.ts';

const field = (...points: number[]) => points.map((each, i) => ({ rank: i + 1, points: each }));

test('the closest fight is the smallest gap between neighbours', () =>
  expect(closestFight(field(100, 70, 65, 20))).toEqual({ ahead: { rank: 2, points: 70 }, behind: { rank: 3, points: 65 }, gap: 5 }));

test('among equal gaps the higher one wins, and a tie is the closest of all', () => {
  expect(closestFight(field(9, 8, 7))).toMatchObject({ ahead: { rank: 1 }, gap: 1 });
  expect(closestFight(field(9, 8, 8))).toMatchObject({ ahead: { rank: 2 }, gap: 0 });
});

test('direction makes no difference', () => expect(closestFight(field(10, 12, 13))).toMatchObject({ behind: { rank: 3 }, gap: 1 }));

test('a single player has no fight, nor do two players separated by others', () => {
  expect(closestFight(field(10))).toBeUndefined();
  expect(
    closestFight([
      { rank: 1, points: 5 },
      { rank: 4, points: 5 },
    ]),
  ).toBeUndefined();
});
