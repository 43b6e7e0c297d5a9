import type { LiveSource } from '../../../contract/live-source.ts';
import type { MissingModules, PageLine } from '../../site/page.ts';
import { receiptSearch } from '../links/player-address.ts';

/** The pages of the live edition, in the order of the navigation. Whatever knows of pages knows them from here. */
export const LIVE_PAGES: readonly PageLine<LiveSource>[] = [
  { path: '/', name: 'Reward', isFiltered: true, periodIn: ['period'], load: () => import('./home.tsx') },
  { path: '/earn', name: 'Earn', load: () => import('./earn.tsx') },
  { path: '/whiteboard', name: 'Whiteboard', load: () => import('./whiteboard.tsx') },
  { path: '/search', name: 'Search', load: () => import('./search.tsx') },
  { path: '/leaderboard', name: 'Leaderboard', isFiltered: true, periodIn: ['mode', 'period'], load: () => import('./leaderboard.tsx') },
  { path: '/players/:username', periodIn: ['mode', 'period'], load: () => import('./player.tsx') },
  { path: '/players/:username/why', periodIn: ['mode', 'period'], queryOf: receiptSearch, load: () => import('./receipt.tsx') },
];

/** The pages about what is missing. */
export const LIVE_MISSING: MissingModules = {
  moment: () => import('./no-moment.tsx'),
  period: () => import('./no-period.tsx'),
};
