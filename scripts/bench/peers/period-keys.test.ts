import { expect, test } from 'vitest';

import { periodKeys } from './period-keys.ts';

test('the peer’s periods change at midnight, on Monday and on the first', () => {
  const sunday = periodKeys(Date.UTC(2026, 10, 29, 23, 59));
  const monday = periodKeys(Date.UTC(2026, 10, 30));
  const tuesday = periodKeys(Date.UTC(2026, 11, 1));
  expect(sunday.map((key, i) => key === monday[i])).toEqual([false, false, true, true]);
  expect(monday.map((key, i) => key === tuesday[i])).toEqual([false, true, false, true]);
});
