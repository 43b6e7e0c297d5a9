// Public keys are public, so attackers have one too: their gain is at most the figure in the console.
import { expect, test } from 'vitest';

import { attackWithPublicKey } from './live/play-attack.ts';
import { SEED } from './seeded.ts';

/** The number of plays; `npm run soak -- attack` uses all. */
const PLAYS = 200;

test('an attacker with the public key, source and documentation gains at most the cheating budget, and one action undoes it', async () => {
  const { budget, hours, wrong, left, voided, answers } = await attackWithPublicKey(PLAYS, SEED);
  expect(wrong).toEqual([]);
  for (const { everybody, player } of hours) {
    expect(everybody).toBeLessThanOrEqual(budget.everybody!);
    expect(player).toBeLessThanOrEqual(budget.player!);
  }
  // The attack does gain something, and limits and budgets of the key stop the rest.
  expect(Math.max(...hours.map(({ everybody }) => everybody))).toBeGreaterThan(0);
  expect([...answers.keys()]).toEqual(expect.arrayContaining(['finish: 201', 'finish: 202', 'finish again: 200', 'create a guest: 429']));
  expect(voided).toBeGreaterThan(0);
  expect(left).toBe(0);
});
