import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';

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
import { TextField } from '../parts/field.tsx';
import { textOf } from '../parts/form-body.ts';
import { pageTitle } from '../parts/parts-words.ts';
import styles from './console-frame.module.css';
import { JOIN, SIGN_IN } from './frame-words.ts';

interface DoorPageProps {
  readonly title: string;
  /** Whether there is a site to return to. */
  readonly hasWayBack?: boolean;
  readonly children: ReactNode;
}

/** A page outside the console’s frame. */
export function DoorPage({ title, hasWayBack = true, children }: DoorPageProps) {
  const { name } = useSiteIdentity();
  useEffect(() => {
    document.title = pageTitle(title);
  }, [title]);
  return (
    <main className={`${look.stack} ${styles.door}`}>
      <p className={styles.brand}>
        <BrandMark /> {name}
      </p>
      <h1 className={look.title}>{title}</h1>
      {children}
      {hasWayBack ? (
        <p>
          <a href="/" className={control.link}>
            {SIGN_IN.back}
          </a>
        </p>
      ) : null}
    </main>
  );
}

function SingleSignOn({ token, words }: { readonly token?: string; readonly words: (name: string) => string }) {
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
        {words(oidc.name)}
      </button>
      <FailureTold failure={error} />
    </>
  );
}

function RefusedTold({ search }: { readonly search: string }) {
  const refused = new URLSearchParams(search).get('refused');
  return refused === null ? null : <p role="alert">{SIGN_IN.refused[refused] ?? SIGN_IN.failed}</p>;
}

/** Where the server redirects visitors who are not signed in. */
const DOOR = '/sign-in';

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
    // Replace the address that explains a failed sign-in: nobody should stay there.
    if (pathname === DOOR) await navigate('/', { replace: true });
    // Clears what another user saw in this tab.
    await client.resetQueries();
  };
  return (
    <DoorPage title={SIGN_IN.title}>
      <RefusedTold search={search} />
      {ways.passkey.state === 'unavailable' ? (
        <p>{ways.passkey.why}</p>
      ) : canUsePasskeys() ? (
        <button type="button" className={control.primary} disabled={isPending} onClick={() => attempt(signIn)}>
          {isPending ? SIGN_IN.waiting : SIGN_IN.passkey}
        </button>
      ) : (
        <p>{SIGN_IN.unsupported}</p>
      )}
      <SingleSignOn words={SIGN_IN.sso} />
      <FailureTold failure={error} />
      <p className={look.small}>
        {SIGN_IN.help} <code>npx laurels operators invite</code>
      </p>
    </DoorPage>
  );
}

const LOOKED_EVERY_MS = 60_000;

/** Shows the console to signed-in operators, and the sign-in page to everyone else. The URL stays, unless the site needs to be set up. */
export function Door({ children }: { readonly children: ReactNode }) {
  const { pathname } = useLocation();
  const { answer, failure } = useQuestion('session', undefined, { everyMs: LOOKED_EVERY_MS });
  if (answer === undefined) return failure === null ? null : <DoorPage title={SIGN_IN.title}>{<FailureTold failure={failure} />}</DoorPage>;
  if (answer.person === null)
    return answer.setup?.isOpen === true && pathname !== DOOR ? <Navigate to={SETUP_PATH} replace /> : <SignIn ways={answer.ways} />;
  return <PersonContext value={answer.person}>{children}</PersonContext>;
}

/** Where a site that nobody has joined is set up. */
export const SETUP_PATH = '/setup';

const INVITATION = 'invitation';

/** The page of an invitation, for creating a passkey. The token is typed, or in the URL's fragment, so that no server logs it. */
export function Join() {
  const [token, setToken] = useState(() => location.hash.slice(1));
  if (token !== '') return <Invited token={token} />;
  return (
    <DoorPage title={JOIN.title}>
      <form
        className={look.stack}
        onSubmit={(event) => {
          event.preventDefault();
          setToken(textOf(new FormData(event.currentTarget), 'token'));
        }}
      >
        <TextField name="token" {...JOIN.code} required maxLength={40} autoCapitalize="characters" spellCheck={false} />
        <button type="submit" className={control.primary}>
          {JOIN.next}
        </button>
      </form>
    </DoorPage>
  );
}

function Invited({ token }: { readonly token: string }) {
  const ask = useAsk();
  const client = useQueryClient();
  const navigate = useNavigate();
  const invited = useQuery({
    queryKey: [INVITATION, token],
    queryFn: async () => (await ask('beginJoining', { body: { token } })).answer,
    // A challenge is valid for minutes.
    refetchOnWindowFocus: false,
  });
  const { error, isPending, mutate: attempt } = useTrying();
  if (invited.data === undefined) {
    return (
      <DoorPage title={JOIN.title}>
        {invited.error === null ? <p>{JOIN.checking}</p> : <FailureTold failure={invited.error} />}
        {invited.error === null ? null : (
          <a href="/console/join" className={control.link}>
            {JOIN.another}
          </a>
        )}
      </DoorPage>
    );
  }
  const { invitation } = invited.data;
  const join = async (name: string) => {
    // A new challenge for each attempt: the previous one may have been used.
    const { answer } = await ask('beginJoining', { body: { token } });
    const credential = await madePasskey(answer.options, name);
    await ask('join', { body: { token, credential, ...(name !== '' && { name }) } });
    void navigate('/', { replace: true });
    // Refetching the invitation would only report that it has been used.
    await client.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== INVITATION });
  };
  return (
    <DoorPage title={invitation.operator === null ? JOIN.title : JOIN.addPasskey}>
      <p>{invitation.operator === null ? JOIN.invited(invitation.role) : JOIN.adding(invitation.name ?? undefined)}</p>
      <form
        className={look.stack}
        onSubmit={(event) => {
          event.preventDefault();
          const name = textOf(new FormData(event.currentTarget), 'name');
          attempt(() => join(name));
        }}
      >
        {invitation.operator === null ? (
          <TextField name="name" {...JOIN.name} defaultValue={invitation.name ?? ''} required maxLength={60} autoComplete="name" />
        ) : null}
        {canUsePasskeys() ? (
          <button type="submit" className={control.primary} disabled={isPending}>
            {isPending ? JOIN.waiting : JOIN.create}
          </button>
        ) : (
          <p>{JOIN.unsupported}</p>
        )}
      </form>
      <SingleSignOn token={token} words={JOIN.sso} />
      <FailureTold failure={error} />
    </DoorPage>
  );
}
