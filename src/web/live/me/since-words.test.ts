import { expect, test } from 'vitest';

import { numberFormat } from '../../ui/number-format.ts';
import { sinceWords } from './since-words.ts';

const format = numberFormat('en-US');

test.each([
  [{ from: 14, to: 11, passed: ['Kai', 'Noor'], overtakenBy: ['Ivo'] }, '14th to 11th; passed Kai and Noor; overtaken by Ivo'],
  [{ from: 5, to: 5, passed: ['Kai'], overtakenBy: ['Ivo'] }, 'still 5th; passed Kai; overtaken by Ivo'],
  [{ from: 1, to: 1002, passed: [], overtakenBy: [] }, '1st to 1,002nd'],
  [{ from: 9, to: 5, passed: ['A', 'B', 'C', 'D'], overtakenBy: [] }, '9th to 5th; passed A, B and 2 more'],
])('what happened is one line', (since, words) => expect(sinceWords(since, format)).toBe(words));
