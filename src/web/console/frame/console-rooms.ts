import type { ComponentType } from 'react';

interface ConsoleRoom {
  readonly path: string;
  readonly name: string;
  readonly load: () => Promise<{ readonly Component: ComponentType }>;
}

/** All pages in the order of the navigation. */
export const CONSOLE_ROOMS: readonly ConsoleRoom[] = [
  { path: '/', name: 'Overview', load: () => import('../overview/overview-room.tsx') },
  { path: '/players', name: 'Players', load: () => import('../players/players-room.tsx') },
  { path: '/events', name: 'Events', load: () => import('../events/events-room.tsx') },
  { path: '/import', name: 'Import', load: () => import('../importing/import-room.tsx') },
  { path: '/held', name: 'Held points', load: () => import('../held/held-room.tsx') },
  { path: '/boards', name: 'Boards', load: () => import('../boards/boards-room.tsx') },
  { path: '/catalogue', name: 'Catalogue', load: () => import('../catalogue/catalogue-room.tsx') },
  { path: '/appearance', name: 'Appearance', load: () => import('../appearance/appearance-room.tsx') },
  { path: '/periods', name: 'Periods', load: () => import('../periods/periods-room.tsx') },
  { path: '/payouts', name: 'Prizes won', load: () => import('../payouts/payouts-room.tsx') },
  { path: '/keys', name: 'Keys', load: () => import('../keys/keys-room.tsx') },
  { path: '/webhooks', name: 'Webhooks', load: () => import('../webhooks/webhooks-room.tsx') },
  { path: '/audit', name: 'Audit log', load: () => import('../audit/audit-room.tsx') },
  { path: '/backups', name: 'Backups', load: () => import('../backups/backups-room.tsx') },
  { path: '/people', name: 'People', load: () => import('../people/people-room.tsx') },
  { path: '/settings', name: 'Settings', load: () => import('../settings/settings-room.tsx') },
];
