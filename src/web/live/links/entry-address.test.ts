import { expect, test } from 'vitest';

import { entryAddress, ownId } from './entry-address.ts';

const HERE = { period: 'weekly', board: 'relay' } as const;

test('a player leads to their page, on the board and in the period that are shown', () => {
  expect(entryAddress({ id: 'player-ada & bob', type: 'player', title: 'Ada' }, HERE)).toEqual({
    pathname: '/players/ada%20%26%20bob',
    search: '?period=weekly&board=relay',
  });
});

test('a tournament leads to what the search page says of it', () => {
  expect(entryAddress({ id: 'tournament-winter-cup', type: 'tournament', title: 'Winter Cup' }, HERE)).toEqual({
    pathname: '/search',
    search: '?period=weekly&text=Winter+Cup&category=tournaments&board=relay',
    hash: '#tournament-winter-cup',
  });
});

test('a username may look like the id of anything', () => {
  expect(ownId({ id: 'player-tournament-cup', type: 'player' })).toBe('tournament-cup');
});
