import { expect, test } from 'vitest';

import { DEFAULT_PERIOD, PERIODS } from './period.ts';

test('visitors choose daily or weekly, and the default is daily', () => {
  expect(PERIODS).toEqual(['daily', 'weekly']);
  expect(DEFAULT_PERIOD).toBe('daily');
});
