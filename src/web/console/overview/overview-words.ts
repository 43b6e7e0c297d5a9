// Texts of the overview.

const plural = (count: number, one: string, other: string) => `${count} ${count === 1 ? one : other}`;

export const OVERVIEW = {
  page: { title: 'Overview', lead: 'What’s happening and what needs your attention.' },
  clear: 'All clear',
  attention: 'Needs attention',
  clearButBackups: 'Laurels does not check backups of PostgreSQL.',
  ending: {
    title: 'Ending soon',
    none: 'No period is ending. Create a board first.',
    heads: { ends: 'Ends', boards: 'Boards', final: 'Final' },
    boards(boards: number, title: string, withPrizes: number, kinds: readonly string[]) {
      const which = boards === 1 ? title : `${boards} boards`;
      const how = withPrizes === boards ? (boards === 1 ? 'with' : 'all with') : `${withPrizes} with`;
      const prizes = withPrizes === 0 ? '' : `, ${how} prizes`;
      return `${which} (${kinds.join(', ')})${prizes}`;
    },
  },
  keys: {
    title: 'API keys in use',
    none: 'No key is in use. Create one under Keys.',
    heads: { key: 'Key', role: 'Role', events: 'Events in 24 hours', posted: 'Last event', used: 'Last used' },
    all: (count: string) => `All ${count} keys`,
  },
  processes: {
    title: 'Processes',
    none: 'No processes reporting.',
    heads: { process: 'Process', seen: 'Last seen', started: 'Started', version: 'Version', memory: 'Memory' },
    here: (id: string) => `${id} (this one)`,
    unknown: 'unknown',
  },
  tiles: {
    events: 'Events per second',
    inMinutes: (count: string, minutes: number) => `${count} in the last ${minutes === 1 ? 'minute' : `${minutes} minutes`}`,
    backup: 'Latest backup',
    noBackup: 'none',
    backups: 'All backups',
    disk: 'Disk',
    free: (bytes: string) => `${bytes} free`,
    used: (total: string, database: string) => `of ${total}; the database uses ${database}`,
    processes: 'Server processes',
    sharing: (processes: number) => (processes === 1 ? 'this one only' : 'sharing the data'),
  },
} as const;

export const ACTIVITY = {
  title: 'Activity',
  range: 'Range',
  ranges: [
    { value: 'hours', text: 'Last 24 hours' },
    { value: 'days', text: 'Last 30 days' },
  ],
  zone: (zone: string) => `Times in ${zone}. Counted since`,
  series: [
    { of: 'events', title: 'Events', words: (value: number, count: string) => `${count} ${value === 1 ? 'event' : 'events'}` },
    { of: 'players', title: 'Players', words: (value: number, count: string) => `${count} ${value === 1 ? 'player' : 'players'}` },
    { of: 'refused', title: 'Refused', words: (_: number, count: string) => `${count} refused` },
  ],
  boards: {
    title: 'Most active boards',
    none: 'No events in the last 24 hours.',
    heads: { board: 'Board', events: 'Events in 24 hours' },
  },
} as const;

/** The steps of setting up a site, each with its page. */
export const SETUP = {
  title: 'Get started',
  done: (done: string, all: string) => `${done} of ${all} done.`,
  isDone: '✓ Done',
  steps: {
    'write-key': { to: '/keys', words: ['', 'Create a key', ' with the write role, for your game. '] },
    'first-point': { to: '/events', words: ['', 'Post points by hand', ' or from your game. '] },
    'board-title': { to: '/boards', words: ['', 'Create a board', ', or rename the first one. '] },
    prizes: { to: '/catalogue?part=prizes', words: ['', 'Add prizes', '. '] },
    logo: { to: '/appearance', words: ['', 'Set your game’s name and colour', ', and upload a logo. '] },
    backup: { to: '/backups', words: ['', 'Create a backup', ', now and every day. '] },
  },
  test: {
    opens: 'Post a test event',
    label: 'Post test event',
    told: 'Goes to the default board, where visitors see it until you undo it.',
  },
  fields: {
    username: { label: 'Username', hint: 'An unknown username creates a new player.', defaultValue: 'test-player' },
    points: { label: 'Points', defaultValue: 100 },
  },
  posted: (name: string) => `Points posted for ${name}.`,
  practice: ['', 'See how a week ends', ' with a practice settlement, before there are prizes to send.'],
  dismiss: 'Dismiss this list',
} as const;

/** Matters that can need attention. */
export const ATTENTION = {
  cannotStore: 'New points are being rejected: the database can’t store them.',
  held: (count: number) => plural(count, 'held event to review', 'held events to review'),
  reviews: (count: number) => plural(count, 'result under review', 'results under review'),
  due: (count: number) => plural(count, 'prize due', 'prizes due'),
  webhookOff: (name: string, reason: string) => `Webhook ${name} is off: ${reason}`,
  failed: (count: number, name: string) => `${plural(count, 'delivery', 'deliveries')} to webhook ${name} failed`,
  imports: (count: number) => `${plural(count, 'import', 'imports')} running: periods that have ended stay open.`,
  neverBackedUp: (trouble: string) => `There is no backup. ${trouble}`.trim(),
  noBackup: 'There is no backup yet. Create one.',
  ownerKey: (name: string) => `Key ${name} posts points with the owner role. Create a key with the write role for your game.`,
  passkey: (name: string, by: string) => `An invitation from ${by} added “${name}” to your passkeys. Remove it if it isn’t yours.`,
} as const;
