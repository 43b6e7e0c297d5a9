import { expect, test } from 'vitest';

import { manyPlayers, MOST_PLAYERS } from './many-players.ts';

const players = manyPlayers(MOST_PLAYERS);

test('creates ten thousand distinct players, the same on each run', () => {
  expect(players).toHaveLength(10_000);
  expect(new Set(players.map(({ id }) => id)).size).toBe(players.length);
  expect(new Set(players.map(({ username }) => username)).size).toBe(players.length);
  expect(manyPlayers(100)).toEqual(players.slice(0, 100));
  expect(() => manyPlayers(MOST_PLAYERS + 1)).toThrow(RangeError);
});

test('resembles the sample: two-word names, some ties, and mostly ten times the points per week', () => {
  for (const { username } of players) expect(username).toMatch(/^[A-Z][a-z]+[A-Z][a-z]+(?:7|42|XL|Jr)?$/);
  const points = new Set(players.map(({ dailyPoints }) => dailyPoints));
  expect(points.size).toBeLessThan(players.length);
  expect(points.size).toBeGreaterThan(players.length / 2);
  expect(players.filter(({ dailyPoints, weeklyPoints }) => weeklyPoints === dailyPoints * 10).length).toBeGreaterThan(players.length / 2);
});
