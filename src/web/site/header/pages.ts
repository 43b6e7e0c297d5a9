/** The pages in the navigation, with the names of the specification. */
export const PAGES = [
  { name: 'Reward', pathname: '/' },
  { name: 'Earn', pathname: '/earn' },
  { name: 'Whiteboard', pathname: '/whiteboard' },
  { name: 'Search', pathname: '/search' },
  { name: 'Leaderboard', pathname: '/leaderboard' },
] as const;
