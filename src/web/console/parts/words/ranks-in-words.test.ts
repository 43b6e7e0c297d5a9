import { expect, test } from 'vitest';

import { ranksInWords } from './ranks-in-words.ts';

test.each([
  [{ from: 1 }, '1st'],
  [{ from: 2, to: 2 }, '2nd'],
  [{ from: 2, to: 3 }, '2nd to 3rd'],
])('%j reads %j', (places, words) => expect(ranksInWords(places)).toBe(words));
