// Texts of the other pages of the sample edition.

export const EARN = {
  title: 'Earn Points',
  description: 'Six ways to earn points: what each pays, how hard it is and how long it takes.',
  lead: 'Six ways to earn points, from one minute to two hours. Sample activities.',
} as const;

export const LEADERBOARD = {
  title: 'Leaderboards',
  description: 'Every player on the leaderboard, ranked by daily or weekly points.',
  lead: 'All ten players. Sample players and points.',
} as const;

export const SEARCH = {
  title: 'Search',
  description: 'Find players, tournaments and achievements by name.',
  lead: 'Players, tournaments and achievements, by title. Sample results.',
  results: 'Results',
  found: (count: number) => (count === 0 ? 'No results' : `${count} ${count === 1 ? 'result' : 'results'}`),
} as const;

export const WHITEBOARD = {
  title: 'Analytics Dashboard',
  description: 'Players, active games, tournaments and daily logins at a glance.',
  lead: 'The season at a glance. Sample figures.',
  against: 'from the previous seven days. A sample figure.',
  playersPerDay: 'Players per day',
  pointsByActivity: 'Points by activity',
  placeholder: (title: string) => `${title}: placeholder, no data`,
  stamp: 'Sample',
} as const;
