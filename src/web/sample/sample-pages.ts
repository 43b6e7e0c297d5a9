import type { LeaderboardSource } from '../../contract/leaderboard-source.ts';
import type { PageRoute } from '../site/site-routes.tsx';

/** The pages of the sample edition: one line a page. */
export const SAMPLE_PAGES: readonly PageRoute<LeaderboardSource>[] = [
  ['', () => import('./home.tsx')],
  ['earn', () => import('./earn.tsx')],
  ['whiteboard', () => import('./whiteboard.tsx')],
  ['search', () => import('./search.tsx')],
  ['leaderboard', () => import('./leaderboard.tsx')],
];
