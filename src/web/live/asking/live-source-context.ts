import { createContext, use } from 'react';

import type { LiveSource } from '../../../contract/live-source.ts';

export const LiveSourceContext = createContext<LiveSource | undefined>(undefined);

/** The source the live edition was started with. */
export function useLiveSource(): LiveSource {
  const source = use(LiveSourceContext);
  if (source === undefined) throw new Error('No <LiveSourceContext>');
  return source;
}
