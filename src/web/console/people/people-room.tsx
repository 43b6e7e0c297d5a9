import { useQueryClient } from '@tanstack/react-query';
import type { SubmitEvent } from 'react';

import type { AnswerTo } from '../../../contract/api.ts';
import { PERSON_ROLES } from '../../../contract/operation/operators.ts';
import control from '../../ui/control.module.css';
import { useAsk } from '../asking/console-api.ts';
import { canUsePasskeys, madePasskey } from '../asking/passkeys.ts';
import { usePerson } from '../asking/signed-in.ts';
import { useTrying } from '../asking/use-act.ts';
import { useQuestion } from '../asking/use-question.ts';
import { Act, ActDialog } from '../parts/act.tsx';
import { Asked, FailureTold } from '../parts/asked.tsx';
import styles from '../parts/console.module.css';
import { ChoiceField, OnceShown, TextField, TickField } from '../parts/fields.tsx';
import { changesIn, textOf } from '../parts/form-body.ts';
import { DataTable, List, RowActs } from '../parts/list.tsx';
import { RoomPage, RoomPart } from '../parts/room-page.tsx';
import { Moment } from '../parts/words/moment.tsx';
import { roleChoices } from '../parts/words/role-words.ts';

/** Who may come in, and who is in. */
export function Component() {
  const { id: self, role } = usePerson();
  return (
    <RoomPage title="People" lead="Who operates this site, with which role, and where they are signed in.">
      <RoomPart title="Operators">
        <List
          id="operators"
          rows={({ operators }) => operators}
          none="Nobody has joined yet."
          columns={{
            Name: ({ id, name }) => (id === self ? `${name} (you)` : name),
            Role: (each) => (each.state === 'removed' ? 'removed' : each.role),
            'Signs in with': (each) => waysOf(each),
            'Last seen': ({ lastSeenAt }) => <Moment at={lastSeenAt} />,
            Acts: (each) => (role === 'owner' && each.state === 'active' ? <OperatorActs operator={each} /> : '–'),
          }}
        />
      </RoomPart>
      {role === 'owner' ? <Invitations /> : null}
      <OwnPasskeys />
      <RoomPart title="Sessions">
        <List
          id="sessions"
          rows={({ sessions }) => sessions}
          none="Nobody is signed in."
          columns={{
            Who: ({ person, own }) => (own ? `${person.name} (here)` : person.name),
            Since: ({ startedAt }) => <Moment at={startedAt} />,
            'Last seen': ({ seenAt }) => <Moment at={seenAt} />,
            Ends: ({ endsAt }) => <Moment at={endsAt} />,
            Acts: ({ id, person, own }) => (
              <Act
                act="endSession"
                opens="End"
                title={`End a session of ${person.name}`}
                label="End it"
                on={{ session: id }}
                done="The session is ended."
              >
                <p>{own ? 'You are signed out here.' : 'Whoever uses it has to sign in again.'}</p>
              </Act>
            ),
          }}
        />
      </RoomPart>
    </RoomPage>
  );
}

function waysOf({ passkeys, oidc }: AnswerTo<'changeOperator'>): string {
  const keys = passkeys.length === 0 ? [] : [passkeys.length === 1 ? 'a passkey' : `${passkeys.length} passkeys`];
  return [...keys, ...(oidc ? ['the organisation’s sign-in'] : [])].join(', ') || 'nothing any more';
}

function OperatorActs({ operator }: { readonly operator: AnswerTo<'changeOperator'> }) {
  const { id, name, keys } = operator;
  return (
    <RowActs of={name}>
      <Act
        act="changeOperator"
        opens="Change"
        title={`Change ${name}`}
        label="Save"
        kept={operator}
        on={{ operator: id }}
        asked={(_, body) => ({ body: changesIn(body, operator) })}
        done={`${name} is changed.`}
      >
        <TextField name="name" label="Name" required />
        <ChoiceField name="role" label="Role" options={roleChoices(PERSON_ROLES)} />
      </Act>
      <Act
        act="removeOperator"
        opens="Remove"
        title={`Remove ${name}`}
        label={`Remove ${name}`}
        on={{ operator: id }}
        asked={(form) => ({ query: { keys: textOf(form, 'keys') === 'revoke' ? 'revoke' : 'keep' } })}
        done={`${name} is removed.`}
      >
        <p>All their sessions end at once, and their passkeys and invitations stop working. What they did stays in the audit log.</p>
        {keys.length === 0 ? null : (
          <TickField
            name="keys"
            on="revoke"
            isTicked
            label={keys.length === 1 ? 'Revoke the API key they created' : `Revoke the ${keys.length} API keys they created`}
            hint={`${keys.join(', ')}. ${keys.length === 1 ? 'It keeps' : 'They keep'} working otherwise. A game that uses one needs another key first.`}
          />
        )}
      </Act>
    </RowActs>
  );
}

/** How long an invitation is good for, in hours. */
const HOURS = [
  { value: '', text: '30 minutes' },
  { value: '24', text: 'a day' },
  { value: '168', text: 'a week' },
];

/** The ways in that are open. */
function Invitations() {
  return (
    <RoomPart title="Invitations">
      <div>
        <Act
          act="inviteOperator"
          opens="Invite somebody"
          look="button"
          label="Make the link"
          done="The invitation is made."
          after={({ link }) => (
            <OnceShown name="link" label="Link" text={link}>
              Send this link to them, and to nobody else. It works once, and it is shown only now.
            </OnceShown>
          )}
        >
          <InvitedFields />
        </Act>
      </div>
      <List
        id="invitations"
        rows={({ invitations }) => invitations}
        none="No invitation is open."
        columns={{
          For: ({ name }) => name ?? 'whoever has the link',
          Role: ({ role, operator }) => (operator === null ? role : 'another passkey'),
          'Good until': ({ expiresAt }) => <Moment at={expiresAt} />,
          Acts: ({ id }) => (
            <Act
              act="withdrawInvitation"
              opens="Withdraw"
              title="Withdraw the invitation"
              label="Withdraw"
              on={{ invitation: id }}
              done="The invitation is withdrawn."
            >
              <p>Its link leads nowhere from then on.</p>
            </Act>
          ),
        }}
      />
    </RoomPart>
  );
}

function InvitedFields() {
  const { answer } = useQuestion('operators');
  const people = answer?.operators.filter(({ state }) => state === 'active') ?? [];
  return (
    <>
      <ChoiceField
        name="operator"
        label="For"
        options={[
          { value: '', text: 'Somebody new' },
          ...people.map(({ id, name }) => ({ value: id, text: `Another passkey for ${name}` })),
        ]}
      />
      <TextField name="name" label="Their name" hint="They can change it." />
      <ChoiceField name="role" label="Role" options={roleChoices(PERSON_ROLES)} defaultValue="moderator" />
      <ChoiceField name="hours" label="Good for" options={HOURS} />
    </>
  );
}

/** The passkeys of whoever is signed in. */
function OwnPasskeys() {
  const { id } = usePerson();
  return (
    <RoomPart title="Your passkeys">
      <Asked id="operators">
        {({ operators }) => {
          const passkeys = operators.find((each) => each.id === id)?.passkeys ?? [];
          return (
            <DataTable
              rows={passkeys}
              none="You have no passkey."
              columns={{
                Name: ({ name }) => name,
                Added: ({ addedAt, invitedBy }) => (
                  <>
                    <Moment at={addedAt} />
                    {invitedBy === null ? null : ` by an invitation from ${invitedBy.name ?? invitedBy.kind}`}
                  </>
                ),
                'Last used': ({ usedAt }) => <Moment at={usedAt} />,
                Acts: ({ id: passkey, name }) =>
                  passkeys.length === 1 ? (
                    'your only one'
                  ) : (
                    <Act
                      act="removePasskey"
                      opens="Remove"
                      title={`Remove ${name}`}
                      label={`Remove ${name}`}
                      on={{ passkey }}
                      done={`The passkey ${name} is removed.`}
                    >
                      <p>You can no longer sign in with it, and you are signed out everywhere but here.</p>
                    </Act>
                  ),
              }}
            />
          );
        }}
      </Asked>
      {canUsePasskeys() ? (
        <div>
          <ActDialog label="Add a passkey on this device">{(close) => <AddingPasskey onDone={close} />}</ActDialog>
        </div>
      ) : null}
    </RoomPart>
  );
}

function AddingPasskey({ onDone }: { readonly onDone: () => void }) {
  const ask = useAsk();
  const client = useQueryClient();
  const { error, mutate: attempt } = useTrying();
  const add = async (name: string) => {
    const { answer } = await ask('beginPasskey');
    const credential = await madePasskey(answer.options, '');
    await ask('addPasskey', { body: { name, credential } });
    await client.invalidateQueries();
    onDone();
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = textOf(new FormData(event.currentTarget), 'name');
    attempt(() => add(name));
  };
  return (
    <form className={styles.stack} onSubmit={submit}>
      <TextField name="name" label="Name" hint="Where it is, such as “laptop” or “key ring”." required maxLength={60} />
      <FailureTold failure={error} />
      <div>
        <button type="submit" className={control.primary}>
          Add it
        </button>
      </div>
    </form>
  );
}
