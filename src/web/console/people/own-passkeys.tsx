import { useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';

import control from '../../ui/control.module.css';
import { useAsk } from '../asking/ask-context.ts';
import { canUsePasskeys, madePasskey } from '../asking/passkeys.ts';
import { usePerson } from '../asking/signed-in.ts';
import { useQuestion } from '../asking/use-question.ts';
import { ActDialog } from '../parts/form/act-dialog.tsx';
import { ActForm } from '../parts/form/act-form.tsx';
import { Answered } from '../parts/form/answered.tsx';
import { DataTable } from '../parts/list/data-table.tsx';
import { TextField, textOf } from '../parts/form/fields.tsx';
import { Moment } from '../parts/words/moment.tsx';
import { PasskeyFailure } from '../parts/passkey-failure.tsx';
import { RoomPart } from '../parts/room-page.tsx';
import styles from './people.module.css';

/** The passkeys of whoever is signed in. */
export function OwnPasskeys() {
  const { id } = usePerson();
  const operators = useQuestion('operators');
  return (
    <RoomPart title="Your passkeys">
      <Answered question={operators}>
        {({ operators: all }) => {
          const passkeys = all.find((each) => each.id === id)?.passkeys ?? [];
          return (
            <DataTable
              caption="Your passkeys"
              rows={passkeys}
              keyOf={(each) => each.id}
              none="You have no passkey."
              columns={[
                { head: 'Name', cell: ({ name }) => name },
                {
                  head: 'Added',
                  cell: ({ addedAt, invitedBy }) => (
                    <>
                      <Moment at={addedAt} />
                      {invitedBy === null ? null : ` by an invitation from ${invitedBy.name ?? invitedBy.kind}`}
                    </>
                  ),
                },
                { head: 'Last used', cell: ({ usedAt }) => (usedAt === null ? 'never' : <Moment at={usedAt} />) },
                {
                  head: 'Acts',
                  cell: ({ id: passkey, name }) =>
                    passkeys.length === 1 ? (
                      'your only one'
                    ) : (
                      <ActDialog label="Remove" title={`Remove ${name}`} look="words">
                        {(close) => (
                          <ActForm
                            act="removePasskey"
                            label={`Remove ${name}`}
                            asked={() => ({ passkey })}
                            done={`The passkey ${name} is removed.`}
                            onDone={close}
                          >
                            <p>You can no longer sign in with it, and you are signed out everywhere but here.</p>
                          </ActForm>
                        )}
                      </ActDialog>
                    ),
                },
              ]}
            />
          );
        }}
      </Answered>
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
  const [failure, setFailure] = useState<Error | null>(null);
  const add = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = textOf(new FormData(event.currentTarget), 'name');
    setFailure(null);
    try {
      const { answer } = await ask('beginPasskey');
      const credential = await madePasskey(answer.options, '');
      await ask('addPasskey', { body: { name, credential } });
      await client.invalidateQueries();
      onDone();
    } catch (error) {
      setFailure(error as Error);
    }
  };
  return (
    <form className={styles.made} onSubmit={(event) => void add(event)}>
      <TextField name="name" label="Name" hint="Where it is, such as “laptop” or “key ring”." required maxLength={60} />
      <PasskeyFailure failure={failure} />
      <div>
        <button type="submit" className={control.primary}>
          Add it
        </button>
      </div>
    </form>
  );
}
