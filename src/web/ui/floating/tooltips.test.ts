import { expect, test } from 'vitest';

import { openDelay } from './tooltips.tsx';

test('the first tooltip waits 700 ms', () => {
  expect(openDelay(5000, -Infinity)).toBe(700);
});

test('within 300 ms of another one closing there is no wait', () => {
  expect(openDelay(5000, 5000)).toBe(0);
  expect(openDelay(5299, 5000)).toBe(0);
});

test('from 300 ms on there is again', () => {
  expect(openDelay(5300, 5000)).toBe(700);
  expect(openDelay(9000, 5000)).toBe(700);
});
