import { expect, test } from 'vitest';

import { periodWords } from './period-words.ts';

test("a period is named by its first day, regardless of the reader's time zone", () => {
  expect(periodWords('daily', '2026-11-21', 'en-US')).toBe('Sat, Nov 21, 2026');
  expect(periodWords('weekly', '2026-11-16', 'en-US')).toBe('Week of Nov 16, 2026');
  expect(periodWords('monthly', '2026-11-01', 'en-US')).toBe('November 2026');
});
