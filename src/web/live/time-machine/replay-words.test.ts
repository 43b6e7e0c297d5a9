import { expect, test } from 'vitest';

import { stepsOf } from './replay-steps.ts';
import { evenWords } from './replay-words.ts';

test.each([
  ['2024-01-02T00:00Z', '15 min'],
  ['2024-01-08T00:00Z', '2 hours'],
  ['2024-01-01T01:00Z', '1 min'],
  ['2024-04-01T00:00Z', '1 day'],
  ['2026-01-01T00:00Z', '6 days'],
])('until %s', (until, words) => expect(evenWords(stepsOf({ from: '2024-01-01T00:00Z', until }, ''))).toBe(words));
