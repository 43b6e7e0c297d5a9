import type { ComponentType } from 'react';

import type { ApiOverview } from '../../../contract/running-server.ts';
import { HELP_PATH } from '../help/chapter-address.ts';

/** The groups of the navigation, in order. */
export const ROOM_GROUPS = { run: 'Run', setUp: 'Set up', payouts: 'Payouts', system: 'System' } as const;

export interface ConsoleRoom {
  readonly path: string;
  readonly name: string;
  readonly group: keyof typeof ROOM_GROUPS;
  /** Its chapter of the documentation: a file of docs, and a heading in it. */
  readonly help: string;
  /** The page is about one board: the previous page's, if that is about one too. */
  readonly isOfBoard?: true;
  /** The number of items on it that wait for an operator. */
  readonly waiting?: (overview: ApiOverview) => number;
  readonly load: () => Promise<{ readonly Component: ComponentType }>;
}

/** All pages in navigation order. */
export const CONSOLE_ROOMS: readonly ConsoleRoom[] = [
  {
    path: '/',
    name: 'Overview',
    group: 'run',
    help: 'operating#watch-it',
    waiting: problems,
    load: () => import('../overview/overview-room.tsx'),
  },
  { path: '/players', name: 'Players', group: 'run', help: 'operating#somebody-cheats', load: () => import('../players/players-room.tsx') },
  {
    path: '/events',
    name: 'Events',
    group: 'run',
    help: 'operating#wrong-points',
    isOfBoard: true,
    load: () => import('../events/events-room.tsx'),
  },
  {
    path: '/import',
    name: 'Import',
    group: 'run',
    help: 'console#import-a-file',
    isOfBoard: true,
    load: () => import('../importing/import-room.tsx'),
  },
  {
    path: '/held',
    name: 'Held points',
    group: 'run',
    help: 'operating#somebody-cheats',
    waiting: ({ held }) => held,
    load: () => import('../held/held-room.tsx'),
  },
  { path: '/boards', name: 'Boards', group: 'setUp', help: 'commands#boards', load: () => import('../boards/boards-room.tsx') },
  { path: '/catalogue', name: 'Catalogue', group: 'setUp', help: 'catalogue', load: () => import('../catalogue/catalogue-room.tsx') },
  { path: '/appearance', name: 'Appearance', group: 'setUp', help: 'appearance', load: () => import('../appearance/appearance-room.tsx') },
  {
    path: '/periods',
    name: 'Periods',
    group: 'setUp',
    help: 'commands#periods-and-prizes',
    isOfBoard: true,
    waiting: ({ reviews }) => reviews.length,
    load: () => import('../periods/periods-room.tsx'),
  },
  {
    path: '/payouts',
    name: 'Prizes won',
    group: 'payouts',
    help: 'commands#periods-and-prizes',
    waiting: ({ payoutsDue }) => payoutsDue,
    load: () => import('../payouts/payouts-room.tsx'),
  },
  { path: '/keys', name: 'Keys', group: 'system', help: 'commands#keys-and-people', load: () => import('../keys/keys-room.tsx') },
  {
    path: '/webhooks',
    name: 'Webhooks',
    group: 'system',
    help: 'webhooks',
    waiting: failedDeliveries,
    load: () => import('../webhooks/webhooks-room.tsx'),
  },
  {
    path: '/audit',
    name: 'Audit log',
    group: 'system',
    help: 'console#what-you-can-rely-on',
    load: () => import('../audit/audit-room.tsx'),
  },
  { path: '/backups', name: 'Backups', group: 'system', help: 'operating#back-up', load: () => import('../backups/backups-room.tsx') },
  { path: '/people', name: 'People', group: 'system', help: 'console#sign-in', load: () => import('../people/people-room.tsx') },
  { path: '/settings', name: 'Settings', group: 'system', help: 'settings', load: () => import('../settings/settings-room.tsx') },
  { path: HELP_PATH, name: 'Help', group: 'system', help: 'console', load: () => import('../help/help-room.tsx') },
];

function problems({ canStore, troubles }: ApiOverview): number {
  return troubles.length + (canStore ? 0 : 1);
}

function failedDeliveries({ webhooks }: ApiOverview): number {
  return webhooks.reduce((sum, { failed }) => sum + failed, 0);
}
