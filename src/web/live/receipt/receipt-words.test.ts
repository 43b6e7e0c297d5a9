import { expect, test } from 'vitest';

import type { Receipt } from '../../../contract/player-answers.ts';
import type { Unit } from '../../../domain/units/unit.ts';
import { unitWords } from '../../../domain/units/unit-words.ts';
import { numberFormat } from '../../ui/number-format.ts';
import { activityWords, boundaryWords, counted, scoringWords, stateWords, tieWords } from './receipt-words.ts';

const POINTS = unitWords({ unit: 'points', direction: 'high' }, numberFormat('en-US'));
const board = {
  name: 'main',
  title: 'Main',
  scoring: 'sum',
  direction: 'high',
  unit: 'points',
  state: 'listed',
  timeZone: 'Europe/Berlin',
  weekStart: 1,
} as const;

function receipt(decidedBy: 'reached-first' | 'joined-first', reachedAt: string, otherReachedAt: string, otherRank: number): Receipt {
  return {
    player: { username: 'ada', displayName: 'Ada', avatar: '' },
    board,
    period: { kind: 'daily', start: '2026-11-20T23:00:00Z', end: '2026-11-21T23:00:00Z', closed: false, state: 'open' },
    moment: null,
    place: {
      kind: 'ranked',
      rank: 5,
      points: 4200,
      reachedAt,
      tie: { kind: 'tied', others: 1, decidedBy },
      change: { state: 'none', places: null, earlierRank: null },
      total: 20,
    },
    tiedWith: { username: 'mia', displayName: 'Mia', rank: otherRank, reachedAt: otherReachedAt },
    shown: 'all',
    days: [],
    activities: [],
    events: [],
    total: 0,
    next: null,
  };
}

test("a tie shows both moments on the board's calendar", () => {
  expect(tieWords(receipt('reached-first', '2026-11-21T11:03:07Z', '2026-11-21T11:03:09Z', 6), POINTS)).toBe(
    'Tied with Mia on 4,200. Ada is listed first: Ada reached it on Sat 21 Nov 2026, 12:03:07, Mia on Sat 21 Nov 2026, 12:03:09.',
  );
});

test('moments within the same second are shown in milliseconds', () => {
  expect(tieWords(receipt('reached-first', '2026-11-21T11:03:07.250Z', '2026-11-21T11:03:07.004Z', 4), POINTS)).toBe(
    'Tied with Mia on 4,200. Ada is listed second: Ada reached it on Sat 21 Nov 2026, 12:03:07.250, Mia on Sat 21 Nov 2026, 12:03:07.004.',
  );
});

test('a tie at the same moment shows who joined first', () => {
  const words = (otherRank: number) => tieWords(receipt('joined-first', '2026-11-21T11:03:07Z', '2026-11-21T11:03:07Z', otherRank), POINTS);
  expect(words(6)).toBe('Tied with Mia on 4,200. Ada is listed first: both reached it on Sat 21 Nov 2026, 12:03:07, and Ada joined first.');
  expect(words(4)).toBe(
    'Tied with Mia on 4,200. Ada is listed second: both reached it on Sat 21 Nov 2026, 12:03:07, and Mia joined first.',
  );
});

test('a period shows its boundaries and the rule behind them', () => {
  const { period } = receipt('joined-first', '2026-11-21T11:03:07Z', '2026-11-21T11:03:07Z', 6);
  expect(boundaryWords(period, board)).toBe('Sat 21 Nov 2026, midnight to midnight (Europe/Berlin).');
  const week = { ...period, kind: 'weekly', start: '2026-12-27T23:00:00Z', end: '2027-01-03T23:00:00Z' } as const;
  expect(boundaryWords(week, board)).toBe(
    'Mon 28 Dec 2026 to Sun 3 Jan 2027, midnight to midnight (Europe/Berlin). Weeks start on Monday.',
  );
  expect(boundaryWords({ kind: 'all-time', start: null, end: null, closed: false, state: 'open' }, board)).toBe('All time.');
});

test('the scoring rule has a text for each kind of board', () => {
  const said = (scoring: Receipt['board']['scoring'], direction: 'high' | 'low', unit: Unit) =>
    scoringWords({ scoring }, unitWords({ unit, direction }, numberFormat('en-US')));
  expect(said('sum', 'high', 'points')).toBe('All points are added up. The player with the most points leads.');
  expect(said('best', 'low', 'time')).toBe('Each player’s best result counts. The player with the fastest time leads.');
  expect(said('latest', 'low', { one: 'stroke', other: 'strokes' })).toBe(
    'Each player’s latest result counts. The player with the fewest strokes leads.',
  );
  expect(stateWords({ state: 'beaten', voided: null }, { ...board, scoring: 'latest' })).toBe('Replaced by a later result');
  expect(stateWords({ state: 'late', voided: null }, board)).toBe('Arrived after the results were final');
});

test('a voided event shows when and why, and whether it came too late to change anything', () => {
  const voided = { at: '2026-11-22T08:00:00Z', reason: 'Sent twice.' };
  expect(stateWords({ state: 'voided', voided }, board)).toBe('Voided on Sun 22 Nov 2026, 09:00:00: Sent twice.');
  expect(stateWords({ state: 'counted', voided }, board)).toBe(
    'Counted. Voided on Sun 22 Nov 2026, 09:00:00, after the results were final: Sent twice.',
  );
});

test('only counted events are added up', () => {
  const event = { activity: '', title: '', at: '2026-11-21T11:03:07Z', receivedAt: '2026-11-21T11:03:07Z', voided: null };
  expect(
    counted([
      { ...event, points: 100, state: 'counted' },
      { ...event, points: 50, state: 'late' },
      { ...event, points: 7, state: 'voided' },
      { ...event, points: -30, state: 'counted' },
    ]),
  ).toBe(70);
});

test('an activity shows its events, the points per event if they are equal, and their sum', () => {
  const format = numberFormat('en-US');
  expect(activityWords({ title: 'Match', events: 34, each: 50, points: 1700 }, POINTS, format)).toBe('34 × 50 = 1,700');
  expect(activityWords({ title: 'Race', events: 45, each: null, points: 731 }, POINTS, format)).toBe('45 events, 731');
  expect(activityWords({ title: 'Race', events: 1, each: 25, points: 25 }, POINTS, format)).toBe('25');
});
