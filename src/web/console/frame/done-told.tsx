import { useEffect } from 'react';

import { Link } from '../../address/link.tsx';
import control from '../../ui/control.module.css';
import styles from './done-told.module.css';

/** How long it stays, in milliseconds: long enough to be read twice, and to find the way back. */
const STAYS_MS = 12_000;

interface DoneToldProps {
  readonly done: { readonly words: string } | undefined;
  readonly onClose: () => void;
}

/** What was done last, with the way to take it back. */
export function DoneTold({ done, onClose }: DoneToldProps) {
  useEffect(() => {
    if (done === undefined) return;
    const timer = setTimeout(onClose, STAYS_MS);
    return () => clearTimeout(timer);
  }, [done, onClose]);
  return (
    <div role="status" className={done === undefined ? undefined : styles.done}>
      {done === undefined ? null : (
        <>
          <span className={styles.words}>{done.words}</span>
          <Link to="/audit" className={control.link} onClick={onClose}>
            Undo in the audit log
          </Link>
          <button type="button" className={control.quiet} onClick={onClose}>
            Close
          </button>
        </>
      )}
    </div>
  );
}
