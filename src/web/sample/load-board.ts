import type { LeaderboardSource, RankingsQuestion } from '../../contract/leaderboard-source.ts';

/** Loads a board for a page, and what stands beside it: of everybody, whoever is looked for. */
export function loadBoard(source: LeaderboardSource, question: RankingsQuestion): Promise<unknown> {
  return Promise.all([
    source.rankings(question),
    source.rankings({ ...question, q: '', page: 1 }),
    // HTML shows all of it at once; a browser does not wait for what is furthest from the board.
    import.meta.env.SSR ? source.activities() : undefined,
  ]);
}
