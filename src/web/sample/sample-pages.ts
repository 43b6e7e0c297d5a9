import type { LeaderboardSource } from '../../contract/leaderboard-source.ts';
import type { PageLine } from '../site/page.ts';

/** The pages of the sample edition, in the order of the navigation. Whatever knows of pages knows them from here. */
export const SAMPLE_PAGES: readonly PageLine<LeaderboardSource>[] = [
  { path: '/', name: 'Reward', load: () => import('./home.tsx'), isFiltered: true },
  { path: '/earn', name: 'Earn', load: () => import('./earn.tsx') },
  { path: '/whiteboard', name: 'Whiteboard', load: () => import('./whiteboard.tsx') },
  { path: '/search', name: 'Search', load: () => import('./search.tsx') },
  { path: '/leaderboard', name: 'Leaderboard', load: () => import('./leaderboard.tsx'), isFiltered: true },
];
