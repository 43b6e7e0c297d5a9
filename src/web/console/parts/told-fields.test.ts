import { expect, test } from 'vitest';

import { fieldWords, toldFields } from './told-fields.ts';

/** Each field as one line. */
function lines(before: unknown, after: unknown): readonly string[] {
  return toldFields(before, after).map((told) => `${told.field}: ${told.before || '–'} → ${told.after || '–'}`);
}

test('changed fields are listed one by one, in words', () => {
  const before = { title: 'Main', unit: { one: 'coin', other: 'coins' }, reviewMs: 0, visibility: 'private', hour: null };
  const after = { title: 'Season', unit: { one: 'coin', other: 'gold' }, reviewMs: 1_800_000, visibility: 'public', hour: 500 };
  expect(lines(before, after)).toEqual([
    'title: Main → Season',
    'unit, other: coins → gold',
    'review period: none → 30 minutes',
    'visible to: API keys and operators → everyone',
    'max per player and hour: – → 500',
  ]);
});

test('an added list entry does not make all others look changed', () => {
  const activities = [
    { id: 'match', name: 'Match' },
    { id: 'quest', name: 'Quest' },
  ];
  expect(lines({ activities }, { activities: [{ id: 'daily', name: 'Daily' }, ...activities] })).toEqual([
    'activities, daily, id: – → daily',
    'activities, daily, name: – → Daily',
  ]);
});

test('a single side is listed in full, and two empty sides have no fields', () => {
  expect(lines(null, { points: 5, periods: { daily: 'open' } })).toEqual(['points: – → 5', 'results, daily: – → open']);
  expect(lines(null, null)).toEqual([]);
  expect(lines('due', 'paid')).toEqual(['value: due → paid']);
  expect(lines({ events: ['a', 'b'] }, { events: [] })).toEqual(['events: a, b → –']);
});

test('a field of the API has a readable name', () => {
  expect(fieldWords('calendar.timeZone')).toBe('calendar, time zone');
  expect(fieldWords('somethingElse')).toBe('something else');
});
