import { ApiFailure } from '../../../../contract/exchange.ts';
import styles from '../words/told.module.css';

/** What went wrong and what to do, in the server's words where it has some. */
export function failureWords(failure: Error): string {
  if (!(failure instanceof ApiFailure)) return 'The server cannot be reached. Check the connection, then try again.';
  const { problem, status } = failure;
  if (problem === undefined) return `The server answered with status ${status} and did not say why. Try again, and look at its log.`;
  return problem.detail;
}

/** Says that something failed; nothing if nothing did. */
export function FailureTold({ failure }: { readonly failure: Error | null }) {
  return (
    <div role="alert" className={failure === null ? 'visually-hidden' : styles.failure}>
      {failure === null ? null : <p>{failureWords(failure)}</p>}
    </div>
  );
}
