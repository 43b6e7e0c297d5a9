import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { viewBoard, type Standing } from '../domain/board.ts';
import { PERIODS, type Period } from '../domain/period.ts';
import { rankTotals } from '../domain/ranking.ts';
import { SEARCH_CATEGORIES } from '../domain/search/search.ts';
import { ROWS_PER_PAGE, type LeaderboardSource } from './leaderboard-source.ts';

/** A player as a source is seeded: points for each period, and the moment both totals were reached. */
export interface SeededPlayer {
  readonly id: string;
  readonly username: string;
  readonly avatar: string;
  readonly points: Readonly<Record<Period, number>>;
  readonly reachedAt: number;
}

/** What every source must do. `open` makes one whose leaderboard is exactly the players given; `runs` says how many it should make. */
export function describeLeaderboardSource(
  name: string,
  open: (players: readonly SeededPlayer[]) => Promise<LeaderboardSource>,
  runs = 200,
): void {
  const players = fc.uniqueArray(
    fc.record({
      // No letters: a source that also searches what players are called in addresses must find nothing there.
      id: fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 3 }),
      username: fc.string({ unit: fc.constantFrom(...'aAbBnNoO.é'), minLength: 1, maxLength: 6 }),
      avatar: fc.constantFrom('🦊', '🐼', '🐙'),
      points: fc.record({ daily: fc.integer({ min: 0, max: 6 }), weekly: fc.integer({ min: 0, max: 6 }) }),
      // One moment for everybody: sources without a history must agree with those that have one.
      reachedAt: fc.constant(0),
    }),
    { selector: ({ id }) => id, maxLength: 160, size: 'max' },
  );

  /** The answer as `domain` gives it, without the prizes, which are the source's own. */
  const expected = (seed: readonly SeededPlayer[], period: Period, query: string, page: number) => {
    const totals = seed.map((player) => ({ playerId: player.id, points: player.points[period], reachedAt: player.reachedAt, player }));
    const field = rankTotals(totals).map(({ rank, tie, total: { player, points } }): Standing => ({
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

  describe(`${name} answers`, () => {
    test('rankings as domain does, ties, filters and pages included', async () => {
      const questions = fc.record({
        period: fc.constantFrom(...PERIODS),
        q: fc.constantFrom('', '', 'a', 'NO', 'é', '.', 'zzz'),
        page: fc.integer({ min: 1, max: 5 }),
      });
      await fc.assert(
        fc.asyncProperty(players, fc.array(questions, { minLength: 1, maxLength: 6 }), async (seed, asked) => {
          const source = await open(seed);
          for (const question of asked) {
            const answer = await source.rankings({ board: 'leaderboard', ...question });
            expect(withoutPrizes(answer)).toEqual(withoutPrizes(expected(seed, question.period, question.q, question.page)));
          }
        }),
        { numRuns: runs },
      );
    });

    test('the same question the same way twice', async () => {
      const source = await open([]);
      const question = { board: 'leaderboard', period: 'daily', q: '', page: 1 } as const;
      expect(await source.rankings(question)).toEqual(await source.rankings(question));
    });

    test('a search with entries of the category asked for, and all of them without one', async () => {
      const source = await open([]);
      const all = await source.search({ text: '', category: 'all' });
      const sorted: unknown[] = [];
      for (const category of SEARCH_CATEGORIES.filter((one) => one !== 'all')) {
        const entries = await source.search({ text: '', category });
        for (const { type } of entries) expect(`${type}s`).toBe(category);
        sorted.push(...entries);
      }
      expect(new Set(sorted)).toEqual(new Set(all));
    });

    test('activities and stat cards with what pages need', async () => {
      const source = await open([]);
      for (const activity of await source.activities()) expect(activity.points).toBeGreaterThan(0);
      expect((await source.statCards()).map(({ label }) => label)).toEqual([
        'Total Players',
        'Active Games',
        'Tournaments',
        'Daily Logins',
      ]);
    });
  });
}
