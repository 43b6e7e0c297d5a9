import { expect, test } from 'vitest';

import type { GivenInvitation } from '../../server/operators/operators.ts';
import { firstOwner } from './first-owner.ts';

const given = { link: 'http://localhost:3000/console/setup#code' } as GivenInvitation;

test('the first owner is invited on a terminal, and in a log only at the first start', async () => {
  const made = (isTTY: boolean, start: { readonly firstKey?: string; readonly isNew?: boolean }) =>
    firstOwner({ firstKey: undefined, isNew: false, inviteFirst: async () => given, ...start }, { stdout: { isTTY } });
  expect(await made(true, {})).toBe(given);
  expect(await made(false, { firstKey: 'lk_first' })).toBe(given);
  expect(await made(false, { isNew: true })).toBe(given);
  expect(await made(false, {})).toBe(undefined);
});
