// Texts of boards on a TV wall and in frames on other sites.
export const WALL = {
  loading: 'Loading the board…',
  notLive: 'Not live',
  stale: (words: string) => `Not live. ${words}.`,
  left: (time: string) => `${time} left`,
  lastResults: (several: string, present: string, period: string) => `No ${several} ${present} yet. Last results: ${period}`,
  allOf: (site: string) => `See all on ${site}`,
} as const;
