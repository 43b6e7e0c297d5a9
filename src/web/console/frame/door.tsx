import type { ReactNode } from 'react';

import { PersonContext } from '../asking/signed-in.ts';
import { useQuestion } from '../asking/use-question.ts';
import { FailureTold } from '../parts/asked.tsx';
import { DoorPage } from './door-page.tsx';
import { SignIn } from './sign-in.tsx';

/** How often it is asked whether the session still holds, in milliseconds. */
const LOOKED_EVERY_MS = 60_000;

/** Lets those in who are signed in, and asks everybody else to. The address stays, so that they come where they wanted to go. */
export function Door({ children }: { readonly children: ReactNode }) {
  const { answer, failure } = useQuestion('session', undefined, { everyMs: LOOKED_EVERY_MS });
  if (answer === undefined) return failure === null ? null : <DoorPage title="Console">{<FailureTold failure={failure} />}</DoorPage>;
  if (answer.person === null) return <SignIn ways={answer.ways} />;
  return <PersonContext value={answer.person}>{children}</PersonContext>;
}
