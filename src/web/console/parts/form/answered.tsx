import type { ReactNode } from 'react';

import { FailureTold } from './failure-told.tsx';
import styles from './answered.module.css';

interface AnsweredProps<Answer> {
  readonly question: { readonly answer: Answer | undefined; readonly failure: Error | null };
  readonly children: (answer: Answer) => ReactNode;
}

/** What is made of an answer; until there is one, that it is on its way, and if there is none, why. An older one stays while a newer one fails. */
export function Answered<Answer extends object>({ question: { answer, failure }, children }: AnsweredProps<Answer>) {
  return (
    <>
      <FailureTold failure={failure} />
      {answer === undefined ? failure === null ? <p className={styles.waiting}>Loading…</p> : null : children(answer)}
    </>
  );
}
