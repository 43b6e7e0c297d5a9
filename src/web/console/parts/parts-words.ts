// Texts of every form, dialog and list in the console.
import type { ApiPreview } from '../../../contract/operation/previews.ts';
import type { ApiWork } from '../../../contract/running-server.ts';

export const FORM = {
  working: 'Working…',
  checkFields: 'Some fields need another value. See the notes below them.',
  previewAgain: 'Preview again',
  previewShown: 'Preview shown. Nothing has changed yet.',
  confirm: (text: string) => `This can’t be undone. To confirm, type ${text}`,
  overtaken: (by = 'Someone else') => `${by} changed this while you had it open.`,
  kept: 'Your changes are still here, and nothing was overwritten.',
  overwrite: 'Overwrite with my version',
  changedMeanwhile: { caption: 'Their changes', heads: { before: 'When you opened it', after: 'Now' } },
  close: 'Close',
} as const;

/** What leaving would lose, by the form's "data-unsaved". */
export const LEAVING = {
  changes: {
    title: 'Discard unsaved changes?',
    told: 'Your changes have not been saved.',
    stay: 'Keep editing',
    leave: 'Discard changes',
  },
  import: {
    title: 'Stop the import?',
    told: 'Rows that were sent stay. To continue later, choose the same file again.',
    stay: 'Keep importing',
    leave: 'Stop and leave',
  },
} as const;

export const pageTitle = (page: string) => `${page} · Console`;

export const HELP_LINK = 'Help';

export const LOADING = 'Loading…';

/** Its code failed to load. */
export const FORM_MISSING = 'The form can’t be loaded. Check your connection and reload the page.';

export const FAILED = {
  unreachable: 'The server can’t be reached. Check your connection and try again.',
  unexplained: (status: number) => `The server returned an error (${status}) without details. Try again, and check its log.`,
} as const;

export const REQUEST = {
  shown: (summary: string) => `API request: ${summary}`,
  copy: 'Copy request',
  page: 'API requests of this page',
} as const;

export const LIST = {
  actions: 'Actions',
  actionsFor: (name: string) => `Actions for ${name}`,
} as const;

export const FIELDS = {
  copy: (name: string) => `Copy ${name}`,
  board: 'Board',
  allBoards: 'All boards',
  archived: (title: string) => `${title} (archived)`,
} as const;

export const CHOOSE = {
  choices: 'Choices',
  none: 'No matches.',
  more: (shown: number) => `The first ${shown} matches. Type to narrow them.`,
  search: (label: string) => `Search ${label.toLowerCase()}`,
  chosen: (chosen: number, all: number) => `${chosen} of ${all} selected`,
} as const;

export const PREVIEW = {
  label: 'Preview',
  rankWith: (rank: string) => `${rank} with`,
  looking: 'Calculating the changes…',
  incomplete: 'The preview appears here once the form is filled in.',
  heads: { before: 'Before', after: 'After' },
  unchanged: 'Nothing has changed yet.',
  none: 'No ranks would change.',
  some: 'This would change:',
  podium: '▲ A podium would change.',
  prizes: '▲ A prize would change hands.',
  summary: ({ podium, prizes, periods }: ApiPreview) => {
    if (podium) return prizes ? 'Podium and prizes change' : 'Podium changes';
    return prizes ? 'Prizes change' : periods.length === 0 ? 'No ranks change' : 'Podiums stay';
  },
  noneDue: 'Nobody is on a rank with a prize, so no prizes would be due.',
  due: (total: number, count: string) => (total === 1 ? 'One prize would be due' : `${count} prizes would be due`),
  more: (count: string) => `And ${count} more.`,
  others: (others: number, count: string) => `${count} other ${others === 1 ? 'player' : 'players'} would change rank.`,
  morePeriods: (periods: number, count: string) => (periods === 1 ? 'And one more period' : `And ${count} more periods`),
  selected: (changed: string, refused: number, count: string) =>
    `${changed} would change.${refused === 0 ? '' : ` ${count} can’t be changed and would stay as they are.`}`,
  samePodium: (names: string) => `The podium stays: ${names}.`,
  moves: {
    up: { sign: '▲', words: 'moves up' },
    down: { sign: '▼', words: 'moves down' },
    in: { sign: '+', words: 'joins the podium' },
    out: { sign: '×', words: 'leaves the podium' },
  },
  nobody: 'Nobody',
  still: (rank: string) => `still ${rank}`,
  unranked: 'unranked',
  prize: (prize: string, from: readonly string[], to: readonly string[]) =>
    `${prize}: ${from.join(', ') || 'nobody'} → ${to.join(', ') || 'nobody'}`,
} as const;

export const CHANGES = {
  field: 'Field',
  heads: { before: 'Before', after: 'After' },
  value: 'Value',
  none: 'No differences.',
  empty: 'none',
  more: (count: number) => `And ${count} more fields; the API returns all of them.`,
} as const;

export const WORK = {
  label: 'In progress',
  of: (done: string, total: string) => `${done} of ${total}`,
  backup: () => 'Creating a backup',
  drill: ({ subject }: ApiWork) => `Checking ${subject ?? 'a backup'}`,
  merge: ({ players: [from, into] }: ApiWork) => `Merging ${from?.displayName ?? 'a player'} into ${into?.displayName ?? 'another player'}`,
  erasure: ({ players: [player] }: ApiWork) => `Erasing ${player?.displayName ?? 'a player'}`,
  import: ({ subject, board }: ApiWork) => `Importing ${subject ?? 'a file'} into ${board ?? 'a board'}`,
} as const;
