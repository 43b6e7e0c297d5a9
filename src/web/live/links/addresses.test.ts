import fc from 'fast-check';
import { expect, test } from 'vitest';

import { DEFAULT_VIEW, parseView } from '../../../contract/view.ts';
import { PERIOD_KINDS } from '../../../domain/calendar.ts';
import {
  chosenSearch,
  kindSearch,
  parseBefore,
  parsePlayerPath,
  playerPath,
  playerPeriod,
  playerSearch,
  whyPath,
  withBefore,
  entryAddress,
  ownId,
  unknownPeriod,
} from './addresses.ts';

test('a username survives a round trip through a path, whatever characters it contains', () => {
  const names = fc.string({ unit: 'grapheme', minLength: 1 }).filter((name) => name.isWellFormed());
  fc.assert(
    fc.property(names, (username) => {
      expect(parsePlayerPath(playerPath(username))).toBe(username);
      expect(parsePlayerPath(whyPath(username))).toBe(username);
    }),
  );
});

test.each(['50%2F', '100%', 'a/b', 'who?', '#1', 'Zoë', '🦊', ' '])('the username %j has a path', (username) => {
  const { pathname } = new URL(whyPath(username), 'http://localhost');
  expect(parsePlayerPath(pathname)).toBe(username);
});

test.each(['/players', '/players/', '/players/a/b', '/players/a/why/b', '/players/%', '/players/%E0%A4', '/player/a'])(
  '%s is not the path of a player',
  (pathname) => expect(parsePlayerPath(pathname)).toBeUndefined(),
);

test('the query of a kind of period matches the leaderboards page', () => {
  expect(kindSearch('daily', { ...DEFAULT_VIEW, period: 'weekly' })).toBe('');
  expect(kindSearch('weekly', DEFAULT_VIEW)).toBe('?period=weekly');
  expect(parseView(kindSearch('monthly', { period: 'weekly', board: 'speed', at: '2026-11-01' }))).toMatchObject({
    period: 'weekly',
    mode: 'monthly',
    board: 'speed',
    at: '2026-11-01',
  });
});

test('a valid page start is kept, and an invalid one is dropped', () => {
  expect(parseBefore(withBefore('?period=weekly', '123'))).toBe('123');
  expect(withBefore('?period=weekly', '')).toBe('?period=weekly');
  expect(parseBefore('?before=%3Cscript%3E')).toBe('');
});

const HERE = { period: 'weekly', board: 'relay' } as const;

test('a player links to their page, on the current board and period', () => {
  expect(entryAddress({ id: 'player-ada & bob', type: 'player', title: 'Ada' }, HERE)).toEqual({
    pathname: '/players/ada%20%26%20bob',
    search: '?period=weekly&board=relay',
  });
});

test('a tournament links to its entry on the search page', () => {
  expect(entryAddress({ id: 'tournament-winter-cup', type: 'tournament', title: 'Winter Cup' }, HERE)).toEqual({
    pathname: '/search',
    search: '?period=weekly&text=Winter+Cup&category=tournaments&board=relay',
    hash: '#tournament-winter-cup',
  });
});

test('a username may look like an id with a type', () => {
  expect(ownId({ id: 'player-tournament-cup', type: 'player' })).toBe('tournament-cup');
});

test.each([
  ['', undefined],
  ['?period=weekly', undefined],
  ['?period=%20Weekly%20', undefined],
  ['?period=', undefined],
  ['?period=yearly', 'yearly'],
  // The first of repeated keys counts, as on every page.
  ['?period=daily&period=yearly', undefined],
  ['?period=monthly', 'monthly'],
  ['?mode=yearly', undefined],
])("%s has the unknown period %s on a page with only the header's toggle", (search, word) => {
  expect(unknownPeriod(search, ['period'])).toBe(word);
});

test.each([
  ['?mode=All-Time', undefined],
  ['?mode=overall&period=weekly', undefined],
  ['?mode=yearly', 'yearly'],
  ['?mode=monthly&period=yearly', 'yearly'],
  ['?mode=constructor', 'constructor'],
])('%s has the unknown period %s on a page with modes', (search, word) => {
  expect(unknownPeriod(search, ['mode', 'period'])).toBe(word);
});

test('a page without a period has no unknown period', () => expect(unknownPeriod('?period=yearly&mode=yearly')).toBeUndefined());

test('a player’s page uses the chosen period, and otherwise the first one with points', () => {
  expect(playerPeriod('')).toBe('auto');
  expect(playerPeriod('?board=relay')).toBe('auto');
  expect(playerPeriod('?period=yearly')).toBe('auto');
  for (const kind of PERIOD_KINDS) {
    for (const board of ['', 'relay']) {
      const search = chosenSearch(kind, { ...DEFAULT_VIEW, board });
      expect([playerPeriod(search), parseView(search).board]).toEqual([kind, board]);
      expect(playerSearch(search)).toBe(search);
    }
  }
  expect(playerSearch('?page=1&mode=overall&board=relay')).toBe('?board=relay');
});
