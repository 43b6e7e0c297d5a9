import { expect, test } from 'vitest';

import { pageOf } from './page.ts';

const TEN = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

test('a page has its slice, its position and the total', () => {
  expect(pageOf(TEN, 2, 4)).toEqual({ items: [5, 6, 7, 8], page: 2, pages: 3, first: 5, total: 10 });
});

test('the last page may be short, and a full one is not followed by an empty one', () => {
  expect(pageOf(TEN, 3, 4).items).toEqual([9, 10]);
  expect(pageOf(TEN, 2, 5).pages).toBe(2);
});

test('a page out of range becomes the nearest one', () => {
  expect(pageOf(TEN, 9, 4).page).toBe(3);
  expect(pageOf(TEN, 0, 4).page).toBe(1);
  expect(pageOf(TEN, -3, 4).items).toEqual([1, 2, 3, 4]);
});

test('an empty list has one empty page without a first position', () => {
  expect(pageOf([], 5, 4)).toEqual({ items: [], page: 1, pages: 1, first: 0, total: 0 });
});
