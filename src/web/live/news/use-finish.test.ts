import { expect, test } from 'vitest';

import type { LiveBoardView } from '../../../contract/page-answers.ts';
import { DAY_MS } from '../../../domain/durations.ts';
import { endedOf, NOTHING_WATCHED, watchedSince } from './use-finish.ts';

const MIDNIGHT = Date.parse('2026-11-22T00:00:00Z');

/** The day that begins `days` days after MIDNIGHT, in the present unless given. */
function day(days: number, more: object = {}): LiveBoardView {
  const [start, end] = [days, days + 1].map((each) => new Date(MIDNIGHT + each * DAY_MS).toISOString());
  const shown = {
    board: { name: 'main', timeZone: 'UTC' },
    period: { kind: 'daily', start, end, closed: false },
    later: null,
    moment: null,
  };
  return { ...shown, ...more } as unknown as LiveBoardView;
}

/** The watched periods after these views, the last of which was shown `afterMs` after MIDNIGHT. */
function watching(views: readonly LiveBoardView[], afterMs = 1_000) {
  return views.reduce((before, view) => watchedSince(before, view, MIDNIGHT + afterMs), NOTHING_WATCHED);
}

test('a day that was shown has ended once the next day is shown', () => {
  expect(watching([day(-1)]).ended).toBeUndefined();
  const watched = watching([day(-1), day(0)]);
  expect(endedOf(watched, day(0))).toMatchObject({ board: 'main', day: '2026-11-21', period: { kind: 'daily' } });
  expect(watchedSince(watched, day(0), MIDNIGHT + 2_000)).toBe(watched);
});

test('a visitor who returns much later has not watched the end', () => expect(watching([day(-1), day(0)], 600_000).ended).toBeUndefined());

test('viewing a past day, or another board or week, does not end a period', () => {
  const past = day(-3, { later: '2026-11-20' });
  expect(watching([day(0), past, day(0)]).ended).toBeUndefined();
  expect(watching([day(0), day(-3, { moment: '2026-11-19T12:00:00Z' }), day(0)]).ended).toBeUndefined();
  const other = day(0, { board: { name: 'other', timeZone: 'UTC' } });
  expect(watching([day(-1), other]).ended).toBeUndefined();
  const watched = watching([day(-1), day(0), other]);
  expect(endedOf(watched, other)).toBeUndefined();
  expect(endedOf(watched, day(0))).toMatchObject({ day: '2026-11-21' });
  // A visitor who already views the result does not need the finish.
  expect(endedOf(watched, day(-1, { later: '2026-11-22' }))).toBeUndefined();
});

test('all time never ends', () => {
  const always = day(0, { period: { kind: 'all-time', start: null, end: null, closed: false } });
  expect(watching([day(-1), always])).toEqual(watching([day(-1)]));
});
