import { expect, test } from 'vitest';

import { searchEntries, type SearchCategory, type SearchEntry } from './search.ts';

const entry = (type: SearchEntry['type'], title: string): SearchEntry => ({
  id: title,
  type,
  title,
  subtitle: 'falcon',
  avatar: '🦅',
  extra: '',
});

const ENTRIES = [entry('player', 'NovaFalcon'), entry('tournament', 'Falcon Cup'), entry('achievement', 'Photo Finish')];

const titles = (text: string, category: SearchCategory) => searchEntries(ENTRIES, { text, category }).map(({ title }) => title);

test('without text and category, everything is found in the given order', () => {
  expect(titles('', 'all')).toEqual(['NovaFalcon', 'Falcon Cup', 'Photo Finish']);
});

test('a category finds only its own type', () => {
  expect(titles('', 'players')).toEqual(['NovaFalcon']);
  expect(titles('', 'tournaments')).toEqual(['Falcon Cup']);
  expect(titles('', 'achievements')).toEqual(['Photo Finish']);
});

test('text and category combine', () => {
  expect(titles('falcon', 'all')).toEqual(['NovaFalcon', 'Falcon Cup']);
  expect(titles('falcon', 'tournaments')).toEqual(['Falcon Cup']);
  expect(titles('falcon', 'achievements')).toEqual([]);
});

test('only titles are searched: every subtitle here says falcon', () => {
  expect(titles('finish', 'all')).toEqual(['Photo Finish']);
});
