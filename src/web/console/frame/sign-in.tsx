import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

import type { ApiOwnSession } from '../../../contract/operation/operator-answers.ts';
import { useAsk } from '../asking/ask-context.ts';
import control from '../../ui/control.module.css';
import { FailureTold } from '../parts/asked.tsx';
import { DoorPage } from './door-page.tsx';
import { canUsePasskeys, shownPasskey } from '../asking/passkeys.ts';
import look from '../parts/console.module.css';
import { OrganisationSignIn, RefusedTold } from './organisation-sign-in.tsx';

/** Where the server leads whoever it does not let in. */
const DOOR = '/sign-in';

/** Signs somebody in, wherever in the console they wanted to go. */
export function SignIn({ ways }: { readonly ways: ApiOwnSession['ways'] }) {
  const ask = useAsk();
  const client = useQueryClient();
  const { search, pathname } = useLocation();
  const navigate = useNavigate();
  const [failure, setFailure] = useState<Error | null>(null);
  const [isBusy, setBusy] = useState(false);
  const trying = (work: () => Promise<void>) => async () => {
    setBusy(true);
    setFailure(null);
    try {
      await work();
    } catch (error) {
      setFailure(error as Error);
    }
    setBusy(false);
  };
  const withPasskey = trying(async () => {
    const { answer } = await ask('beginSignIn');
    const credential = await shownPasskey(answer.options);
    await ask('signIn', { body: { credential } });
    // The page that says why somebody is not in is not where anybody wanted to go.
    if (pathname === DOOR) await navigate('/', { replace: true });
    // What somebody else saw in this tab is not for whoever comes now.
    await client.resetQueries();
  });
  useEffect(() => {
    document.title = 'Sign in · Console';
  }, []);
  return (
    <DoorPage title="Sign in">
      <RefusedTold search={search} />
      {ways.passkey.state === 'unavailable' ? (
        <p>{ways.passkey.why}</p>
      ) : canUsePasskeys() ? (
        <button type="button" className={control.primary} disabled={isBusy} onClick={() => void withPasskey()}>
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
