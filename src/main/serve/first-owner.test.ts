import { expect, test } from 'vitest';

import type { GivenInvitation } from '../../server/operators/operators.ts';
import { firstOwner } from './first-owner.ts';

const given = { link: 'http://localhost:3000/console/setup#code' } as GivenInvitation;

test('invites the first owner on a terminal; in a log only with the first key, or while that invitation is still open', async () => {
  const renewed = { ...given, code: 'renewed' };
  const made = (isTTY: boolean, start: { readonly firstKey?: string }) =>
    firstOwner({ firstKey: undefined, inviteFirst: async () => given, renewFirst: async () => renewed, ...start }, { stdout: { isTTY } });
  expect(await made(true, {})).toBe(given);
  expect(await made(false, { firstKey: 'lk_first' })).toBe(given);
  expect(await made(false, {})).toBe(renewed);
});
