// Sections of the API documentation, in order.

/** Tags with their paths; each path has exactly one. */
const TAGGED = [
  {
    name: 'Points',
    description: 'Post points as they happen, import past ones, and decide about points on hold.',
    paths: /^\/api\/v1\/(?:points|imports|held|boards\/\{board\}\/limits)\b/,
  },
  {
    name: 'Boards',
    description: 'Create and change boards, and read their rankings.',
    paths: /^\/api\/v1\/(?:board-figures|boards(?:\/\{board\}(?:\/(?:rankings|view|highlights|trends|records))?)?)$/,
  },
  {
    name: 'Players',
    description: 'Read ranks, history and events of players. Rename, hide, merge and erase players.',
    paths: /^\/api\/v1\/(?:players|absent-players|merge-proposals|privacy)\b/,
  },
  {
    name: 'Periods',
    description: 'Read past winners, and review and settle results.',
    paths: /^\/api\/v1\/boards\/\{board\}\/(?:winners|hall-of-fame|played|rehearsal|practice|review|unsettled|settlements|reopenings)$/,
  },
  {
    name: 'Plays',
    description: 'For games without a server: create and recover guests, and begin and finish plays with a public key.',
    paths: /^\/api\/v1\/(?:plays|guests|boards\/\{board\}\/(?:challenge|replays))\b/,
  },
  { name: 'Prizes', description: 'List prizes won, and mark them as paid.', paths: /^\/api\/v1\/payouts\b/ },
  {
    name: 'Events',
    description: 'Search, export, void and restore the events behind the ranks.',
    paths: /^\/api\/v1\/(?:revisions$|ledger\b|boards\/\{board\}\/(?:ledger|revisions)\b)/,
  },
  {
    name: 'Live updates',
    description: 'Server-sent events that say when to read a board again.',
    paths: /^\/api\/v1\/(?:boards\/\{board\}\/)?events$/,
  },
  {
    name: 'Site',
    description: 'Set the catalogue and the look of the site. Search, and read its statistics.',
    paths: /^\/api\/v1\/(?:catalogue|activities|appearance|search|statistics)$/,
  },
  { name: 'Webhooks', description: 'Send messages to your server or a Discord channel.', paths: /^\/api\/v1\/webhooks\b/ },
  { name: 'Keys', description: 'Create, list and revoke API keys.', paths: /^\/api\/v1\/keys\b/ },
  {
    name: 'Operators',
    description: 'Invite people to run the site, sign in, and end sessions.',
    paths: /^\/api\/v1\/(?:sessions?|operators|invitations)\b/,
  },
  { name: 'Audit log', description: 'See who did what, and undo it.', paths: /^\/api\/v1\/audit\b/ },
  {
    name: 'Server',
    description: 'Check health, settings, long-running work and backups, and read this description.',
    paths: /^\/(?:livez|readyz|api\/v1\/(?:overview|settings|work|everything|backups(?:\/\{backup\}\/(?:file|checks))?|openapi\.json))$/,
  },
];

export const TAGS = TAGGED.map(({ name, description }) => ({ name, description }));

/** The index in `TAGS` of a path's tag. */
export function tagOf(path: string): number {
  const found = TAGGED.findIndex(({ paths }) => paths.test(path));
  if (found === -1) throw new Error(`${path} needs a tag: add it to one in tags.ts`);
  return found;
}
