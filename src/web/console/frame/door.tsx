import type { ReactNode } from 'react';

import { onDemand } from '../../ui/floating/on-demand.tsx';
import { PersonContext } from '../asking/signed-in.ts';
import { useQuestion } from '../asking/use-question.ts';

const SignedOut = onDemand(() => import('./sign-in.tsx'), 'SignedOut');

const LOOKED_EVERY_MS = 60_000;

/** Shows the console to signed-in operators, and the sign-in page to everyone else. The address stays. */
export function Door({ children }: { readonly children: ReactNode }) {
  const { answer, failure } = useQuestion('session', undefined, { everyMs: LOOKED_EVERY_MS });
  if (answer === undefined && failure === null) return null;
  const person = answer?.person ?? null;
  if (person === null) return <SignedOut ways={answer?.ways} failure={failure} />;
  return <PersonContext value={person}>{children}</PersonContext>;
}
