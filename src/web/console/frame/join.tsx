import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';

import control from '../../ui/control.module.css';
import { useAsk } from '../asking/console-api.ts';
import { canUsePasskeys, madePasskey } from '../asking/passkeys.ts';
import { useTrying } from '../asking/use-act.ts';
import { FailureTold } from '../parts/asked.tsx';
import look from '../parts/console.module.css';
import { TextField, textOf } from '../parts/fields.tsx';
import { DoorPage, OrganisationSignIn } from './door.tsx';

const INVITATION = 'invitation';

/** Makes whoever was invited an operator, with a passkey of their own. The invitation is behind the `#`, so that no server logs it. */
export function Join() {
  const [token] = useState(() => location.hash.slice(1));
  useEffect(() => {
    document.title = 'Join · Console';
  }, []);
  if (token === '') {
    return (
      <DoorPage title="Join">
        <p>This link is incomplete: the part after the # is missing. Copy the whole link.</p>
      </DoorPage>
    );
  }
  return <Invited token={token} />;
}

function Invited({ token }: { readonly token: string }) {
  const ask = useAsk();
  const client = useQueryClient();
  const navigate = useNavigate();
  const invited = useQuery({
    queryKey: [INVITATION, token],
    queryFn: async () => (await ask('beginJoining', { body: { token } })).answer,
    // A challenge is good for minutes.
    refetchOnWindowFocus: false,
  });
  const { failure, isBusy, attempt } = useTrying();
  if (invited.data === undefined) {
    return (
      <DoorPage title="Join">
        {invited.error === null ? <p>Looking at the invitation…</p> : <FailureTold failure={invited.error} />}
      </DoorPage>
    );
  }
  const { invitation } = invited.data;
  const join = async (name: string) => {
    // Another challenge for each attempt: the one before may be used up.
    const { answer } = await ask('beginJoining', { body: { token } });
    const credential = await madePasskey(answer.options, name);
    await ask('join', { body: { token, credential, ...(name !== '' && { name }) } });
    void navigate('/', { replace: true });
    // The invitation is used up: to ask for it again would only tell that.
    await client.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== INVITATION });
  };
  return (
    <DoorPage title={invitation.operator === null ? 'Join' : 'Add a passkey'}>
      <p>
        {invitation.operator === null
          ? `You are invited as ${invitation.role}. A passkey on this device lets you in from now on: there is no password.`
          : `This adds a passkey on this device for ${invitation.name ?? 'you'}.`}
      </p>
      <form
        className={look.stack}
        onSubmit={(event) => {
          event.preventDefault();
          const name = textOf(new FormData(event.currentTarget), 'name');
          void attempt(() => join(name));
        }}
      >
        {invitation.operator === null ? (
          <TextField
            name="name"
            label="Your name"
            hint="The audit log shows it beside what you do."
            defaultValue={invitation.name ?? ''}
            required
            maxLength={60}
            autoComplete="name"
          />
        ) : null}
        {canUsePasskeys() ? (
          <button type="submit" className={control.primary} disabled={isBusy}>
            {isBusy ? 'Waiting for your device…' : 'Make a passkey and go in'}
          </button>
        ) : (
          <p>This browser does not support passkeys. Open the link in a newer one.</p>
        )}
      </form>
      <OrganisationSignIn token={token} words="Join with" />
      <FailureTold failure={failure} />
    </DoorPage>
  );
}
