import { expect, test } from 'vitest';

import { DEFAULT_PERIOD, PERIODS } from './period.ts';

test('a visitor chooses daily or weekly, and sees daily until they do', () => {
  expect(PERIODS).toEqual(['daily', 'weekly']);
  expect(DEFAULT_PERIOD).toBe('daily');
});
