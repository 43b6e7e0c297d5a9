import { createContext, use, useMemo } from 'react';

import type { LeaderboardSource } from '../../contract/leaderboard-source.ts';

/** The source that the edition was started with. */
export const SourceContext = createContext<LeaderboardSource | undefined>(undefined);

/** The source's answer to a page's question; suspends until it is loaded. The page keeps a reference, so that no cache evicts it. */
export function useAnswer<Name extends keyof LeaderboardSource>(name: Name, ...question: Parameters<LeaderboardSource[Name]>) {
  const source = use(SourceContext);
  if (source === undefined) throw new Error('No LeaderboardSource: render inside <SourceContext>');
  const ask = () => source[name](...(question as [never])) as Promise<Awaited<ReturnType<LeaderboardSource[Name]>>>;
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- a question is known by its text
  return use(useMemo(ask, [source, name, JSON.stringify(question)]));
}
