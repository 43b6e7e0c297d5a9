import { NoPasskey } from '../asking/passkeys.ts';
import { FailureTold } from './form/failure-told.tsx';
import styles from './words/told.module.css';

/** What went wrong with a passkey: in the browser, or on the server. */
export function PasskeyFailure({ failure }: { readonly failure: Error | null }) {
  return failure instanceof NoPasskey ? (
    <p role="alert" className={styles.failure}>
      {failure.message}
    </p>
  ) : (
    <FailureTold failure={failure} />
  );
}
