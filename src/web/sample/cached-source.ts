import type { LeaderboardSource } from '../../contract/leaderboard-source.ts';
import { createAnswerCache } from '../site/answer-cache.ts';

/** A source with cached answers: equal questions share one promise. */
export function cachedSource(source: LeaderboardSource): LeaderboardSource {
  const { ensure } = createAnswerCache();
  return {
    rankings: (question) => ensure({ key: ['rankings', question], ask: () => source.rankings(question) }),
    activities: () => ensure({ key: ['activities'], ask: () => source.activities() }),
    search: (question) => ensure({ key: ['search', question], ask: () => source.search(question) }),
    statCards: () => ensure({ key: ['stat-cards'], ask: () => source.statCards() }),
  };
}
