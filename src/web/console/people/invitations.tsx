import { useState } from 'react';

import { PERSON_ROLES, type PersonRole } from '../../../contract/operation/operator-answers.ts';
import { useQuestion } from '../asking/use-question.ts';
import { ActDialog } from '../parts/form/act-dialog.tsx';
import { ActForm } from '../parts/form/act-form.tsx';
import { Answered } from '../parts/form/answered.tsx';
import { DataTable } from '../parts/list/data-table.tsx';
import { ChoiceField, numberOf, TextField, textOf } from '../parts/form/fields.tsx';
import { Moment } from '../parts/words/moment.tsx';
import { RoomPart } from '../parts/room-page.tsx';
import { MadeLink } from './made-link.tsx';
import { ROLE_WORDS } from '../parts/words/role-words.ts';

const ROLES = PERSON_ROLES.map((role) => ({ value: role, text: `${role}: ${ROLE_WORDS[role]}` }));

/** How long an invitation is good for, in hours. */
const HOURS = [
  { value: '', text: '30 minutes' },
  { value: '24', text: 'a day' },
  { value: '168', text: 'a week' },
];

/** The ways in that are open. */
export function Invitations() {
  const invitations = useQuestion('invitations');
  const operators = useQuestion('operators');
  const people = operators.answer?.operators.filter(({ state }) => state === 'active') ?? [];
  return (
    <RoomPart title="Invitations">
      <div>
        <ActDialog label="Invite somebody">{() => <Inviting people={people} />}</ActDialog>
      </div>
      <Answered question={invitations}>
        {({ invitations: all }) => (
          <DataTable
            caption="Invitations"
            rows={all}
            keyOf={({ id }) => id}
            none="No invitation is open."
            columns={[
              { head: 'For', cell: ({ name }) => name ?? 'whoever has the link' },
              { head: 'Role', cell: ({ role, operator }) => (operator === null ? role : 'another passkey') },
              { head: 'Good until', cell: ({ expiresAt }) => <Moment at={expiresAt} /> },
              {
                head: 'Acts',
                cell: ({ id }) => (
                  <ActDialog label="Withdraw" title="Withdraw the invitation" look="words">
                    {(close) => (
                      <ActForm
                        act="withdrawInvitation"
                        label="Withdraw"
                        asked={() => ({ invitation: id })}
                        done="The invitation is withdrawn."
                        onDone={close}
                      >
                        <p>Its link leads nowhere from then on.</p>
                      </ActForm>
                    )}
                  </ActDialog>
                ),
              },
            ]}
          />
        )}
      </Answered>
    </RoomPart>
  );
}

function Inviting({ people }: { readonly people: readonly { readonly id: string; readonly name: string }[] }) {
  const [link, setLink] = useState<string>();
  if (link !== undefined) return <MadeLink link={link} />;
  const everybody = [
    { value: '', text: 'Somebody new' },
    ...people.map(({ id, name }) => ({ value: id, text: `Another passkey for ${name}` })),
  ];
  return (
    <ActForm
      act="inviteOperator"
      label="Make the link"
      asked={(form) => {
        const [name, operator, hours] = [textOf(form, 'name'), textOf(form, 'operator'), numberOf(form, 'hours')];
        return {
          body: {
            role: textOf(form, 'role') as PersonRole,
            ...(name !== '' && { name }),
            ...(operator !== '' && { operator }),
            ...(hours !== undefined && { hours }),
          },
        };
      }}
      done="The invitation is made."
      onDone={(made) => setLink(made.link)}
    >
      <ChoiceField name="operator" label="For" options={everybody} />
      <TextField name="name" label="Their name" hint="They can change it." maxLength={60} />
      <ChoiceField name="role" label="Role" options={ROLES} defaultValue="moderator" />
      <ChoiceField name="hours" label="Good for" options={HOURS} />
    </ActForm>
  );
}
