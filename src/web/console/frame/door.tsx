import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

import type { ApiOwnSession } from '../../../contract/operation/operators.ts';
import { BrandMark } from '../../site/header/brand-mark.tsx';
import control from '../../ui/control.module.css';
import { useSiteIdentity } from '../../ui/site-identity.ts';
import { useAsk } from '../asking/console-api.ts';
import { canUsePasskeys, madePasskey, shownPasskey } from '../asking/passkeys.ts';
import { PersonContext } from '../asking/signed-in.ts';
import { useTrying } from '../asking/use-act.ts';
import { useQuestion } from '../asking/use-question.ts';
import { FailureTold } from '../parts/asked.tsx';
import look from '../parts/console.module.css';
import { TextField } from '../parts/fields.tsx';
import { textOf } from '../parts/form-body.ts';
import styles from './console-frame.module.css';

/** A page in front of the console: for those who are not in yet. */
function DoorPage({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const { name } = useSiteIdentity();
  return (
    <main className={`${look.stack} ${styles.door}`}>
      <p className={styles.brand}>
        <BrandMark /> {name}
      </p>
      <h1 className={look.title}>{title}</h1>
      {children}
      <p>
        <a href="/">Back to the site</a>
      </p>
    </main>
  );
}

/** Why somebody came back from their organisation and is not in, by the word in the address. */
const REFUSED: Readonly<Record<string, string>> = {
  unknown: 'You have not joined yet. Ask an owner for an invitation, and open its link.',
  invitation: 'This invitation is not open any more. Ask an owner for another one.',
  late: 'That took longer than five minutes, or your browser did not keep what it was given. Open the console at its usual address, over https, and try again.',
  provider: 'Your organisation’s sign-in did not say who you are. Try again, or ask whoever runs it.',
};

/** Leads to the sign-in of the organisation, where there is one; with the `token` of an invitation somebody joins by it. */
function OrganisationSignIn({ token, words }: { readonly token?: string; readonly words: string }) {
  const ask = useAsk();
  const { answer } = useQuestion('session');
  const { error, mutate: attempt } = useTrying();
  const oidc = answer?.ways.oidc ?? null;
  if (oidc === null) return null;
  const go = async () => {
    const { answer: begun } = await ask('beginOidc', { body: token === undefined ? {} : { token } });
    location.assign(begun.location);
  };
  return (
    <>
      <button type="button" className={control.button} onClick={() => attempt(go)}>
        {words} {oidc.name}
      </button>
      <FailureTold failure={error} />
    </>
  );
}

/** What the address says of an attempt that failed; nothing if it says nothing. */
function RefusedTold({ search }: { readonly search: string }) {
  const refused = new URLSearchParams(search).get('refused');
  return refused === null ? null : <p role="alert">{REFUSED[refused] ?? 'You could not be signed in. Try again.'}</p>;
}

/** Where the server leads whoever it does not let in. */
const DOOR = '/sign-in';

/** Signs somebody in, wherever in the console they wanted to go. */
function SignIn({ ways }: { readonly ways: ApiOwnSession['ways'] }) {
  const ask = useAsk();
  const client = useQueryClient();
  const { search, pathname } = useLocation();
  const navigate = useNavigate();
  const { error, isPending, mutate: attempt } = useTrying();
  const signIn = async () => {
    const { answer } = await ask('beginSignIn');
    const credential = await shownPasskey(answer.options);
    await ask('signIn', { body: { credential } });
    // The page that says why somebody is not in is not where anybody wanted to go.
    if (pathname === DOOR) await navigate('/', { replace: true });
    // What somebody else saw in this tab is not for whoever comes now.
    await client.resetQueries();
  };
  useEffect(() => {
    document.title = 'Sign in · Console';
  }, []);
  return (
    <DoorPage title="Sign in">
      <RefusedTold search={search} />
      {ways.passkey.state === 'unavailable' ? (
        <p>{ways.passkey.why}</p>
      ) : canUsePasskeys() ? (
        <button type="button" className={control.primary} disabled={isPending} onClick={() => attempt(signIn)}>
          {isPending ? 'Waiting for your passkey…' : 'Sign in with a passkey'}
        </button>
      ) : (
        <p>This browser does not support passkeys. Use a newer one.</p>
      )}
      <OrganisationSignIn words="Sign in with" />
      <FailureTold failure={error} />
      <p className={look.small}>
        No passkey yet? You need an invitation from an owner. Whoever runs the server makes one with{' '}
        <code>npx laurels operators invite</code>.
      </p>
    </DoorPage>
  );
}

/** How often it is asked whether the session still holds, in milliseconds. */
const LOOKED_EVERY_MS = 60_000;

/** Lets those in who are signed in, and asks everybody else to. The address stays, so that they come where they wanted to go. */
export function Door({ children }: { readonly children: ReactNode }) {
  const { answer, failure } = useQuestion('session', undefined, { everyMs: LOOKED_EVERY_MS });
  if (answer === undefined) return failure === null ? null : <DoorPage title="Console">{<FailureTold failure={failure} />}</DoorPage>;
  if (answer.person === null) return <SignIn ways={answer.ways} />;
  return <PersonContext value={answer.person}>{children}</PersonContext>;
}

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
  const { error, isPending, mutate: attempt } = useTrying();
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
          attempt(() => join(name));
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
          <button type="submit" className={control.primary} disabled={isPending}>
            {isPending ? 'Waiting for your device…' : 'Make a passkey and go in'}
          </button>
        ) : (
          <p>This browser does not support passkeys. Open the link in a newer one.</p>
        )}
      </form>
      <OrganisationSignIn token={token} words="Join with" />
      <FailureTold failure={error} />
    </DoorPage>
  );
}
