import { useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';

import type { ApiOperator } from '../../../contract/operation/operator-answers.ts';
import control from '../../ui/control.module.css';
import { useAsk } from '../asking/ask-context.ts';
import { canUsePasskeys, madePasskey } from '../asking/passkeys.ts';
import { usePerson } from '../asking/signed-in.ts';
import styles from '../parts/console.module.css';
import { Act, ActDialog } from '../parts/act.tsx';
import { Asked, FailureTold } from '../parts/asked.tsx';
import { TextField, textOf } from '../parts/fields.tsx';
import { DataTable } from '../parts/list.tsx';
import { Moment } from '../parts/words/moment.tsx';
import { RoomPart } from '../parts/room-page.tsx';

/** The passkeys of whoever is signed in. */
export function OwnPasskeys() {
  const { id } = usePerson();
  return (
    <RoomPart title="Your passkeys">
      <Asked id="operators">
        {({ operators }) => {
          const passkeys = operators.find((each) => each.id === id)?.passkeys ?? [];
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
                { head: 'Acts', cell: (each) => (passkeys.length === 1 ? 'your only one' : <RemovePasskey passkey={each} />) },
              ]}
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

function RemovePasskey({ passkey: { id, name } }: { readonly passkey: ApiOperator['passkeys'][number] }) {
  return (
    <Act
      act="removePasskey"
      opens="Remove"
      title={`Remove ${name}`}
      label={`Remove ${name}`}
      asked={() => ({ passkey: id })}
      done={`The passkey ${name} is removed.`}
    >
      <p>You can no longer sign in with it, and you are signed out everywhere but here.</p>
    </Act>
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
    <form className={styles.stack} onSubmit={(event) => void add(event)}>
      <TextField name="name" label="Name" hint="Where it is, such as “laptop” or “key ring”." required maxLength={60} />
      <FailureTold failure={failure} />
      <div>
        <button type="submit" className={control.primary}>
          Add it
        </button>
      </div>
    </form>
  );
}
