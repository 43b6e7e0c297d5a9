import { useState } from 'react';

import { PERSON_ROLES, type PersonRole } from '../../../contract/operation/operator-answers.ts';
import { useQuestion } from '../asking/use-question.ts';
import { ActForm } from '../parts/act-form.tsx';
import { Act, ActDialog } from '../parts/act.tsx';
import { ChoiceField, filled, numberOf, TextField, textOf } from '../parts/fields.tsx';
import { List } from '../parts/list.tsx';
import { RoomPart } from '../parts/room-page.tsx';
import { OnceShown } from '../parts/once-shown.tsx';
import { Moment } from '../parts/words/moment.tsx';
import { roleChoices } from '../parts/words/role-words.ts';

/** How long an invitation is good for, in hours. */
const HOURS = [
  { value: '', text: '30 minutes' },
  { value: '24', text: 'a day' },
  { value: '168', text: 'a week' },
];

/** The ways in that are open. */
export function Invitations() {
  return (
    <RoomPart title="Invitations">
      <div>
        <ActDialog label="Invite somebody">{() => <Inviting />}</ActDialog>
      </div>
      <List
        id="invitations"
        caption="Invitations"
        rows={({ invitations }) => invitations}
        keyOf={({ id }) => id}
        none="No invitation is open."
        columns={[
          { head: 'For', cell: ({ name }) => name ?? 'whoever has the link' },
          { head: 'Role', cell: ({ role, operator }) => (operator === null ? role : 'another passkey') },
          { head: 'Good until', cell: ({ expiresAt }) => <Moment at={expiresAt} /> },
          {
            head: 'Acts',
            cell: ({ id }) => (
              <Act
                act="withdrawInvitation"
                opens="Withdraw"
                title="Withdraw the invitation"
                label="Withdraw"
                asked={() => ({ invitation: id })}
                done="The invitation is withdrawn."
              >
                <p>Its link leads nowhere from then on.</p>
              </Act>
            ),
          },
        ]}
      />
    </RoomPart>
  );
}

function Inviting() {
  const { answer } = useQuestion('operators');
  const people = answer?.operators.filter(({ state }) => state === 'active') ?? [];
  const [link, setLink] = useState<string>();
  if (link !== undefined) {
    return (
      <OnceShown name="link" label="Link" text={link}>
        Send this link to them, and to nobody else. It works once, and it is shown only now.
      </OnceShown>
    );
  }
  return (
    <ActForm
      act="inviteOperator"
      label="Make the link"
      asked={(form) => ({
        body: {
          role: textOf(form, 'role') as PersonRole,
          ...filled({ name: textOf(form, 'name'), operator: textOf(form, 'operator'), hours: numberOf(form, 'hours') }),
        },
      })}
      done="The invitation is made."
      onDone={(made) => setLink(made.link)}
    >
      <ChoiceField
        name="operator"
        label="For"
        options={[
          { value: '', text: 'Somebody new' },
          ...people.map(({ id, name }) => ({ value: id, text: `Another passkey for ${name}` })),
        ]}
      />
      <TextField name="name" label="Their name" hint="They can change it." maxLength={60} />
      <ChoiceField name="role" label="Role" options={roleChoices(PERSON_ROLES)} defaultValue="moderator" />
      <ChoiceField name="hours" label="Good for" options={HOURS} />
    </ActForm>
  );
}
