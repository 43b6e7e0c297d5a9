/** Names arrive isolated, ranks and points as words. */
export const NEWS_WORDS = {
  tookLead: 'took the lead',
  secondsAgo: (seconds: number) => `${seconds} s ago`,
  minutesAgo: (minutes: number) => `${minutes} min ago`,
  leadsSince: (since: string) => `leads since ${since}`,
  ahead: { now: 'leads by', past: 'led by', final: 'won by' },
  behind: (gap: string) => `${gap} behind`,
  gotThereFirst: 'got there first',
  wins: (name: string, period: string, how: string) => `${name} wins the ${period}${how === '' ? '' : ` ${how}`}`,
  crosses: (name: string, how: string) => `${name} crosses the line first${how === '' ? '' : `, ${how}`}`,
  by: (gap: string) => `by ${gap}`,
  tiedWith: (name: string, isByJoining: boolean) => `tied with ${name}, who ${isByJoining ? 'joined' : 'got there'} later`,
  final: 'The result is final',
  toScale: (from: string, to: string, gap: string) => `${from} to ${to}: ${gap}, to scale`,
  result: 'See the result',
  show: (period: string) => `Show ${period}`,
} as const;
