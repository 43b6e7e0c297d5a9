import { describe, expect, test } from 'vitest';

import { describeLeaderboardSource } from '../contract/leaderboard-source.suite.ts';
import type { Standing } from '../domain/board.ts';
import type { Period } from '../domain/period.ts';
import type { SearchEntry } from '../domain/search/search.ts';
import { SAMPLE_ACTIVITIES } from './activities.ts';
import { createSampleSource } from './sample-source.ts';
import { SAMPLE_SEARCH_ENTRIES } from './search-entries.ts';
import { SAMPLE_STAT_CARDS } from './stat-cards.ts';

const titlesOf = (wanted: SearchEntry['type']) => SAMPLE_SEARCH_ENTRIES.flatMap(({ type, title }) => (type === wanted ? [title] : []));

describeLeaderboardSource('The sample source', {
  open: async (players) =>
    createSampleSource(
      players.map(({ id, username, avatar, points }) => ({ id, username, avatar, dailyPoints: points.daily, weeklyPoints: points.weekly })),
    ),
  moments: [0],
  // The same for any players.
  tells: () => ({
    activities: SAMPLE_ACTIVITIES,
    titles: { player: titlesOf('player'), tournament: titlesOf('tournament'), achievement: titlesOf('achievement') },
    cards: SAMPLE_STAT_CARDS,
  }),
});

const source = createSampleSource();

async function field(board: 'home' | 'leaderboard', period: Period): Promise<Standing[]> {
  const { podium, rows } = await source.rankings({ board, period, q: '', page: 1 });
  const lanes = podium.toSorted((a, b) => a.place - b.place);
  return [...lanes.flatMap(({ holder }) => (holder.kind === 'taken' ? [holder.standing] : [])), ...rows.items];
}

const names = (standings: readonly Standing[]) => standings.map(({ player }) => player.name);

describe('the sample players', () => {
  test('home has the first eight of the ten on the leaderboard, ranked among themselves', async () => {
    const [home, all] = await Promise.all([field('home', 'daily'), field('leaderboard', 'daily')]);
    expect(home).toHaveLength(8);
    expect(all).toHaveLength(10);
    expect(names(all).slice(0, 8)).toEqual(names(home));
    expect(home.map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  test('two are tied on daily points', async () => {
    const tied = (await field('leaderboard', 'daily')).filter(({ tie }) => tie.kind === 'tied');
    expect(names(tied)).toEqual(['MossGolem', 'QuillAndAsh']);
    for (const { tie } of tied) expect(tie).toEqual({ kind: 'tied', others: 1, decidedBy: 'joined-first' });
    expect(new Set(tied.map(({ points }) => points)).size).toBe(1);
  });

  test('ties go to the player who joined first, by id and not by list order', async () => {
    const level = ['p03', 'p01', 'p02'].map((id) => ({ id, username: id, avatar: '🦊', dailyPoints: 5, weeklyPoints: 5 }));
    const { podium } = await createSampleSource(level).rankings({ board: 'leaderboard', period: 'daily', q: '', page: 1 });
    const tie = { kind: 'tied', others: 2, decidedBy: 'joined-first' };
    expect(podium.map(({ place, holder }) => [place, holder.kind === 'taken' && [holder.standing.player.id, holder.standing.tie]])).toEqual(
      [
        [2, ['p02', tie]],
        [1, ['p01', tie]],
        [3, ['p03', tie]],
      ],
    );
  });

  test('weekly points are ten times the daily ones except for two players, who change the order', async () => {
    const [daily, weekly] = await Promise.all([field('leaderboard', 'daily'), field('leaderboard', 'weekly')]);
    const weeklyPoints = new Map(weekly.map(({ player, points }) => [player.id, points]));
    const exceptions = daily.filter(({ player, points }) => weeklyPoints.get(player.id) !== points * 10);
    expect(names(exceptions)).toEqual(['PipVoltage', 'OldIronsides']);
    const without = (standings: readonly Standing[]) => names(standings).filter((name) => !names(exceptions).includes(name));
    expect(without(weekly)).toEqual(without(daily));
    expect(names(weekly)).not.toEqual(names(daily));
  });

  test('prizes follow the place: First, Second, Third, then numbers as text', async () => {
    for (const period of ['daily', 'weekly'] as const) {
      const prizes = (await field('leaderboard', period)).map(({ prize }) => prize);
      expect(prizes.slice(0, 3)).toEqual(['First', 'Second', 'Third']);
      for (const prize of prizes.slice(3)) expect(prize).toMatch(/^\d+$/);
    }
  });
});

test('the six activities are those of the specification', async () => {
  const rows = (await source.activities()).map(({ title, points, difficulty, timeRequired }) => [title, points, difficulty, timeRequired]);
  expect(rows).toEqual([
    ['Daily Login Bonus', 100, 'Easy', '1 min'],
    ['Complete Challenges', 500, 'Medium', '30 min'],
    ['Tournament Participation', 1000, 'Hard', '2 hours'],
    ['Referral Program', 750, 'Easy', '5 min'],
    ['Achievement Hunter', 300, 'Medium', '1 hour'],
    ['Coin Collection', 200, 'Easy', '20 min'],
  ]);
});

test('five search results cover the three types, and two of different types share a word', async () => {
  const entries = await source.search({ text: '', category: 'all' });
  expect(entries).toHaveLength(5);
  expect(new Set(entries.map(({ type }) => type)).size).toBe(3);
  const falcons = await source.search({ text: 'falcon', category: 'all' });
  expect(falcons.map(({ type }) => type)).toEqual(['player', 'tournament']);
  expect(await source.search({ text: 'falcon', category: 'tournaments' })).toHaveLength(1);
});

test('one of the four stat cards shows a decrease', async () => {
  const changes = (await source.statCards()).map(({ change }) => Math.sign(change!));
  expect(changes.toSorted((a, b) => a - b)).toEqual([-1, 1, 1, 1]);
});
