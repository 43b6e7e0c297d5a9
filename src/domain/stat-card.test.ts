import { expect, test } from 'vitest';

import { changeSince } from './stat-card.ts';

test('a change is a ratio to the previous value', () => {
  expect(changeSince(8, 9)).toBe(0.125);
  expect(changeSince(4, 1)).toBe(-0.75);
  expect(changeSince(3, 3)).toBe(0);
});

test('without a previous value there is no change', () => {
  expect(changeSince(0, 5)).toBeNull();
  expect(changeSince(0, 0)).toBeNull();
});
