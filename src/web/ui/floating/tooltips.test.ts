import { expect, test } from 'vitest';

import { openDelay } from './tooltips.tsx';

test('the first tooltip waits 700 ms', () => {
  expect(openDelay(5000, -Infinity)).toBe(700);
});

test('a tooltip opens at once within 300 ms of another one closing', () => {
  expect(openDelay(5000, 5000)).toBe(0);
  expect(openDelay(5299, 5000)).toBe(0);
});

test('the delay applies again after 300 ms', () => {
  expect(openDelay(5300, 5000)).toBe(700);
  expect(openDelay(9000, 5000)).toBe(700);
});
