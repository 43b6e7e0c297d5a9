import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { boardGroups } from './board-groups.ts';

const named = (name: string, group?: string | null) => ({ name, group });
const shape = (groups: ReturnType<typeof boardGroups<ReturnType<typeof named>>>) =>
  groups.map(({ group, boards }) => [group, ...boards.map(({ name }) => name)]);

test('boards without a group come first, then the groups in natural order, each with its boards in their order', () => {
  const boards = [named('c', 'Level 10'), named('a', null), named('d', 'level 2'), named('b', 'Level 10'), named('e'), named('f', '')];
  expect(shape(boardGroups(boards))).toEqual([
    [null, 'a', 'e', 'f'],
    ['level 2', 'd'],
    ['Level 10', 'c', 'b'],
  ]);
  expect(boardGroups([])).toEqual([]);
});

test('spellings that differ only in case are one group, under the first spelling', () => {
  expect(shape(boardGroups([named('a', 'Straße'), named('b', 'STRASSE'), named('c', ' ')]))).toEqual([
    [null, 'c'],
    ['Straße', 'a', 'b'],
  ]);
});

test('law: every board is in exactly one group, and grouping is idempotent', () => {
  const board = fc.record({ name: fc.string(), group: fc.constantFrom(undefined, null, '', 'A', 'a', 'B 2', 'B 10') });
  fc.assert(
    fc.property(fc.array(board), (boards) => {
      const groups = boardGroups(boards);
      const flat = groups.flatMap((each) => each.boards);
      expect(flat).toHaveLength(boards.length);
      expect(new Set(flat)).toEqual(new Set(boards));
      expect(boardGroups(flat)).toEqual(groups);
      expect(new Set(groups.map(({ group }) => group?.toLowerCase())).size).toBe(groups.length);
      for (const { boards: own } of groups)
        expect(own.map((each) => boards.indexOf(each))).toEqual(own.map((each) => boards.indexOf(each)).toSorted((a, b) => a - b));
    }),
  );
});
