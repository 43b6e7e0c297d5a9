import { expect, test } from 'vitest';

import { timeSince } from './time-since.ts';

const NOW = '2026-11-23T12:00:00Z';

test.each([
  ['2026-11-23T11:59:30Z', 'just now'],
  ['2026-11-23T11:59:00Z', 'a minute ago'],
  ['2026-11-23T10:30:00Z', '90 minutes ago'],
  ['2026-11-23T10:00:00Z', '2 hours ago'],
  ['2026-11-21T12:00:00Z', '2 days ago'],
])('%s was %s', (then, words) => expect(timeSince(then, NOW)).toBe(words));
