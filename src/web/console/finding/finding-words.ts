// Texts of the console's search.
import type { ActId } from '../asking/use-act.ts';

export const FINDING = {
  title: 'Search',
  label: 'Search the console',
  placeholder: 'A player, event ID, board, key or page',
  kinds: {
    action: 'Actions',
    page: 'Pages',
    player: 'Players',
    event: 'Events',
    board: 'Boards',
    key: 'Keys',
    chapter: 'Documentation',
  },
  searching: 'Searching…',
  none: (text: string) => `No matches for “${text}”.`,
  failed: 'Part of the search failed. Type to try again.',
  found: (count: number) => (count === 1 ? '1 result' : `${count} results`),
  event: (player: string, board: string) => `${player}, ${board}`,
  events: 'Events of this board',
} as const;

/** Actions that can be opened directly: their pages open their forms. */
export const ACTIONS: readonly { readonly act: ActId; readonly name: string; readonly path: string }[] = [
  { act: 'postByHand', name: 'Post points', path: '/events' },
  { act: 'makeBoard', name: 'New board', path: '/boards' },
  { act: 'addKey', name: 'New key', path: '/keys' },
  { act: 'addWebhook', name: 'New webhook', path: '/webhooks' },
  { act: 'makeBackup', name: 'Back up now', path: '/backups' },
  { act: 'inviteOperator', name: 'Invite someone', path: '/people' },
];
