import { expect, test } from 'vitest';

import { LOOKS, OWN_TOKENS, PALETTE } from '../../../domain/colour/token-pairs.ts';
import { coloursOf, lookAsStyle, identityOf } from './brand-look.ts';

test('without a complete colour the site has its default look', () => {
  expect(coloursOf('')).toBe(OWN_TOKENS);
  expect(coloursOf('#e106')).toBe(OWN_TOKENS);
  expect(coloursOf('#E10600')).toEqual(coloursOf('#e10600'));
  expect(coloursOf('#e10600')).not.toEqual(OWN_TOKENS);
});

test('a look sets every colour that a theme defines, so that none is inherited from the page around it', () => {
  const decided = Object.keys({ ...PALETTE.dark, ...OWN_TOKENS.dark }).map((token) => `--${token}`);
  expect(decided.length).toBeGreaterThan(10);
  for (const look of LOOKS) expect(Object.keys(lookAsStyle(coloursOf('#e10600'), look))).toEqual(expect.arrayContaining(decided));
});

test("pages use the site's own word for points once both its singular and plural are set", () => {
  expect(identityOf({ poweredBy: true, points: { one: 'coin', other: '' } }).points).toBeUndefined();
  expect(identityOf({ poweredBy: true, points: { one: 'coin', other: 'coins' } }).points?.other).toBe('coins');
});
