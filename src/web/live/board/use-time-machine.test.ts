import { expect, test } from 'vitest';

import { isSameReplay } from './use-time-machine.ts';

test.each([
  ['?q=a', '?q=ab', true],
  ['?period=weekly&q=a&page=3', '?period=weekly', true],
  ['', '?q=a&period=weekly', false],
  ['?q=a', '?q=b&at=2026-11-20', false],
  // The same URL again means that the visitor followed a link to it.
  ['?q=a', '?q=a', false],
  ['?page=2', '?page=3', false],
  ['?mode=weekly', '?mode=weekly&view=race', true],
  ['?view=race', '', true],
  ['?view=race', '?mode=weekly', false],
])('a replay continues from %s to %s: %s', (before, now, only) => expect(isSameReplay(before, now)).toBe(only));
