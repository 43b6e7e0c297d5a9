import { createContext, use } from 'react';

/** Says that something was done, where the frame shows it with a way to take it back. */
export const DoneContext = createContext<(words: string) => void>(() => {});

export function useDone(): (words: string) => void {
  return use(DoneContext);
}
