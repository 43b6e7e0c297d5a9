import { expect, test } from 'vitest';

import { initials } from './initials.ts';

test.each([
  ['NovaFalcon', 'NF'],
  ['OldIronSides', 'OI'],
  ['ada', 'AD'],
  ['Ada', 'AD'],
  ['x', 'X'],
  ['éa', 'ÉA'],
  ['東京', '東京'],
])('%s is abbreviated as %s', (name, short) => {
  expect(initials(name)).toBe(short);
});
