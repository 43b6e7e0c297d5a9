import { expect, test } from 'vitest';

import { momentWithin } from './period-words.ts';

const AT = Date.parse('2026-11-03T13:15:00Z');

test.each([
  ['daily', 'at 14:15'],
  ['weekly', 'on Tue 3 Nov, 14:15'],
  ['monthly', 'on Tue 3 Nov, 14:15'],
  ['all-time', 'on 3 Nov 2026, 14:15'],
] as const)('in a %s period a moment is %s', (kind, words) => expect(momentWithin(kind, AT, 'Europe/Vienna')).toBe(words));
