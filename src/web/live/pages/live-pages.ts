import type { LiveSource } from '../../../contract/live-source.ts';
import type { PageRoute } from '../../site/site-routes.tsx';

/** The pages of the live edition: one line a page. */
export const LIVE_PAGES: readonly PageRoute<LiveSource>[] = [
  ['', () => import('./home.tsx')],
  ['earn', () => import('./earn.tsx')],
  ['whiteboard', () => import('./whiteboard.tsx')],
  ['search', () => import('./search.tsx')],
  ['leaderboard', () => import('./leaderboard.tsx')],
  ['players/:username', () => import('./player.tsx')],
  ['players/:username/why', () => import('./receipt.tsx')],
];
