import { expect, test } from 'vitest';

import { EMPTY_CATALOGUE } from '../../../contract/catalogue.ts';
import { changesMeanwhile } from './meanwhile.ts';

const CUP = { id: 'cup', title: 'Winter Cup', subtitle: 'Knockout', avatar: '🏆', extra: 'Friday' };
const PHOTO = { id: 'photo', title: 'Photo finish', subtitle: 'By a nose', avatar: '📸', extra: 'Rare' };
const WEEK = { period: 'weekly' as const, from: 1, prize: '500 coins' };

test('what is read again and is the same has not changed', () => {
  const catalogue = { ...EMPTY_CATALOGUE, tournaments: [CUP], prizes: [WEEK] };
  expect(changesMeanwhile(catalogue, structuredClone(catalogue))).toEqual([]);
});

test('it says what was added, removed, changed and moved', () => {
  const before = { ...EMPTY_CATALOGUE, tournaments: [CUP, PHOTO], achievements: [PHOTO], prizes: [WEEK] };
  const now = { ...EMPTY_CATALOGUE, tournaments: [PHOTO, { ...CUP, title: 'Summer Cup' }], prizes: [{ ...WEEK, prize: 'a hat' }] };
  expect(changesMeanwhile(before, now)).toEqual([
    'changed “Summer Cup” in the tournaments',
    'changed the order of the tournaments',
    'removed “Photo finish” from the achievements',
    'added “a hat” to the prizes',
    'removed “500 coins” from the prizes',
  ]);
});
