import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { PERIODS } from '../domain/period.ts';
import { SEARCH_CATEGORIES } from '../domain/search/search.ts';
import { cleanText, DEFAULT_VIEW, MAX_TEXT_LENGTH, MODES, parseView, viewToSearch, type View } from './view.ts';

const texts = fc.string({ unit: 'binary', maxLength: 150 }).map(cleanText);

const views: fc.Arbitrary<View> = fc.record({
  period: fc.constantFrom(...PERIODS),
  q: texts,
  page: fc.integer({ min: 1, max: 1_000_000 }),
  mode: fc.constantFrom(...MODES),
  text: texts,
  category: fc.constantFrom(...SEARCH_CATEGORIES),
  board: fc.constantFrom('', 'main', 'speed-run-2'),
  at: fc.constantFrom('', '2026-11-21', '2024-02-29', '2026-11-20T18:00Z', 'yesterday'),
  view: fc.constantFrom('page', 'tv', 'race'),
});

describe('an address', () => {
  test('without a query is the default view', () => {
    expect(parseView('')).toEqual({
      period: 'daily',
      q: '',
      page: 1,
      mode: 'overall',
      text: '',
      category: 'all',
      board: '',
      at: '',
      view: 'page',
    });
  });

  test('contains what it shows and nothing more', () => {
    expect(viewToSearch(DEFAULT_VIEW)).toBe('');
    expect(viewToSearch({ period: 'weekly', q: 'nova' })).toBe('?period=weekly&q=nova');
  });

  test('law: a view survives a round trip through its query', () => {
    fc.assert(
      fc.property(views, (view) => void expect(parseView(viewToSearch(view))).toEqual(view)),
      { numRuns: 10_000 },
    );
  });

  test('moments keep their colons, and all other colons are encoded', () => {
    expect(viewToSearch({ at: '2026-11-20T18:00:07Z' })).toBe('?at=2026-11-20T18:00:07Z');
    expect(viewToSearch({ q: 'javascript:1' })).toBe('?q=javascript%3A1');
  });

  test('law: no query string makes parsing throw, and the result is a fixed point', () => {
    const keys = fc.constantFrom('period', 'q', 'page', 'mode', 'text', 'category', 'board', 'at', 'view', '__proto__', 'toString');
    const queries = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .array(fc.tuple(keys, fc.string({ unit: 'binary' })), { maxLength: 8 })
        .map((pairs) => `?${pairs.map(([key, value]) => `${key}=${value}`).join('&')}`),
    );
    fc.assert(
      fc.property(queries, (query) => {
        const view = parseView(query);
        expect(parseView(viewToSearch(view))).toEqual(view);
      }),
      { numRuns: 10_000 },
    );
  });
});

describe('the nearest valid view', () => {
  test.each([
    ['?period=Weekly', { period: 'weekly' }],
    ['?period=%20WEEKLY%20', { period: 'weekly' }],
    ['?period=yearly', { period: 'daily' }],
    ['?period=', { period: 'daily' }],
    ['?period=weekly&period=daily', { period: 'weekly' }],
    ['?period[]=weekly', { period: 'daily' }],
    ['?mode=monthly', { mode: 'monthly' }],
    ['?mode=All-Time', { mode: 'all-time' }],
    ['?mode=__proto__', { mode: 'overall' }],
    ['?category=players', { category: 'players' }],
    ['?category=player', { category: 'all' }],
    ['?page=3', { page: 3 }],
    ['?page=0', { page: 1 }],
    ['?page=-1', { page: 1 }],
    ['?page=2.5', { page: 1 }],
    ['?page=1e999', { page: 1 }],
    ['?page=NaN', { page: 1 }],
    ['?page=', { page: 1 }],
    ['?q=100%', { q: '100%' }],
    ['?q=%E0%A4%A', { q: '\ufffd%A' }],
    ['?q=a+b', { q: 'a b' }],
    ['?q=%00a%1Fb%7Fc%C2%85', { q: 'abc' }],
    ['?q=nova&q=luna', { q: 'nova' }],
  ] satisfies [string, Partial<View>][])('for %s', (query, expected) => {
    expect(parseView(query)).toEqual({ ...DEFAULT_VIEW, ...expected });
  });
});

describe('text', () => {
  test('longer than the limit is cut', () => {
    expect(parseView(`?q=${'a'.repeat(10_000)}`).q).toBe('a'.repeat(MAX_TEXT_LENGTH));
  });

  test('is not cut in the middle of an emoji', () => {
    const text = 'a'.repeat(MAX_TEXT_LENGTH - 1);
    expect(cleanText(`${text}🦊`)).toBe(text);
    expect(cleanText(`${text.slice(1)}🦊`)).toBe(`${text.slice(1)}🦊`);
  });

  test('with half a surrogate pair becomes text that a URL can hold', () => {
    expect(cleanText('a\ud800b')).toBe('a\ufffdb');
  });
});
