import { expect, test } from 'vitest';

import type { Columns } from '../parts/table.tsx';
import { sorted, sortIn, sortText } from './sorting.ts';

interface Row {
  readonly name: string;
  readonly points: number | null;
}

const COLUMNS: Columns<Row> = {
  name: { name: ({ name }) => name, by: ({ name }) => name },
  points: { number: ({ points }) => points, by: ({ points }) => points },
  plain: ({ name }) => name,
};

const ROWS: readonly Row[] = [
  { name: 'level 10', points: 5 },
  { name: 'Level 2', points: null },
  { name: 'level 1', points: 30 },
  { name: 'level 3', points: 5 },
];

const namesBy = (text: string) => sorted(ROWS, COLUMNS, sortIn(text, COLUMNS)).map(({ name }) => name);

test('texts are sorted in natural order, ignoring case', () => {
  expect(namesBy('name')).toEqual(['level 1', 'Level 2', 'level 3', 'level 10']);
  expect(namesBy('-name')).toEqual(['level 10', 'level 3', 'Level 2', 'level 1']);
});

test('equal rows keep their order, and rows without a value come last in both directions', () => {
  expect(namesBy('points')).toEqual(['level 10', 'level 3', 'level 1', 'Level 2']);
  expect(namesBy('-points')).toEqual(['level 1', 'level 10', 'level 3', 'Level 2']);
});

test('an unsortable or unknown column does not sort', () => {
  for (const text of ['', 'plain', 'nothing', '-', 'constructor']) {
    expect(sortIn(text, COLUMNS)).toBeUndefined();
    expect(namesBy(text)).toEqual(ROWS.map(({ name }) => name));
  }
});

test('a sort survives a round trip through the URL', () => {
  for (const text of ['name', '-points']) expect(sortText(sortIn(text, COLUMNS))).toBe(text);
  expect(sortText(undefined)).toBe('');
});
