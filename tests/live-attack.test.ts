// Public keys are for everybody, so attackers have one too: what they gain is at most what the console says.
import { expect, test } from 'vitest';

import { attackWithPublicKey } from './live/play-attack.ts';
import { SEED } from './seeded.ts';

/** How many plays; `npm run soak -- attack` makes all. */
const PLAYS = 200;

test('an attacker with the public key, the source and the documentation gains at most the cheating budget, and one act takes it back', async () => {
  const { budget, hours, wrong, left, voided, answers } = await attackWithPublicKey(PLAYS, SEED);
  expect(wrong).toEqual([]);
  for (const { everybody, player } of hours) {
    expect(everybody).toBeLessThanOrEqual(budget.everybody!);
    expect(player).toBeLessThanOrEqual(budget.player!);
  }
  // The attack is worth something, and limits and budgets of the key stop the rest.
  expect(Math.max(...hours.map(({ everybody }) => everybody))).toBeGreaterThan(0);
  expect([...answers.keys()]).toEqual(expect.arrayContaining(['finish: 201', 'finish: 202', 'finish again: 200', 'create a guest: 429']));
  expect(voided).toBeGreaterThan(0);
  expect(left).toBe(0);
});
