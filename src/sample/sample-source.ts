import { ROWS_PER_PAGE, type BoardName, type LeaderboardSource } from '../contract/leaderboard-source.ts';
import { viewBoard, type Standing } from '../domain/board.ts';
import type { Period } from '../domain/period.ts';
import { rankTotals } from '../domain/ranking.ts';
import { searchEntries } from '../domain/search/search.ts';
import { HOME_PLAYERS, SAMPLE_PLAYERS, SAMPLE_PRIZES, type SamplePlayer } from './players.ts';

/** Sample totals have no history: all are reached at the same moment, so ties go to the player who joined first. */
const SAMPLE_MOMENT = 0;

/**
 * Answers every page from the bundle, with domain functions on sample data and no requests. `homePlayers` of `players`, from the front, are
 * on the home board; the leaderboard has all of them.
 */
export function createSampleSource(players: readonly SamplePlayer[] = SAMPLE_PLAYERS, homePlayers = HOME_PLAYERS): LeaderboardSource {
  const playersOf: Readonly<Record<BoardName, readonly SamplePlayer[]>> = { home: players.slice(0, homePlayers), leaderboard: players };
  const fields = new Map<string, readonly Standing[]>();

  const fieldOf = (board: BoardName, period: Period): readonly Standing[] => {
    const key = `${board} ${period}`;
    const known = fields.get(key);
    if (known !== undefined) return known;
    const field = rankField(playersOf[board], period);
    fields.set(key, field);
    return field;
  };

  return {
    rankings: async ({ board, period, q, page }) => viewBoard(fieldOf(board, period), { query: q, page, pageSize: ROWS_PER_PAGE }),
    activities: async () => (await import('./activities.ts')).SAMPLE_ACTIVITIES,
    search: async (question) => searchEntries((await import('./search-entries.ts')).SAMPLE_SEARCH_ENTRIES, question),
    statCards: async () => (await import('./stat-cards.ts')).SAMPLE_STAT_CARDS,
  };
}

function rankField(players: readonly SamplePlayer[], period: Period): Standing[] {
  const totals = players.map((player) => ({
    playerId: player.id,
    points: period === 'daily' ? player.dailyPoints : player.weeklyPoints,
    reachedAt: SAMPLE_MOMENT,
    player: { id: player.id, name: player.username, avatar: player.avatar },
  }));
  return rankTotals(totals).map(({ rank, tie, total }) => ({
    rank,
    tie,
    points: total.points,
    prize: SAMPLE_PRIZES[rank - 1] ?? '',
    player: total.player,
  }));
}
