import { expect, test } from 'vitest';

import { applicable, mayApply } from './applicable.ts';

const rows = [
  { id: 'a', state: 'due' },
  { id: 'b', state: 'paid' },
];
const isDue = ({ state }: { readonly state: string }) => state === 'due';
const isDeclined = ({ state }: { readonly state: string }) => state === 'declined';

test('an act applies to the matching ones of the named rows', () => {
  const selected = { chosen: { ids: ['a', 'b'] }, rows, count: 2 };
  expect(applicable(selected, isDue)).toEqual({ chosen: { ids: ['a'] }, count: 1 });
  expect(applicable(selected, isDeclined)).toBeUndefined();
});

test('a selection of all matches may contain rows in any state, so its applicable count is unknown', () => {
  const selected = { chosen: { match: { board: 'main' } }, rows, count: 40 };
  expect(mayApply(selected, isDeclined)).toBe(true);
  expect(applicable(selected, isDeclined)).toEqual({ chosen: selected.chosen, count: undefined });
});

test('all matches of a state filter are in this state', () => {
  const selected = { chosen: { match: { state: 'due' } }, rows: rows.slice(0, 1), count: 40 };
  expect(mayApply(selected, isDeclined)).toBe(false);
  expect(applicable(selected, isDue)).toEqual({ chosen: selected.chosen, count: 40 });
});
