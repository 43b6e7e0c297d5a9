import { useQueryClient } from '@tanstack/react-query';
import type { SubmitEvent } from 'react';

import type { AnswerTo } from '../../../contract/api.ts';
import { isOfThisMachine } from '../../../contract/parts/link-rules.ts';
import control from '../../ui/control.module.css';
import { useAsk } from '../asking/console-api.ts';
import { canUsePasskeys, madePasskey } from '../asking/passkeys.ts';
import { usePerson } from '../asking/signed-in.ts';
import { useTrying } from '../asking/use-act.ts';
import { useQuestion } from '../asking/use-question.ts';
import { List } from '../list/list.tsx';
import { Act } from '../parts/act.tsx';
import { Asked, FailureTold } from '../parts/asked.tsx';
import styles from '../parts/console.module.css';
import { ActDialog } from '../parts/dialog.tsx';
import { TextField } from '../parts/field.tsx';
import { Fields, OnceShown, TickField } from '../parts/fields.tsx';
import { changesIn, textOf } from '../parts/form-body.ts';
import { DataTable, RowActs } from '../parts/table.tsx';
import { RoomPage, RoomPart } from '../parts/room-page.tsx';
import { Moment } from '../parts/words/moment.tsx';
import { INVITATIONS, PASSKEYS, PEOPLE, SESSIONS } from './people-words.ts';

/** The people page: operators, invitations, passkeys and sessions. */
export function Component() {
  const { id: self, role } = usePerson();
  const { operators } = PEOPLE;
  return (
    <RoomPage {...PEOPLE.page}>
      <List
        id="operators"
        {...operators}
        columns={{
          name: { name: ({ id, name }) => (id === self ? operators.you(name) : name), by: ({ name }) => name },
          role: { text: (each) => (each.state === 'removed' ? operators.removed : each.role), by: (each) => each.role },
          ways: (each) => waysOf(each),
          seen: { line: ({ lastSeenAt }) => <Moment at={lastSeenAt} />, by: ({ lastSeenAt }) => lastSeenAt },
          actions: (each) => (role === 'owner' && each.state === 'active' ? <OperatorActs operator={each} /> : '–'),
        }}
      />
      {role === 'owner' ? (
        <List
          id="invitations"
          {...INVITATIONS}
          above={() => (
            <Act
              act="inviteOperator"
              {...INVITATIONS.invite}
              look="button"
              after={({ link }) => (
                <OnceShown name="link" label={INVITATIONS.link} text={link} hint={INVITATIONS.linkTold(isOfThisMachine(link))} />
              )}
            >
              <InvitedFields />
            </Act>
          )}
          columns={{
            name: ({ name }) => name ?? INVITATIONS.anyone,
            role: ({ role, operator }) => (operator === null ? role : INVITATIONS.passkey),
            expires: { line: ({ expiresAt }) => <Moment at={expiresAt} /> },
            actions: ({ id }) => (
              <Act
                act="withdrawInvitation"
                {...INVITATIONS.withdraw}
                look="dangerWords"
                on={{ invitation: id }}
                told={INVITATIONS.withdrawTold}
              />
            ),
          }}
        />
      ) : null}
      <OwnPasskeys />
      <List
        id="sessions"
        {...SESSIONS}
        columns={{
          person: { name: ({ person, own }) => (own ? SESSIONS.here(person.name) : person.name), by: ({ person }) => person.name },
          since: { line: ({ startedAt }) => <Moment at={startedAt} />, by: ({ startedAt }) => startedAt },
          seen: { line: ({ seenAt }) => <Moment at={seenAt} />, by: ({ seenAt }) => seenAt },
          ends: { line: ({ endsAt }) => <Moment at={endsAt} />, by: ({ endsAt }) => endsAt },
          actions: ({ id, person, own }) => (
            <Act act="endSession" {...SESSIONS.end(person.name)} look="dangerWords" on={{ session: id }} told={SESSIONS.endTold(own)} />
          ),
        }}
      />
    </RoomPage>
  );
}

function waysOf({ passkeys, oidc }: AnswerTo<'changeOperator'>): string {
  const { operators } = PEOPLE;
  const keys = passkeys.length === 0 ? [] : [operators.passkeys(passkeys.length)];
  return [...keys, ...(oidc ? [operators.sso] : [])].join(', ') || operators.noWay;
}

function OperatorActs({ operator }: { readonly operator: AnswerTo<'changeOperator'> }) {
  const { id, name, keys } = operator;
  return (
    <RowActs of={name}>
      <Act
        act="changeOperator"
        {...PEOPLE.edit(name)}
        fields={PEOPLE.editFields}
        kept={operator}
        on={{ operator: id }}
        asked={(_, body) => ({ body: changesIn(body, operator) })}
      />
      <Act
        act="removeOperator"
        {...PEOPLE.remove(name)}
        told={PEOPLE.removeTold}
        look="dangerWords"
        on={{ operator: id }}
        asked={(form) => ({ query: { keys: textOf(form, 'keys') === 'revoke' ? 'revoke' : 'keep' } })}
      >
        {keys.length === 0 ? null : <TickField name="keys" on="revoke" isTicked {...PEOPLE.revokeKeys(keys)} />}
      </Act>
    </RowActs>
  );
}

function InvitedFields() {
  const { answer } = useQuestion('operators');
  const people = answer?.operators.filter(({ state }) => state === 'active') ?? [];
  const options = [
    { value: '', text: INVITATIONS.someone },
    ...people.map(({ id, name }) => ({ value: id, text: INVITATIONS.passkeyFor(name) })),
  ];
  return <Fields of={{ operator: { ...PEOPLE.fields.invitee, options }, ...PEOPLE.invitation }} />;
}

function OwnPasskeys() {
  const { id } = usePerson();
  return (
    <RoomPart title={PASSKEYS.title}>
      <Asked id="operators">
        {({ operators }) => {
          const passkeys = operators.find((each) => each.id === id)?.passkeys ?? [];
          return (
            <DataTable
              rows={passkeys}
              heads={PASSKEYS.heads}
              none={PASSKEYS.none}
              columns={{
                name: ({ name }) => name,
                added: ({ addedAt, invitedBy }) => (
                  <>
                    <Moment at={addedAt} />
                    {invitedBy === null ? null : PASSKEYS.invitedBy(invitedBy.name ?? invitedBy.kind)}
                  </>
                ),
                used: { line: ({ usedAt }) => <Moment at={usedAt} /> },
                actions: ({ id: passkey, name }) =>
                  passkeys.length === 1 ? (
                    PASSKEYS.only
                  ) : (
                    <Act act="removePasskey" {...PASSKEYS.remove(name)} look="dangerWords" on={{ passkey }} told={PASSKEYS.removeTold} />
                  ),
              }}
            />
          );
        }}
      </Asked>
      {canUsePasskeys() ? <ActDialog label={PASSKEYS.addHere}>{(close) => <AddingPasskey onDone={close} />}</ActDialog> : null}
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
      <TextField name="name" {...PEOPLE.fields.passkey} required maxLength={60} />
      <FailureTold failure={error} />
      <button type="submit" className={control.primary}>
        {PASSKEYS.add}
      </button>
    </form>
  );
}
