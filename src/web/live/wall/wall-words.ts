// What a board on a wall says.
export const WALL = {
  loading: 'Loading the board…',
  notLive: 'Not live',
  stale: (words: string) => `Not live. ${words}.`,
  left: (time: string) => `${time} left`,
  lastResults: (several: string, present: string, period: string) => `No ${several} ${present} yet. Last results: ${period}`,
} as const;
