// The names of a board's records, and the text between the links of their sentences.

export const RECORDS = {
  closest: (one: string) => `Closest ${one}`,
  climb: 'Biggest climb to the podium',
  most: (several: string, one: string) => `Most ${several} in a ${one}`,
  best: (one: string) => `Best ${one}`,
  streak: (one: string) => `Longest winning streak, ${one}s`,
  played: 'Longest streak of days played',
  won: 'won',
  tiedWith: 'tied with',
  aheadOf: (gap: string) => `${gap} ahead of`,
  was: (rank: string, since: string) => `was ${rank} ${since}`,
  and: (rank: string) => `and ${rank}`,
  of: (wins: string, periods: string) => `${wins} of ${periods}`,
  to: (from: string) => `${from} to`,
} as const;
