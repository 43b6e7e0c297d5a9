import type { LiveSource } from '../../../contract/live-source.ts';
import type { MissingModules, PageLine } from '../../site/page.ts';
import { HALL_PATH, playerSearch, receiptSearch } from '../links/addresses.ts';
import { PAGE_NAMES } from '../words/live-board-words.ts';

/** The pages of the live edition, in navigation order. All code that needs the pages uses this list. */
export const LIVE_PAGES: readonly PageLine<LiveSource>[] = [
  { path: '/', name: PAGE_NAMES.home, load: () => import('./home.tsx'), isFiltered: true, hasWall: true, periodIn: ['period'] },
  { path: '/earn', name: PAGE_NAMES.earn, load: () => import('./earn.tsx') },
  { path: '/whiteboard', name: PAGE_NAMES.whiteboard, load: () => import('./whiteboard.tsx') },
  { path: '/search', name: PAGE_NAMES.search, load: () => import('./search.tsx') },
  {
    path: '/leaderboard',
    name: PAGE_NAMES.leaderboard,
    load: () => import('./leaderboard.tsx'),
    isFiltered: true,
    hasWall: true,
    periodIn: ['mode', 'period'],
  },
  { path: HALL_PATH, foundAs: PAGE_NAMES.hall, load: () => import('./hall-of-fame.tsx'), periodIn: ['mode', 'period'] },
  { path: '/players/:username', load: () => import('./player.tsx'), periodIn: ['mode', 'period'], queryOf: playerSearch },
  { path: '/players/:username/why', load: () => import('./receipt.tsx'), periodIn: ['mode', 'period'], queryOf: receiptSearch },
];

const missing = () => import('./missing.tsx');

/** The pages shown when something is missing. */
export const LIVE_MISSING: MissingModules = { page: () => import('./missing-page.tsx'), moment: missing, period: missing };
