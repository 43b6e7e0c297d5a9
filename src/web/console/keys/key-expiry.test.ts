import { expect, test } from 'vitest';

import { expiryOf } from './key-expiry.ts';
import { KEYS, UNTIL } from './keys-words.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');

test('a key is valid for a number of days, or until it is revoked', () => {
  expect(expiryOf('', '', NOW)).toBeUndefined();
  expect(expiryOf('7', '', NOW)).toBe('2026-11-27T12:00:00.000Z');
  for (const { value } of KEYS.expiries.filter((each) => each.value !== '' && each.value !== UNTIL))
    expect(Date.parse(expiryOf(value, '', NOW)!)).toBeGreaterThan(NOW);
});

test("a chosen last day is included in full, in the browser's time zone", () => {
  expect(expiryOf(UNTIL, '2026-12-31', NOW)).toBe(new Date(2027, 0, 1).toISOString());
  expect(expiryOf(UNTIL, '', NOW)).toBeUndefined();
});
