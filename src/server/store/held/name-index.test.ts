import fc from 'fast-check';
import { expect, test } from 'vitest';

import { textMatcher } from '../../../domain/search/text-match.ts';
import { NameIndex } from './name-index.ts';
import { foldForSearch } from './search-key.ts';

/** Few letters, so that matches are frequent, including letters whose case and Unicode forms do not map one to one. */
const letters = fc.constantFrom(...'aAbB.%*é', 'e\u0301', 'ß', 'İ', 'Σ', 'ς', 'σ', '🦊', '🐙', '語');
const name = fc.string({ unit: letters, minLength: 1, maxLength: 6 });
const text = fc.oneof(fc.string({ unit: letters, maxLength: 4 }), fc.constantFrom('\n', '\0', 'a\nb', '_', 'zzz'));

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ does: fc.constant('come' as const), names: fc.tuple(name, name) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('come' as const), names: name.map((one) => [one, one] as [string, string]) }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('rename' as const), who: fc.nat(), to: name }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('search' as const), text, limit: fc.integer({ min: 0, max: 12 }) }) },
);

test('law: after any arrivals and renames, finds the first matches by the search box’s rule', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 80, size: 'max' }), async (steps) => {
      const players: [string, string][] = [];
      const index = indexOf(players);
      for (const taken of steps) {
        if (taken.does === 'come') players.push([...taken.names]);
        else if (taken.does === 'rename') {
          const number = (taken.who % Math.max(1, players.length)) + 1;
          const player = players[number - 1];
          if (player === undefined) continue;
          player[1] = taken.to;
          index.rename(number, foldForSearch(...player));
        } else {
          const matches = textMatcher(taken.text);
          const expected = players.flatMap((names, i) => (names.some(matches) ? [i + 1] : []));
          expect([taken.text, await index.matching(taken.text, taken.limit)]).toEqual([taken.text, expected.slice(0, taken.limit)]);
        }
      }
    }),
    { numRuns: 2000 },
  );
});

test('players who arrive or are renamed during a long read are found by their current names', async () => {
  const players = Array.from({ length: 12_000 }, (_, i): [string, string] => [`player ${i}`, 'old']);
  const index = indexOf(players);
  const searching = index.matching('new', 20);
  const [first, last] = [players[0]!, players.at(-1)!];
  for (const player of [first, last]) player[1] = 'new';
  index.rename(1, foldForSearch(...first));
  index.rename(12_000, foldForSearch(...last));
  players.push(['new', 'new']);
  expect(await searching).toEqual([1, 12_000, 12_001]);
  expect(await index.matching('old', 1)).toEqual([2]);
});

test('the index is rebuilt after very many renames and still finds the players', async () => {
  const players = Array.from({ length: 11_000 }, (_, i): [string, string] => [`player ${i}`, 'old']);
  const index = indexOf(players);
  expect(await index.matching('old', 20_000)).toHaveLength(11_000);
  for (const [i, player] of players.entries()) {
    player[1] = 'new';
    index.rename(i + 1, foldForSearch(...player));
  }
  expect(await index.matching('old', 20_000)).toEqual([]);
  expect(await index.matching('new', 3)).toEqual([1, 2, 3]);
});

function indexOf(players: readonly (readonly [string, string])[]): NameIndex {
  return new NameIndex((after, count) => players.slice(after, after + count).map((names) => foldForSearch(...names)));
}
