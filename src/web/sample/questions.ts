import { queryOptions } from '@tanstack/react-query';

import type { LeaderboardSource, RankingsQuestion, SearchQuestion } from '../../contract/leaderboard-source.ts';

/** The questions pages ask, each with the key its answer is cached under. */

export function rankingsOf(source: LeaderboardSource, question: RankingsQuestion) {
  return queryOptions({ queryKey: ['rankings', question], queryFn: () => source.rankings(question) });
}

export function activitiesOf(source: LeaderboardSource) {
  return queryOptions({ queryKey: ['activities'], queryFn: () => source.activities() });
}

export function searchOf(source: LeaderboardSource, question: SearchQuestion) {
  return queryOptions({ queryKey: ['search', question], queryFn: () => source.search(question) });
}

export function statCardsOf(source: LeaderboardSource) {
  return queryOptions({ queryKey: ['stat-cards'], queryFn: () => source.statCards() });
}
