import fc from 'fast-check';
import { expect, test } from 'vitest';

import { DEFAULT_VIEW, parseView } from '../../../contract/view.ts';
import { kindSearch, parseBefore, parsePlayerPath, playerPath, whyPath, withBefore } from './player-address.ts';

test('a path leads back to the name it was made from, whatever signs are in it', () => {
  const names = fc.string({ unit: 'grapheme', minLength: 1 }).filter((name) => name.isWellFormed());
  fc.assert(
    fc.property(names, (username) => {
      expect(parsePlayerPath(playerPath(username))).toEqual({ username, why: false });
      expect(parsePlayerPath(whyPath(username))).toEqual({ username, why: true });
    }),
  );
});

test.each(['50%2F', '100%', 'a/b', 'who?', '#1', 'Zoë', '🦊', ' '])('the name %j has an address', (username) => {
  const { pathname } = new URL(whyPath(username), 'http://localhost');
  expect(parsePlayerPath(pathname)).toEqual({ username, why: true });
});

test.each(['/players', '/players/', '/players/a/b', '/players/a/why/b', '/players/%', '/players/%E0%A4', '/player/a'])(
  '%s is no address of a player',
  (pathname) => expect(parsePlayerPath(pathname)).toBeUndefined(),
);

test('a kind is said as the leaderboards page says it', () => {
  expect(kindSearch('daily', { ...DEFAULT_VIEW, period: 'weekly' })).toBe('');
  expect(kindSearch('weekly', DEFAULT_VIEW)).toBe('?period=weekly');
  expect(parseView(kindSearch('monthly', { period: 'weekly', board: 'speed', at: '2026-11-01' }))).toMatchObject({
    period: 'weekly',
    mode: 'monthly',
    board: 'speed',
    at: '2026-11-01',
  });
});

test('the beginning of a page is kept where it can be one', () => {
  expect(parseBefore(withBefore('?period=weekly', '123'))).toBe('123');
  expect(withBefore('?period=weekly', '')).toBe('?period=weekly');
  expect(parseBefore('?before=%3Cscript%3E')).toBe('');
});
