// What the overview says.

const plural = (count: number, one: string, other: string) => `${count} ${count === 1 ? one : other}`;

export const OVERVIEW = {
  page: { title: 'Overview', lead: 'What’s happening and what needs your attention.' },
  clear: 'All clear',
  attention: 'Needs attention',
  ending: {
    title: 'Ending soon',
    none: 'No period is ending. Create a board first.',
    heads: { period: 'Period', ends: 'Ends', final: 'Final', prizes: 'Prizes' },
    prizes: (hasPrizes: boolean) => (hasPrizes ? 'yes' : '–'),
  },
  keys: {
    title: 'API keys in use',
    none: 'No key is in use. Create one under Keys.',
    heads: { key: 'Key', role: 'Role', posted: 'Last event', used: 'Last used' },
  },
  backups: {
    title: 'Backups',
    none: 'No backups yet.',
    heads: { file: 'File', made: 'Created', by: 'Type', checked: 'Verified', size: 'Size' },
    by: { manual: 'manual', scheduled: 'scheduled' },
    checked: (isChecked: boolean) => (isChecked ? 'yes' : 'no'),
    create: 'Create backup',
    done: (file: string) => `Backup created: ${file}`,
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
    kept: (count: string) => `Keeping the latest ${count}`,
    disk: 'Disk',
    free: (bytes: string) => `${bytes} free`,
    used: (total: string, database: string) => `of ${total}; the database uses ${database}`,
    processes: 'Server processes',
    sharing: (processes: number) => (processes === 1 ? 'this one only' : 'sharing the data'),
  },
  start: {
    title: 'Get started',
    steps: [
      ['/appearance', 'Set your game’s name and colour'],
      ['/boards', 'Create a board', ', or use the default one'],
      ['/catalogue?part=prizes', 'Add prizes'],
      ['/keys', 'Create a key', ' for your game to post points with'],
      ['/events', 'Post points by hand', ' to try it'],
      ['/periods', 'See how a week ends', ', and set how long you review results before prizes are due'],
    ],
  },
} as const;

/** What can need attention. */
export const ATTENTION = {
  cannotStore: 'New points are being rejected: the database can’t store them.',
  held: (count: number) => plural(count, 'held event to review', 'held events to review'),
  reviews: (count: number) => plural(count, 'result under review', 'results under review'),
  due: (count: number) => plural(count, 'prize due', 'prizes due'),
  webhookOff: (name: string, reason: string) => `Webhook ${name} is off: ${reason}`,
  failed: (count: number, name: string) => `${plural(count, 'delivery', 'deliveries')} to webhook ${name} failed`,
  imports: (count: number) => `${plural(count, 'import', 'imports')} running: periods that have ended stay open.`,
  neverBackedUp: (trouble: string) => `There is no backup. ${trouble}`.trim(),
  noBackup: 'There is no backup yet. Create one below.',
  ownerKey: (name: string) => `Key ${name} posts points with the owner role. Create a key with the write role for your game.`,
  passkey: (name: string, by: string) => `An invitation from ${by} added “${name}” to your passkeys. Remove it if it isn’t yours.`,
} as const;
