import fc from 'fast-check';
import { expect, test } from 'vitest';

import { shownPlayers, standingsOf, viewBoard, type Standing } from './board.ts';

const standing = (rank: number, username: string): Standing => ({
  rank,
  points: 1000 - rank,
  prize: '',
  tie: { kind: 'none' },
  player: { id: `p${rank}`, name: username, avatar: '🦊' },
});

const field = (...usernames: string[]): Standing[] => usernames.map((username, i) => standing(i + 1, username));

const names = (standings: readonly Standing[]) => standings.map(({ rank, player }) => `${rank} ${player.name}`);
const everything = { query: '', page: 1, pageSize: 100 };

test('the first three stand on the podium and the rest in the rows', () => {
  const view = viewBoard(field('Ava', 'Bo', 'Cy', 'Di', 'Ed'), everything);
  expect(names(standingsOf(view))).toEqual(['1 Ava', '2 Bo', '3 Cy', '4 Di', '5 Ed']);
  expect(names(view.rows.items)).toEqual(['4 Di', '5 Ed']);
});

test('a filter moves the first matches to the podium, with their true ranks', () => {
  const view = viewBoard(field('Ava', 'Bo', 'Cora', 'Dana', 'Ed', 'Fay'), { ...everything, query: 'a' });
  expect(names(standingsOf(view))).toEqual(['1 Ava', '3 Cora', '4 Dana', '6 Fay']);
  expect(names(view.rows.items)).toEqual(['6 Fay']);
});

test('rows come in pages after the podium', () => {
  const view = viewBoard(field(...'ABCDEFG'), { query: '', page: 2, pageSize: 3 });
  expect(names(view.rows.items)).toEqual(['7 G']);
  expect(view.rows).toMatchObject({ page: 2, pages: 2, first: 4, total: 4 });
});

test('law: filtering finds what a naive filter finds, and changes neither order nor players', () => {
  const fields = fc
    .array(fc.string({ unit: fc.constantFrom('a', 'B', 'é', '.', ' '), maxLength: 5 }), { maxLength: 30 })
    .map((usernames) => field(...usernames));
  fc.assert(
    fc.property(fields, fc.string({ unit: fc.constantFrom('A', 'b', 'É', '.', ' '), maxLength: 2 }), (standings, query) => {
      const matches = standings.filter(({ player }) => player.name.toLowerCase().includes(query.toLowerCase()));
      expect(standingsOf(viewBoard(standings, { ...everything, query }))).toEqual(matches);
    }),
    { numRuns: 10_000 },
  );
});

test('law: all pages together show every player exactly once', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 1, max: 7 }), (players, pageSize) => {
      const standings = Array.from({ length: players }, (_, i) => standing(i + 1, `player ${i}`));
      const first = viewBoard(standings, { query: '', page: 1, pageSize });
      const seen = standingsOf(first);
      for (let page = 2; page <= first.rows.pages; page += 1) seen.push(...viewBoard(standings, { query: '', page, pageSize }).rows.items);
      expect(seen).toEqual(standings);
    }),
    { numRuns: 10_000 },
  );
});

test.each([0, 1, 2, 3, 5])('all of %i players are shown, on any page', (size) => {
  const players = field(...['Ava', 'Bo', 'Cy', 'Di', 'Ed'].slice(0, size));
  expect(shownPlayers(viewBoard(players, everything))).toBe(size);
  expect(shownPlayers(viewBoard(players, { ...everything, pageSize: 1 }))).toBe(size);
});
