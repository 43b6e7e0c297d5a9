import { ENDPOINTS } from '../../contract/api.ts';
import { keptBeside } from '../audit/beside-entry.ts';
import { Problem } from '../http/problem.ts';
import { fieldsPlan, type Opposite, type Undos } from './parts/opposite.ts';

/** An invitation that was not used is withdrawn. */
const withdrawInvitation: Opposite = {
  role: ENDPOINTS.withdrawInvitation.role,
  does: ['withdraw-invitation'],
  async plan({ operators: { invitations } }, { kept: { subject = '' } }) {
    const invitation = (await invitations.list()).find(({ id }) => id.startsWith(subject));
    return {
      act: 'withdraw-invitation',
      left: { open: true },
      now: { open: invitation !== undefined },
      wanted: { open: false },
      comparesItself: true,
      carryOut: () => invitations.withdraw(invitation!.id),
    };
  },
};

/** A person has their former role and name. */
const changeOperatorBack: Opposite = {
  role: ENDPOINTS.changeOperator.role,
  does: ['change-operator'],
  async plan({ boards: { store }, operators: { people } }, told) {
    // Kept by `People` in this form: a name may be somebody else's by now.
    const { id } = (await keptBeside(store, told)) as { readonly id: string };
    const person = (await people.list()).find((one) => one.id === id);
    if (person === undefined) throw new Problem('conflict', 'The person is not there any more. Nothing was done.');
    const { name, role, state } = person;
    return fieldsPlan(told, 'change-operator', { id, name, role, state }, (wanted) =>
      people.change(id, { name: wanted.name, role: wanted.role }),
    );
  },
};

/** What takes acts about people who operate the site back. */
export const PEOPLE_UNDOS = {
  'invite-operator': withdrawInvitation,
  'withdraw-invitation': { why: 'Its link is kept nowhere. Invite them again.' },
  join: { why: 'Remove the person.' },
  'change-operator': changeOperatorBack,
  'remove-operator': { why: 'Their passkeys are forgotten. Invite them again.' },
  'sign-in': { why: 'End the session.' },
  'end-session': { why: 'Only the person can sign in again.' },
  'add-passkey': { why: 'Only the person can remove it.' },
  'remove-passkey': { why: 'It is forgotten. Only the person can add it again.' },
} satisfies Undos;
