import { useState } from 'react';

import control from '../../ui/control.module.css';
import { useAsk } from '../asking/ask-context.ts';
import { useQuestion } from '../asking/use-question.ts';
import { FailureTold } from '../parts/asked.tsx';

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
  const [failure, setFailure] = useState<Error | null>(null);
  const oidc = answer?.ways.oidc ?? null;
  if (oidc === null) return null;
  const go = async () => {
    setFailure(null);
    try {
      const { answer: begun } = await ask('beginOidc', { body: token === undefined ? {} : { token } });
      location.assign(begun.location);
    } catch (error) {
      setFailure(error as Error);
    }
  };
  return (
    <>
      <button type="button" className={control.button} onClick={() => void go()}>
        {words} {oidc.name}
      </button>
      <FailureTold failure={failure} />
    </>
  );
}

/** What the address says of an attempt that failed; nothing if it says nothing. */
export function RefusedTold({ search }: { readonly search: string }) {
  const refused = new URLSearchParams(search).get('refused');
  return refused === null ? null : <p role="alert">{REFUSED[refused] ?? 'You could not be signed in. Try again.'}</p>;
}
