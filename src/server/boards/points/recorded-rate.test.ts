import { expect, test } from 'vitest';

import { RecordedRate } from './recorded-rate.ts';

const MINUTE = 60_000;
const NOON = Date.parse('2026-11-21T12:00:00Z');

test('events are counted by second and minute, for at most an hour', () => {
  let now = NOON;
  const rate = new RecordedRate(() => now);
  const record = (events: number) => rate.follow({ kind: 'recorded', position: 1, board: 'main', events, earliest: 0, totals: [] });
  rate.follow({ kind: 'revised', position: 1, board: 'main', totals: [] });
  record(30);
  record(10);
  expect([rate.perSecond(), rate.minutes()]).toEqual([0, [40]]);
  now += 1000;
  expect(rate.perSecond()).toBe(4);
  now += 10_000;
  expect(rate.perSecond()).toBe(0);
  now = NOON + 2 * MINUTE;
  record(5);
  expect(rate.minutes()).toEqual([40, 0, 5]);
  now = NOON + 59 * MINUTE;
  expect(rate.minutes()).toEqual([40, 0, 5, ...Array.from({ length: 57 }, () => 0)]);
  now = NOON + 61 * MINUTE;
  record(1);
  const hour = rate.minutes();
  expect([hour.length, hour[0], hour.at(-1), hour.reduce((sum, count) => sum + count)]).toEqual([60, 5, 1, 6]);
});

test('a clock that is set back causes no wrong rates', () => {
  let now = NOON;
  const rate = new RecordedRate(() => now);
  now -= MINUTE;
  expect(rate.minutes()).toEqual([]);
});
