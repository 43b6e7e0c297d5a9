import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';

import type { ApiOwnSession } from '../../../contract/operation/operator-answers.ts';
import { BrandMark } from '../../site/header/brand-mark.tsx';
import control from '../../ui/control.module.css';
import { useSiteIdentity } from '../../ui/site-identity.ts';
import { useAsk } from '../asking/console-api.ts';
import { canUsePasskeys, shownPasskey } from '../asking/passkeys.ts';
import { PersonContext } from '../asking/signed-in.ts';
import { useTrying } from '../asking/use-act.ts';
import { useQuestion } from '../asking/use-question.ts';
import { FailureTold } from '../parts/asked.tsx';
import look from '../parts/console.module.css';
import styles from './console-frame.module.css';

/** A page in front of the console: for those who are not in yet. */
export function DoorPage({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const { name } = useSiteIdentity();
  return (
    <main className={styles.door}>
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
export function OrganisationSignIn({ token, words }: { readonly token?: string; readonly words: string }) {
  const ask = useAsk();
  const { answer } = useQuestion('session');
  const { failure, attempt } = useTrying();
  const oidc = answer?.ways.oidc ?? null;
  if (oidc === null) return null;
  const go = async () => {
    const { answer: begun } = await ask('beginOidc', { body: token === undefined ? {} : { token } });
    location.assign(begun.location);
  };
  return (
    <>
      <button type="button" className={control.button} onClick={() => void attempt(go)}>
        {words} {oidc.name}
      </button>
      <FailureTold failure={failure} />
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
  const { failure, isBusy, attempt } = useTrying();
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
        <button type="button" className={control.primary} disabled={isBusy} onClick={() => void attempt(signIn)}>
          {isBusy ? 'Waiting for your passkey…' : 'Sign in with a passkey'}
        </button>
      ) : (
        <p>This browser does not support passkeys. Use a newer one.</p>
      )}
      <OrganisationSignIn words="Sign in with" />
      <FailureTold failure={failure} />
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
