import { expect, test } from 'vitest';

import { otherCalendar } from './other-calendar.ts';

const MAIN = { name: 'main', calendar: { timeZone: 'UTC', weekStart: 1 } } as const;
const nameOf = (day: number) => `day ${day}`;

test.each([{}, { timeZone: 'UTC' }, { weekStart: 1 }] as const)('no warning for the board’s own settings: %j', (given) => {
  expect(otherCalendar(MAIN, given, nameOf)).toBeUndefined();
});

test('a time zone set later has no effect, and the warning says what to do', () => {
  const warning = otherCalendar(MAIN, { timeZone: 'Europe/Berlin' }, nameOf);
  expect(warning).toMatch(/^LAURELS_TIME_ZONE is Europe\/Berlin, but the board "main" counts its days in UTC\. It keeps its calendar/);
  expect(warning).toContain('"laurels boards add NAME --time-zone Europe/Berlin --week-start day 1"');
  expect(warning).toContain('"laurels export events --board main > events.csv"');
});

test('another first weekday warns, too', () => {
  expect(otherCalendar(MAIN, { weekStart: 7 }, nameOf)).toMatch(
    /^LAURELS_WEEK_START is day 7, but weeks of the board "main" start on day 1\./,
  );
});
