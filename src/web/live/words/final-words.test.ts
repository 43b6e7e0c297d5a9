import { expect, test } from 'vitest';

import { finalWords, provisionalWords } from './final-words.ts';

const END = Date.parse('2026-11-21T23:00:00Z');

test('results become final on the clock of the board, with the day if it is not the one that begins', () => {
  expect(finalWords(END, END + 60_000, 'Europe/Berlin')).toBe('Results become final at 00:01');
  expect(finalWords(END, END + 90_000, 'Europe/Berlin')).toBe('Results become final at 00:01:30');
  expect(finalWords(END, END + 86_400_000, 'Europe/Berlin')).toBe('Results become final on 23 Nov 2026, 00:00');
});

test('results are provisional until then', () => {
  expect(provisionalWords(END, END + 3_600_000, 'Europe/Berlin')).toBe('Provisional until 01:00');
  expect(provisionalWords(END, END + 86_400_000, 'Europe/Berlin')).toBe('Provisional until 23 Nov 2026, 00:00');
});
