import { createContext, use } from 'react';

import type { LeaderboardSource } from '../../contract/leaderboard-source.ts';

export const SourceContext = createContext<LeaderboardSource | undefined>(undefined);

/** The source the edition was started with. */
export function useSource(): LeaderboardSource {
  const source = use(SourceContext);
  if (source === undefined) throw new Error('No LeaderboardSource: render inside <SourceContext>');
  return source;
}
