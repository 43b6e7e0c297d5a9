import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { viewBoard, type Standing } from '../domain/board.ts';
import { PERIODS, type Period } from '../domain/period.ts';
import { rankTotals } from '../domain/ranking.ts';
import { PODIUM_PLACES } from '../domain/podium.ts';
import { SEARCH_CATEGORIES, type SearchEntry } from '../domain/search/search.ts';
import { textMatcher } from '../domain/search/text-match.ts';
import type { StatCard } from '../domain/stat-card.ts';
import type { Activity } from '../domain/earning/activity.ts';
import { ROWS_PER_PAGE, type LeaderboardSource } from './leaderboard-source.ts';

const SEARCH_TYPES = ['player', 'tournament', 'achievement'] as const satisfies readonly SearchEntry['type'][];

/** A player to seed a source with: points for each period, and the moment both totals were reached. */
export interface SeededPlayer {
  readonly id: string;
  readonly username: string;
  readonly avatar: string;
  readonly points: Readonly<Record<Period, number>>;
  readonly reachedAt: number;
}

/** The expected answers of a source, apart from its rankings. */
interface Told {
  readonly activities: readonly Activity[];
  /** The titles that a search can find, by type, in the order in which an empty search lists them. */
  readonly titles: Readonly<Record<SearchEntry['type'], readonly string[]>>;
  readonly cards: readonly StatCard[];
}

/** A source under test, and how the suite creates it. */
export interface SourceUnderTest {
  /** Creates a source whose leaderboard is exactly these players. The player with the lower id joined first. */
  readonly open: (players: readonly SeededPlayer[]) => Promise<LeaderboardSource>;
  /** The moments at which players can reach their totals; a single one for a source without history. */
  readonly moments: readonly number[];
  /** The expected answers for a seed of at most twenty players. */
  readonly tells: (players: readonly SeededPlayer[]) => Told;
}

/** The tests that every source must pass. `runs`: the number of generated sources. */
export function describeLeaderboardSource(name: string, { open, moments, tells }: SourceUnderTest, runs = 200): void {
  const fields = (least: number, most: number) =>
    fc.uniqueArray(player, { selector: ({ id }) => id, minLength: least, maxLength: most, size: 'max' });
  const player = fc.record({
    // No letters: a source that also searches usernames in URLs must find no match there.
    id: fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 3 }),
    username: fc.string({ unit: fc.constantFrom(...'aAbBnNoO.é'), minLength: 1, maxLength: 6 }),
    avatar: fc.constantFrom('🦊', '🐼', '🐙'),
    // Few values, so that ties on points, and on points and moment, are common.
    points: fc.record({ daily: fc.integer({ min: 0, max: 6 }), weekly: fc.integer({ min: 0, max: 6 }) }),
    reachedAt: fc.constantFrom(...moments),
  });

  /** The answer computed by `domain`, without prizes, which differ by source. */
  const expected = (seed: readonly SeededPlayer[], period: Period, query: string, page: number) => {
    const field = rankTotals(totalsOf(seed, period)).map(({ rank, tie, total: { player, points } }): Standing => ({
      rank,
      tie,
      points,
      prize: '',
      player: { id: player.id, name: player.username, avatar: player.avatar },
    }));
    return viewBoard(field, { query, page, pageSize: ROWS_PER_PAGE });
  };

  const withoutPrizes = (view: Awaited<ReturnType<LeaderboardSource['rankings']>>) => ({
    podium: view.podium.map(({ place, holder }) => ({
      place,
      holder: holder.kind === 'taken' ? { ...holder, standing: { ...holder.standing, prize: '' } } : holder,
    })),
    rows: { ...view.rows, items: view.rows.items.map((standing) => ({ ...standing, prize: '' })) },
  });

  const few = Math.ceil(runs / 15);

  describe(`${name} answers`, () => {
    test('rankings like domain, including ties, filters and pages', async () => {
      const questions = fc.record({
        period: fc.constantFrom(...PERIODS),
        q: fc.constantFrom('', '', 'a', 'NO', 'é', '.', 'zzz'),
        page: fc.integer({ min: 1, max: 5 }),
      });
      await fc.assert(
        fc.asyncProperty(fields(0, 160), fc.array(questions, { minLength: 1, maxLength: 6 }), async (seed, asked) => {
          const source = await open(seed);
          for (const question of asked) {
            const answer = await source.rankings({ board: 'leaderboard', ...question });
            expect(withoutPrizes(answer)).toEqual(withoutPrizes(expected(seed, question.period, question.q, question.page)));
          }
        }),
        { numRuns: runs },
      );
    });

    test('the same question with the same answer twice', async () => {
      await fc.assert(
        fc.asyncProperty(fields(4, 20), async (seed) => {
          const source = await open(seed);
          const question = { board: 'leaderboard', period: 'daily', q: '', page: 1 } as const;
          const answer = await source.rankings(question);
          expect(answer.rows.total).toBe(seed.length - PODIUM_PLACES);
          expect(await source.rankings(question)).toEqual(answer);
        }),
        { numRuns: few },
      );
    });

    test('a search with the matches of the requested category, or of all categories, by title', async () => {
      await fc.assert(
        fc.asyncProperty(fields(1, 20), async (seed) => {
          const source = await open(seed);
          const { titles } = tells(seed);
          for (const category of SEARCH_CATEGORIES) {
            for (const text of ['', 'a', 'NO', 'é', '.', 'cup', 'zzz']) {
              const entries = await source.search({ text, category });
              const types = SEARCH_TYPES.filter((type) => category === 'all' || category === `${type}s`);
              expect(entries.map(({ type }) => type)).toEqual(
                entries.map(({ type }) => type).toSorted((a, b) => types.indexOf(a) - types.indexOf(b)),
              );
              for (const type of SEARCH_TYPES) {
                const found = entries.filter((entry) => entry.type === type).map(({ title }) => title);
                const wanted = types.includes(type) ? titles[type].filter(textMatcher(text)) : [];
                // With a text, the closest matches come first; without one, entries are in their own order.
                expect(text === '' ? found : found.toSorted()).toEqual(text === '' ? wanted : wanted.toSorted());
              }
              expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
            }
          }
        }),
        { numRuns: few },
      );
    });

    test('activities and stat cards', async () => {
      await fc.assert(
        fc.asyncProperty(fields(0, 20), async (seed) => {
          const source = await open(seed);
          const { activities, cards } = tells(seed);
          expect(await source.activities()).toEqual(activities);
          expect(await source.statCards()).toEqual(cards);
        }),
        { numRuns: few },
      );
    });
  });
}

/** The input of the ordering rule. */
export function totalsOf(seed: readonly SeededPlayer[], period: Period) {
  return seed.map((player) => ({ playerId: player.id, points: player.points[period], reachedAt: player.reachedAt, player }));
}
