import { expect, test } from 'vitest';

import { momentOf } from './typed-moment.ts';

test('a date and a time are of the time zone of whoever types them', () => {
  expect(momentOf('2026-11-18T12:30')).toBe(new Date(2026, 10, 18, 12, 30).toISOString());
});

test('nothing typed is no moment: the server takes the one at which the points arrive', () => {
  expect(momentOf('')).toBeUndefined();
});

test('what no calendar has is left for the server to refuse', () => {
  expect(momentOf('soon')).toBe('soon');
});
