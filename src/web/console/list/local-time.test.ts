import { expect, test } from 'vitest';

import { localTime, momentAt } from './local-time.ts';

test('a local time is a moment in the URL, and survives the round trip back to its field', () => {
  for (const typed of ['2026-11-20T18:00', '2026-01-01T00:00', '0999-12-31T23:59']) {
    expect(momentAt(typed)).toBe(new Date(typed).toISOString());
    expect(localTime(momentAt(typed))).toBe(typed);
  }
});

test('any other text is left unchanged', () => {
  for (const text of ['', 'ada', '2026-11-20', '2026-99-99T99:99', '2026-99-99T99:99Z']) {
    expect([momentAt(text), localTime(text)]).toEqual([text, text]);
  }
});
