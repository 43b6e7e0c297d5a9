import { createContext } from 'react';

/** Shows a notice with an undo link. `after`: the number of the newest audit log entry before the action. */
type TellDone = (words: string, after?: number) => void;

export const DoneContext = createContext<TellDone>(() => {});
