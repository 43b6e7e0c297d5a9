// Texts of the players pages.

export const PLAYERS = {
  page: { title: 'Players', lead: 'All players, including hidden and removed ones.' },
  filters: {
    q: { label: 'Search', placeholder: 'Part of a name', type: 'search', maxLength: 64 },
    state: { label: 'Status', options: { '': 'All', shown: 'Shown', hidden: 'Hidden', removed: 'Removed' } },
  },
  heads: {
    player: 'Player',
    status: 'Status',
    total: 'Points, all time',
    rank: 'Rank',
    board: 'Boards',
    scored: 'Last points',
    joined: 'Joined',
  },
  boardsMore: (others: string) => `and ${others} more`,
  open: 'Open',
  many: ['player', 'players'],
  bulk: {
    hidden: (players: string) => ({ opens: 'Hide', title: `Hide ${players}`, label: 'Hide players' }),
    shown: (players: string) => ({ opens: 'Show', title: `Show ${players}`, label: 'Show players' }),
    removed: (players: string) => ({ opens: 'Remove', title: `Remove ${players}`, label: 'Remove players' }),
    done: {
      hidden: (players: string) => `Hid ${players}.`,
      shown: (players: string) => `Showed ${players} again.`,
      removed: (players: string) => `Removed ${players}.`,
    },
  },
  facts: { username: 'Username', status: 'Status', standing: 'All time', boards: 'Boards', scored: 'Last points', joined: 'Joined' },
  standing: (rank: string | null) => (rank === null ? ', not ranked on ' : `, ${rank} on `),
  details: { page: 'All about this player', events: 'Events', held: 'Held points' },
  tooMany: 'Too many matches to show them all. Type more of the name.',
  none: 'No players yet. They appear as soon as your game posts points for them.',
  noMatch: 'No matching players.',
  removedFor: (reason: string) => `Removed: ${reason}`,
  erased: 'Erased',
} as const;

export const PLAYER = {
  links: { label: 'About this player', all: 'All players', page: 'Public page', log: 'Audit log for this player' },
  seen: {
    shown: 'Visible to everyone.',
    hidden: 'Not visible to visitors.',
    removed: 'Visitors see only that they were removed, and why.',
  },
  boards: {
    title: 'Boards',
    none: 'No events on any board.',
    heads: { board: 'Board', daily: 'Today', weekly: 'This week', monthly: 'This month', allTime: 'All time', receipt: 'Receipt' },
    place: (points: string, rank: string, total: string) => `${points}, rank ${rank} of ${total}`,
    why: 'Why this rank',
  },
  notes: {
    title: 'Notes',
    none: 'No notes. Operators see them here; visitors never do.',
    by: (who: string) => `${who}, `,
    add: { opens: 'Add note', title: 'Add a note', label: 'Save note', done: 'Note saved.' },
    text: { label: 'Note', hint: 'Up to 1,000 characters, for operators only. Erased with the player.' },
    remove: { opens: 'Delete', title: 'Delete this note', label: 'Delete note', done: 'Note deleted.' },
    removeTold: 'You can bring it back from the audit log.',
  },
  held: {
    title: 'Held points',
    none: 'None.',
    heads: { event: 'Event', board: 'Board', reason: 'Reason', when: 'When', status: 'Status' },
    review: 'Review held points',
  },
  events: { title: 'Events', none: 'No more events.' },
  final: {
    title: 'Final ranks',
    none: 'No final results yet.',
    heads: { period: 'Period', rank: 'Rank', points: 'Points' },
    rank: (rank: string, total: string) => `${rank} of ${total}`,
  },
} as const;

/** The actions on a player; `name` is their display name. */
export const PLAYER_ACTIONS = {
  rename: (name: string) => ({ opens: 'Rename', title: `Rename ${name}`, label: 'Save names' }),
  renamed: (from: string, to: string) => `${from} renamed to ${to}.`,
  names: {
    username: { label: 'Username', hint: 'Points your game posts under the old username go to a new player.', required: true },
    displayName: { label: 'Display name', required: true },
    avatar: { label: 'Avatar', hint: 'One emoji.', required: true },
  },
  hidden: { opens: 'Hide', label: 'Hide player', done: 'hidden.' },
  removedFields: { reason: { label: 'Reason', hint: 'Shown to everyone.' } },
  removed: { opens: 'Remove', label: 'Remove player', done: 'removed.' },
  shown: { opens: 'Show again', label: 'Show player', done: 'is shown again.' },
  told: {
    hidden: 'The player leaves every open ranking without a notice. Their points are kept, and new ones count once they are shown again.',
    removed: 'The player leaves every open ranking, and their page says why. Their points are kept. You can show them again.',
    shown: 'The player returns to every open ranking with all their points.',
  },
  merge: (name: string) => ({ opens: 'Merge', title: `Merge ${name} into another player`, label: 'Merge players' }),
  mergeTold: (name: string) =>
    `For someone with two accounts. Every event of ${name} moves to the other player with its own time. Final results do not change.`,
  mergeFields: { into: { label: 'Username of the other player', hint: 'This player keeps the points.', maxLength: 64 } },
  merged: (name: string, events: number, count: string) => `${name} merged: ${count} ${events === 1 ? 'event' : 'events'} moved.`,
  dangers: 'Danger zone',
  ban: (name: string) => ({ opens: 'Ban', title: `Ban ${name}`, label: 'Ban player' }),
  banTold:
    'Removes the player, rejects their points on hold and voids their events since the time you choose, on every board. Final results do ' +
    'not change. One undo reverts all of it.',
  banFields: {
    reason: { label: 'Reason', hint: 'Shown to everyone.' },
    voidFrom: { label: 'Void events since', hint: 'Your local time. Leave empty to void none.' },
  },
  wouldBan: (events: string, held: string) => `Events to void: ${events}. Held events to reject: ${held}.`,
  banned: (name: string, events: string, held: string) => `${name} banned. Events voided: ${events}. Held events rejected: ${held}.`,
  erase: (name: string) => ({ opens: 'Erase', title: `Erase ${name}`, label: 'Erase permanently' }),
  erased: { gone: 'Player erased from the database.', other: 'Player erased. The last traces in the database files are being removed.' },
  eraseShort: 'Deletes who the player was. Points and ranks stay under “Erased player”. This can’t be undone.',
  eraseTold: [
    [
      'Deleted:',
      'username, display name, avatar, page and event IDs. If your game posts one of those events again, it counts for a new player.',
    ],
    ['Kept:', 'points and ranks, under “Erased player”. Older backups still have the name; erase again after restoring one.'],
  ],
} as const;
