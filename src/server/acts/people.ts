import { keptBeside } from '../audit/beside-entry.ts';
import { Problem } from '../http/problem.ts';
import { askedAt, setBack, turned, type Undos } from './parts/opposite.ts';

/** What takes acts about people who operate the site back. */
export const PEOPLE_UNDOS = {
  // Withdraws it.
  'invite-operator': {
    ...askedAt('withdrawInvitation', 'withdraw-invitation'),
    async plan({ operators: { invitations } }, { kept: { subject = '' } }) {
      const invitation = (await invitations.list()).find(({ id }) => id.startsWith(subject));
      return {
        ...turned('open', invitation !== undefined, false),
        comparesItself: true,
        carryOut: () => invitations.withdraw(invitation!.id),
      };
    },
  },
  'withdraw-invitation': { why: 'The link is not stored. Invite them again.' },
  join: { why: 'Remove the person instead.' },
  // They have their former role and name.
  'change-operator': setBack(
    'change-operator',
    'changeOperator',
    async ({ boards: { store }, operators: { people } }, told) => {
      // By id, because names can be reused.
      const kept = (await keptBeside(store, told)) as { readonly id: string };
      const person = (await people.list()).find(({ id }) => id === kept.id);
      if (person === undefined) throw new Problem('conflict', 'This person no longer exists. Nothing was done.');
      return { id: person.id, name: person.name, role: person.role, state: person.state };
    },
    ({ id, name, role }, { operators: { people } }) => people.change(id, { name, role }),
  ),
  'remove-operator': { why: 'Their passkeys were deleted. Invite them again.' },
  'sign-in': { why: 'End the session instead.' },
  'end-session': { why: 'Only the person can sign in again.' },
  'add-passkey': { why: 'Only the person can remove it.' },
  'remove-passkey': { why: 'Only the person can add it again.' },
} satisfies Undos;
