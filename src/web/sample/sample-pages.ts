import type { LeaderboardSource } from '../../contract/leaderboard-source.ts';
import type { PageLine } from '../site/page.ts';
import { PAGE_NAMES } from './sample-words.ts';

/** The pages of the sample edition, in navigation order. All code that needs the pages uses this list. */
export const SAMPLE_PAGES: readonly PageLine<LeaderboardSource>[] = [
  { path: '/', name: PAGE_NAMES.home, load: () => import('./home.tsx'), isFiltered: true },
  { path: '/earn', name: PAGE_NAMES.earn, load: () => import('./earn.tsx') },
  { path: '/whiteboard', name: PAGE_NAMES.whiteboard, load: () => import('./whiteboard.tsx') },
  { path: '/search', name: PAGE_NAMES.search, load: () => import('./search.tsx') },
  { path: '/leaderboard', name: PAGE_NAMES.leaderboard, load: () => import('./leaderboard.tsx'), isFiltered: true },
];
