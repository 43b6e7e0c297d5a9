import { createContext, use, useMemo } from 'react';

import type { LeaderboardSource, RankingsQuestion, SearchQuestion } from '../../contract/leaderboard-source.ts';
import type { BoardView } from '../../domain/board.ts';
import type { Activity } from '../../domain/earning/activity.ts';
import type { SearchEntry } from '../../domain/search/search.ts';
import type { StatCard } from '../../domain/stat-card.ts';

/** The source the edition was started with. */
export const SourceContext = createContext<LeaderboardSource | undefined>(undefined);

function useSource(): LeaderboardSource {
  const source = use(SourceContext);
  if (source === undefined) throw new Error('No LeaderboardSource: render inside <SourceContext>');
  return source;
}

// The questions pages ask. Each suspends until the answer is there. A page holds on to what it shows, so that it cannot be
// dropped from the cache meanwhile.

export function useRankings({ board, period, q, page }: RankingsQuestion): BoardView {
  const source = useSource();
  return use(useMemo(() => source.rankings({ board, period, q, page }), [source, board, period, q, page]));
}

export function useSearch({ text, category }: SearchQuestion): readonly SearchEntry[] {
  const source = useSource();
  return use(useMemo(() => source.search({ text, category }), [source, text, category]));
}

export function useActivities(): readonly Activity[] {
  return useWhole((source) => source.activities());
}

export function useStatCards(): readonly StatCard[] {
  return useWhole((source) => source.statCards());
}

function useWhole<Answer>(ask: (source: LeaderboardSource) => Promise<Answer>): Answer {
  const source = useSource();
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- a source is asked the same each time
  return use(useMemo(() => ask(source), [source]));
}
