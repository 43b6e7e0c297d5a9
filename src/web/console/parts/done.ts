import { createContext, use } from 'react';

/**
 * Says that something was done, where the frame shows it with a way to take it back. `after`: the number of the newest entry that the
 * audit log had before, where it is known; what was done has a later one.
 */
export type TellDone = (words: string, after?: number) => void;

export const DoneContext = createContext<TellDone>(() => {});

export function useDone(): TellDone {
  return use(DoneContext);
}
