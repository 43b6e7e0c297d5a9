import type { QueryClient } from '@tanstack/react-query';

import type { LeaderboardSource, RankingsQuestion } from '../../contract/leaderboard-source.ts';
import { activitiesOf, rankingsOf } from './questions.ts';

/** Loads a board for a page, and what stands beside it: of everybody, whoever is looked for. */
export function loadBoard(source: LeaderboardSource, queryClient: QueryClient, question: RankingsQuestion): Promise<unknown> {
  return Promise.all([
    queryClient.ensureQueryData(rankingsOf(source, question)),
    queryClient.ensureQueryData(rankingsOf(source, { ...question, q: '', page: 1 })),
    // HTML shows all of it at once; a browser does not wait for what is furthest from the board.
    import.meta.env.SSR ? queryClient.ensureQueryData(activitiesOf(source)) : undefined,
  ]);
}
