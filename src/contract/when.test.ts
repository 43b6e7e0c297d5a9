import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { momentText, timeText } from './moment-text.ts';
import { UnknownMoment, whenOf } from './when.ts';

test('an empty text is now', () => {
  expect(whenOf('')).toEqual({ kind: 'now' });
});

test('a date is a day', () => {
  expect(whenOf('2024-02-29')).toEqual({ kind: 'day', day: '2024-02-29' });
});

test.each([
  ['2026-11-20T18:00Z', '2026-11-20T18:00:00.000Z'],
  ['2026-11-20T18:00:07Z', '2026-11-20T18:00:07.000Z'],
  ['2026-11-20T18:00:07.25Z', '2026-11-20T18:00:07.250Z'],
  ['2026-11-20T18:00+05:30', '2026-11-20T12:30:00.000Z'],
  ['2026-11-20T18:00 05:30', '2026-11-20T12:30:00.000Z'],
  ['2026-11-20T18:00-05:30', '2026-11-20T23:30:00.000Z'],
])('%s is parsed as a moment', (at, iso) => {
  expect(whenOf(at)).toEqual({ kind: 'moment', moment: Date.parse(iso) });
});

test.each([
  'yesterday',
  '2026-02-31',
  '2026-02-31T10:00Z',
  '2026-13-01',
  '2026-11-20T18:00',
  '2026-11-20T24:00Z',
  '2026-11-20T18:60Z',
  '2026-11-20 18:00Z',
  '20261120T1800Z',
  '1732125600000',
  '-000001-01-01',
  '+010000-01-01T00:00Z',
  '10000-01-01',
  '0001-01-01T00:00+14:00',
  '9999-12-31T23:59-01:00',
  '2026-11-20T18:00:00.0000000000Z',
])('%s is rejected', (at) => {
  expect(() => whenOf(at)).toThrow(UnknownMoment);
});

test('every time is formatted with a four-digit year', () => {
  expect(timeText(Date.parse('2026-11-20T18:00Z'))).toBe('2026-11-20T18:00:00.000Z');
  expect(timeText(Date.parse('-000044-03-15T12:00:00Z'))).toBe('0001-01-01T00:00:00.000Z');
  expect(timeText(8.64e15)).toBe('9999-12-31T23:59:59.999Z');
  expect(momentText(-8.64e15)).toBe('0001-01-01T00:00Z');
});

test('a formatted moment survives a round trip, and any other text is a moment or day, or is rejected', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true }),
      (date) => {
        expect(whenOf(momentText(date.getTime()))).toEqual({ kind: 'moment', moment: date.getTime() });
      },
    ),
  );
  fc.assert(
    fc.property(fc.string(), (text) => {
      try {
        whenOf(text);
      } catch (error) {
        expect(error).toBeInstanceOf(UnknownMoment);
      }
    }),
  );
});

test('a moment is formatted as short as possible without losing precision', () => {
  expect(momentText(Date.parse('2026-11-20T18:00:00Z'))).toBe('2026-11-20T18:00Z');
  expect(momentText(Date.parse('2026-11-20T18:00:07Z'))).toBe('2026-11-20T18:00:07Z');
  expect(momentText(Date.parse('2026-11-20T18:00:00.5Z'))).toBe('2026-11-20T18:00:00.500Z');
});

test('a moment is formatted as ISO 8601', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('0001-01-01T00:00:00.000Z'), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true }),
      (date) => {
        expect(timeText(date.getTime())).toBe(date.toISOString());
        expect(timeText(date.getTime() + 0.9)).toBe(new Date(date.getTime() + 0.9).toISOString());
      },
    ),
  );
  expect(() => timeText(Number.NaN)).toThrow(RangeError);
});
