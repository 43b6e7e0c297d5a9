import { createContext, use } from 'react';

import type { Ask } from './console-api.ts';

/** What the console asks. */
export const AskContext = createContext<Ask | undefined>(undefined);

export function useAsk(): Ask {
  const ask = use(AskContext);
  if (ask === undefined) throw new Error('Nobody said what the console asks.');
  return ask;
}
