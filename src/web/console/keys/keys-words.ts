// Texts of the API keys page.
import { KEY_BUDGETS } from '../../../contract/api-key.ts';
import type { Role } from '../../../contract/role.ts';

/** The form option for choosing a day. */
export const UNTIL = 'until';

/** The consequence of revoking a key, by its role. */
const REVOKE_MORE: Readonly<Partial<Record<Role, string>>> = {
  write: ' The points they would post are not recorded until they have another key.',
  play: ' Plays that they began can’t be finished. Games with another key are unaffected, and guests keep their points.',
};

export const KEYS = {
  page: { title: 'Keys', lead: 'API keys let programs post points or manage the site. People sign in instead.' },
  create: { opens: 'New key', label: 'Create key' },
  created: (name: string) => `Key ${name} created.`,
  ownersOnly: 'Only owners create and revoke keys.',
  filters: {
    q: { label: 'Search', placeholder: 'A name or a role', type: 'search' },
    state: { label: 'Status', options: { '': 'All', active: 'Active', expired: 'Expired', revoked: 'Revoked' } },
  },
  none: 'No keys yet. Your game’s server needs one with the write role to post points, a game without a server one with the play role.',
  noMatch: 'No matching keys.',
  heads: { key: 'Key', role: 'Role', status: 'Status', used: 'Last used', posted: 'Last event' },
  status: { active: 'Active', expired: 'Expired', revoked: 'Revoked' },
  since: { created: 'created', active: 'expires', expired: 'expired', revoked: 'revoked' },
  by: (who: string | null | undefined) => (who === null || who === undefined ? '' : ` by ${who}`),
  revoke: (name: string) => ({ opens: 'Revoke', title: `Revoke ${name}`, label: 'Revoke key', done: `Key ${name} revoked.` }),
  revokeTold: (role: Role) => `Programs using it stop working immediately.${REVOKE_MORE[role] ?? ''}`,
  playTold:
    'A public key: safe to publish, because it only reads boards, creates guests, and begins and finishes plays. Anyone can read it in your game, so give every board limits.',
  fields: {
    name: { label: 'Name', hint: 'Its purpose, such as match-server. Shown in the audit log.' },
    role: { label: 'Role' },
    expiry: { label: 'Expires' },
    expires: { label: 'Last day' },
    boards: { label: 'Boards it can post to', hint: 'Leave all unticked for every board.' },
    playBoards: { label: 'Boards it can play on', hint: 'Leave all unticked for every board.' },
  },
  playFields: {
    'bounds.origins': {
      label: 'Websites that may use it',
      placeholder: 'https://play.example',
      hint: 'Origins of web games, separated by spaces. Leave empty for games that are not on the web.',
    },
    'bounds.guests': { label: 'Max new guests per hour', placeholder: `${KEY_BUDGETS.guests}`, hint: 'All players of the game together.' },
    'bounds.plays': { label: 'Max plays per hour', placeholder: `${KEY_BUDGETS.plays}`, hint: 'All players of the game together.' },
  },
  boundFields: {
    'bounds.maxPoints': { label: 'Max points per event', hint: 'Leave empty to use the board’s limit.' },
    'bounds.noNegative': { label: 'No negative points', hint: 'Events with negative points are rejected.' },
    'bounds.noRename': { label: 'Can’t rename players', hint: 'Names and avatars of existing players stay as they are.' },
  },
  expiries: [
    { value: '', text: 'Never' },
    { value: '7', text: 'In a week' },
    { value: '30', text: 'In 30 days' },
    { value: '90', text: 'In 90 days' },
    { value: '365', text: 'In a year' },
    { value: UNTIL, text: 'On a day you choose' },
  ],
  bounds: {
    boards: (boards: readonly string[]) => `only ${boards.join(', ')}`,
    maxPoints: (count: string) => `max ${count} points per event`,
    noNegative: 'no negative points',
    noRename: 'can’t rename players',
    origins: (origins: readonly string[]) => `on ${origins.join(', ')}`,
    guests: (count: string) => `${count} guests per hour`,
    plays: (count: string) => `${count} plays per hour`,
  },
  secret: {
    label: 'Key',
    told: (name: string) =>
      `Key ${name} is shown only now. Copy it to where your program keeps its secrets. If you lose it, revoke it and create another.`,
    isPublic: (name: string) => `Key ${name} is shown only now. Put it in your game. If you lose it, create another.`,
  },
  tryGuest: 'Create a guest (it stays)',
  tryReading: 'Try it without changing anything',
  tryPosting: 'Post points (they count)',
  copied: 'I have copied it',
} as const;
