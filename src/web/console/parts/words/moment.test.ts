import { expect, test } from 'vitest';

import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../domain/durations.ts';
import { momentText } from './moment.tsx';

const NOW = Date.parse('2026-11-20T12:00:00Z');

test.each([
  [-30_000, 'just now'],
  [30_000, 'just now'],
  [-MINUTE_MS, '1 minute ago'],
  [-119 * MINUTE_MS, '119 minutes ago'],
  [2 * HOUR_MS, 'in 2 hours'],
  [-47 * HOUR_MS, '47 hours ago'],
  [3 * DAY_MS, 'in 3 days'],
  [-7 * DAY_MS, 'Nov 13, 2026'],
])('a moment %i ms away reads %j', (ms, words) => expect(momentText(NOW + ms, NOW, 'en-US')).toBe(words));
