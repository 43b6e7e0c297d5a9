import { expect, test } from 'vitest';

import { firstOwnerLink } from './first-owner.ts';

const firstLink = async () => 'http://localhost:3000/console/join#token';

test('the link for the first owner is made for a terminal, and for a log only with the first key', async () => {
  const made = (isTTY: boolean, firstKey: string | undefined) => firstOwnerLink({ firstKey, firstLink }, { stdout: { isTTY } });
  expect(await made(true, undefined)).toBe(await firstLink());
  expect(await made(false, 'lk_first')).toBe(await firstLink());
  expect(await made(false, undefined)).toBe(undefined);
});
