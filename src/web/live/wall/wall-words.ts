// Texts of boards on a wall and in frames of other sites.
export const WALL = {
  loading: 'Loading the board…',
  notLive: 'Not live',
  stale: (words: string) => `Not live. ${words}.`,
  left: (time: string) => `${time} left`,
  lastResults: (several: string, present: string, period: string) => `No ${several} ${present} yet. Last results: ${period}`,
  allOf: (site: string) => `See all on ${site}`,
} as const;
