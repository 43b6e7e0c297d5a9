import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { shortWords } from './counted-words.ts';
import { isMeasured, type Unit, UNITS } from './unit.ts';
import { unitWords } from './unit-words.ts';

const ENGLISH = { locale: 'en-US', count: (value: number) => value.toLocaleString('en-US').replace('-', '\u2212') };
const GERMAN = { locale: 'de-DE', count: (value: number) => value.toLocaleString('de-DE').replace('-', '\u2212') };

const words = (unit: Unit, direction: 'high' | 'low' = 'high') => unitWords({ unit, direction }, ENGLISH);
const time = words('time', 'low');
const distance = words('distance');

/** As large as totals get. */
const totals = fc.integer({ min: -(2 ** 53 - 1), max: 2 ** 53 - 1 });

/** Parses a time into milliseconds, as a person would. */
function msOf(figure: string): number {
  const [seconds, minutes = '0', hours = '0'] = figure
    .replaceAll(/[\u2212,]/g, '')
    .split(':')
    .toReversed();
  const ms = (Number(hours) * 60 + Number(minutes)) * 60_000 + Number(seconds!.replace('.', ''));
  return figure.startsWith('\u2212') ? -ms : ms;
}

function mmOf(figure: string): number {
  const [metres, rest = ''] = figure
    .replace(' m', '')
    .replaceAll(/[\u2212,]/g, '')
    .split('.');
  const mm = Number(metres! + rest.padEnd(3, '0'));
  return figure.startsWith('\u2212') && mm !== 0 ? -mm : mm;
}

describe('a time', () => {
  test.each([
    [0, '0:00.000'],
    [250, '0:00.250'],
    [83_456, '1:23.456'],
    [59_999, '0:59.999'],
    [60_000, '1:00.000'],
    [3_599_999, '59:59.999'],
    [3_600_000, '1:00:00.000'],
    [7_283_456, '2:01:23.456'],
    [-83_456, '\u22121:23.456'],
    [1e15, '277,777,777:46:40.000'],
  ])('of %d ms is %s', (total, figure) => expect(time.figure(total)).toBe(figure));

  test('almost a minute is a minute: it is rounded first', () => {
    expect(time.figure(59_999.5)).toBe('1:00.000');
    expect(time.figure(3_599_999.5)).toBe('1:00:00.000');
    expect(time.gap(59_999.5)).toBe('1:00.000');
    expect(time.spoken(59_999.5)).toBe('1 minute');
    expect(time.figure(-0.4)).toBe('0:00.000');
  });

  test('a gap below a minute is in seconds', () => {
    expect([250, 59_999, 62_250].map(time.gap)).toEqual(['0.250 s', '59.999 s', '1:02.250']);
  });

  test('is spoken as a time', () => {
    expect(time.spoken(83_456)).toBe('1 minute 23.456 seconds');
    expect(time.spoken(7_201_000)).toBe('2 hours 1.000 second');
    expect(time.spoken(120_000)).toBe('2 minutes');
    expect(time.spoken(0)).toBe('0.000 seconds');
    expect(time.spoken(-1500)).toBe('minus 1.500 seconds');
  });

  test('is written with the visitor’s digits', () =>
    expect(unitWords({ unit: 'time', direction: 'low' }, GERMAN).figure(83_456)).toBe('1:23,456'));

  test('can be parsed back', () => fc.assert(fc.property(totals, (total) => void expect(msOf(time.figure(total))).toBe(total))));

  test('a longer one never looks shorter', () =>
    fc.assert(
      fc.property(fc.double({ min: -1e9, max: 1e9, noNaN: true }), fc.double({ min: 0, max: 1e6, noNaN: true }), (total, more) => {
        expect(msOf(time.figure(total + more))).toBeGreaterThanOrEqual(msOf(time.figure(total)));
      }),
    ));
});

describe('a distance', () => {
  test.each([
    [0, '0 m'],
    [8950, '8.95 m'],
    [8900, '8.90 m'],
    [8955, '8.955 m'],
    [42_195_000, '42,195 m'],
    [-1500, '\u22121.50 m'],
    [1e15, '1,000,000,000,000 m'],
    [2 ** 53 - 1, '9,007,199,254,740.991 m'],
  ])('of %d mm is %s', (total, figure) => expect(distance.figure(total)).toBe(figure));

  test('can be parsed back, so that different ones look different', () =>
    fc.assert(fc.property(totals, (total) => void expect(mmOf(distance.figure(total))).toBe(total))));
});

describe('what is counted', () => {
  test('has its own singular and plural', () => {
    const coins = words({ one: 'coin', other: 'coins' });
    expect([1, -1, 1200, 0].map(coins.words)).toEqual(['1 coin', '\u22121 coin', '1,200 coins', '0 coins']);
    expect([coins.head, coins.figure(1200), shortWords(coins, 1200)]).toEqual(['Coins', '1,200', '1,200 coins']);
  });

  test('is points by default', () => {
    const points = words('points');
    expect([points.head, points.words(1), points.words(4544)]).toEqual(['Points', '1 point', '4,544 points']);
    expect([1, 2].map((total) => shortWords(points, total))).toEqual(['1 pt', '2 pts']);
  });
});

test('points use the site’s word, and a board’s own unit stays', () => {
  const site = { ...ENGLISH, points: { one: 'coin', other: 'coins', short: 'c' } };
  const coins = unitWords({ unit: 'points', direction: 'high' }, site);
  expect([coins.head, coins.words(1), coins.words(1200), coins.tag(1), coins.tag(2), coins.lead]).toEqual([
    'Coins',
    '1 coin',
    '1,200 coins',
    'c',
    'c',
    'most coins',
  ]);
  const long = unitWords({ unit: 'points', direction: 'high' }, { ...site, points: { one: 'coin', other: 'coins' } });
  expect([1, 2].map((total) => shortWords(long, total))).toEqual(['1 coin', '2 coins']);
  expect(unitWords({ unit: 'laps', direction: 'high' }, site).words(2)).toBe('2 laps');
  expect(unitWords({ unit: { one: 'gem', other: 'gems' }, direction: 'high' }, site).tag(2)).toBe('gems');
});

test('brief figures have at most ten characters', () => {
  for (const unit of UNITS) fc.assert(fc.property(totals, (total) => void expect(words(unit).brief(total).length).toBeLessThanOrEqual(10)));
  expect([time.brief(83_456), time.brief(1e15), distance.brief(1e15), words('laps').brief(1_250_000_000)]).toEqual([
    '1:23.456',
    '277.8M h',
    '1T m',
    '1.3B',
  ]);
});

test('measured units need no word', () => {
  expect([shortWords(time, 83_456), shortWords(distance, 8950), shortWords(words('laps'), 2)]).toEqual(['1:23.456', '8.95 m', '2 laps']);
});

test('the leading value has a matching word', () => {
  const both = (unit: Unit) => [words(unit, 'high'), words(unit, 'low')].map(({ lead, better }) => `${lead}, ${better}`);
  expect(both('points')).toEqual(['most points, more', 'fewest points, fewer']);
  expect(both('time')).toEqual(['longest time, longer', 'fastest time, faster']);
  expect(both('distance')).toEqual(['longest distance, further', 'shortest distance, shorter']);
  expect(both('laps')).toEqual(['most laps, more', 'fewest laps, fewer']);
  expect(both({ one: 'stroke', other: 'strokes' })).toEqual(['most strokes, more', 'fewest strokes, fewer']);
});

test('measured units are not counted', () => {
  expect(UNITS.filter(isMeasured)).toEqual(['time', 'distance']);
  expect(isMeasured({ one: 'coin', other: 'coins' })).toBe(false);
});
