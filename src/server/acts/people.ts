import { keptBeside } from '../audit/beside-entry.ts';
import { Problem } from '../http/problem.ts';
import type { ToldAct } from '../audit/told-act.ts';
import { askedAt, fieldsOf, setBack, turned, type UndoParts, type Undos } from './parts/opposite.ts';

async function invitationOf({ operators: { invitations } }: UndoParts, { kept: { subject = '' } }: ToldAct) {
  return (await invitations.list()).find(({ id }) => id.startsWith(subject));
}

/** How to undo actions on people who operate the site. */
export const PEOPLE_UNDOS = {
  // Withdraws the invitation.
  'invite-operator': {
    ...askedAt('withdrawInvitation', 'withdraw-invitation'),
    async why(told, parts) {
      if ((await invitationOf(parts, told)) !== undefined) return undefined;
      const isLate = Date.parse(String(fieldsOf(told.kept.after)['expiresAt'])) <= parts.clock();
      return isLate ? 'This invitation has expired.' : 'This invitation was already used or withdrawn.';
    },
    async plan(parts, told) {
      const invitation = await invitationOf(parts, told);
      return {
        ...turned('open', invitation !== undefined, false),
        comparesItself: true,
        carryOut: () => parts.operators.invitations.withdraw(invitation!.id),
      };
    },
  },
  'withdraw-invitation': { why: 'The link is not stored. Invite them again.' },
  join: { why: 'Remove the person instead.' },
  // Restores the former role and name.
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
