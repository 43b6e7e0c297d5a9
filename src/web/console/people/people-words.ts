// Texts of the people page.
import { PERSON_ROLES } from '../../../contract/operation/operators.ts';
import { roleChoices } from '../parts/words/role-words.ts';

const ROLES = roleChoices(PERSON_ROLES);

export const PEOPLE = {
  page: { title: 'People', lead: 'Who operates this site, their roles, and where they are signed in.' },
  operators: {
    title: 'Operators',
    none: 'Nobody has joined yet.',
    heads: { name: 'Name', role: 'Role', ways: 'Signs in with', seen: 'Last seen' },
    you: (name: string) => `${name} (you)`,
    removed: 'removed',
    passkeys: (count: number) => (count === 1 ? 'passkey' : `${count} passkeys`),
    sso: 'single sign-on',
    noWay: 'nothing',
  },
  edit: (name: string) => ({ opens: 'Edit', title: `Edit ${name}`, label: 'Save', done: `${name} saved.` }),
  editFields: { name: { label: 'Name', required: true }, role: { label: 'Role', options: ROLES } },
  remove: (name: string) => ({ opens: 'Remove', title: `Remove ${name}`, label: 'Remove person', done: `${name} removed.` }),
  removeTold: 'Ends all their sessions at once. Their passkeys and invitations stop working. Their actions stay in the audit log.',
  revokeKeys: (keys: readonly string[]) => ({
    label: keys.length === 1 ? 'Revoke the API key they created' : `Revoke the ${keys.length} API keys they created`,
    hint: `${keys.join(', ')}. Otherwise ${keys.length === 1 ? 'it keeps' : 'they keep'} working. A game that uses one needs another key first.`,
  }),
  fields: {
    invitee: { label: 'Invite' },
    passkey: { label: 'Name', hint: 'Where it is stored, such as “laptop” or “key ring”.' },
  },
  invitation: {
    name: { label: 'Name', hint: 'They can change it.' },
    role: { label: 'Role', options: ROLES, defaultValue: 'moderator' },
    hours: {
      label: 'Link expires in',
      options: [
        { value: '', text: '30 minutes' },
        { value: '24', text: '1 day' },
        { value: '168', text: '1 week' },
      ],
    },
  },
} as const;

export const INVITATIONS = {
  title: 'Invitations',
  invite: { opens: 'Invite someone', label: 'Create invitation link', done: 'Invitation created.' },
  link: 'Link',
  linkTold: (isOfThisMachine: boolean) =>
    `Send this link to them only. It works once and is shown only now.${
      isOfThisMachine ? ' It works on the server’s own computer only: to invite others, set LAURELS_URL to the site’s public URL.' : ''
    }`,
  none: 'No open invitations.',
  heads: { name: 'Name', role: 'Role', expires: 'Expires' },
  anyone: 'anyone with the link',
  passkey: 'another passkey',
  withdraw: { opens: 'Withdraw', title: 'Withdraw invitation', label: 'Withdraw invitation', done: 'Invitation withdrawn.' },
  withdrawTold: 'The link stops working.',
  someone: 'Someone new',
  passkeyFor: (name: string) => `Another passkey for ${name}`,
} as const;

export const PASSKEYS = {
  title: 'Your passkeys',
  none: 'You have no passkey.',
  heads: { name: 'Name', added: 'Added', used: 'Last used' },
  invitedBy: (by: string) => ` by an invitation from ${by}`,
  only: 'your only one',
  remove: (name: string) => ({ opens: 'Remove', title: `Remove ${name}`, label: 'Remove passkey', done: `Passkey ${name} removed.` }),
  removeTold: 'You can no longer sign in with it, and you are signed out everywhere but here.',
  addHere: 'Add a passkey on this device',
  add: 'Add passkey',
} as const;

export const SESSIONS = {
  title: 'Sessions',
  none: 'Nobody is signed in.',
  heads: { person: 'Person', since: 'Signed in', seen: 'Last seen', ends: 'Expires' },
  here: (name: string) => `${name} (this browser)`,
  end: (name: string) => ({ opens: 'End', title: `End a session of ${name}`, label: 'End session', done: 'Session ended.' }),
  endTold: (isOwn: boolean) => (isOwn ? 'You are signed out here.' : 'That device has to sign in again.'),
} as const;
