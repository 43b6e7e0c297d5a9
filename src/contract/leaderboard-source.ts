import type { Activity } from '../domain/earning/activity.ts';
import type { BoardView } from '../domain/board.ts';
import type { SearchEntry } from '../domain/search/search.ts';
import type { StatCard } from '../domain/stat-card.ts';
import type { View } from './view.ts';

/** Rows per page of the rankings table. */
export const ROWS_PER_PAGE = 50;

/** The board behind `/` and the one behind `/leaderboard`. */
export const BOARD_NAMES = ['home', 'leaderboard'] as const;

export type BoardName = (typeof BOARD_NAMES)[number];

/** A board, and the part of the view that selects its rows. */
export type RankingsQuestion = { readonly board: BoardName } & Readonly<Pick<View, 'period' | 'q' | 'page'>>;

export type SearchQuestion = Readonly<Pick<View, 'text' | 'category'>>;

/**
 * The queries of the pages. The sample edition answers from its bundle, the live edition over HTTP; every implementation passes
 * `leaderboard-source.suite.ts`. The page shows a rejected promise as its error.
 */
export interface LeaderboardSource {
  rankings(question: RankingsQuestion): Promise<BoardView>;
  activities(): Promise<readonly Activity[]>;
  search(question: SearchQuestion): Promise<readonly SearchEntry[]>;
  statCards(): Promise<readonly StatCard[]>;
}
