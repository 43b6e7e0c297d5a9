import { useEffect } from 'react';

import { Link } from '../../address/link.tsx';
import { useOwnEntries } from '../asking/own-entries.ts';
import control from '../../ui/control.module.css';
import styles from './console-frame.module.css';

/** How long it stays, in milliseconds: long enough to be read twice, and to find the way back. */
const STAYS_MS = 12_000;

/** Something that was done; see {@link TellDone}. */
export interface Done {
  readonly words: string;
  readonly after: number | undefined;
}

interface DoneToldProps {
  readonly done: Done | undefined;
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
          <span className={styles.doneWords}>{done.words}</span>
          <WayBack after={done.after} onClose={onClose} />
          <button type="button" className={control.quiet} onClick={onClose}>
            Close
          </button>
        </>
      )}
    </div>
  );
}

/** Leads to the entry about what was done; to the log if several came of it, and nowhere if none did or it is not known. */
function WayBack({ after, onClose }: { readonly after: number | undefined; readonly onClose: () => void }) {
  const [entry, ...others] = useOwnEntries(after);
  if (entry === undefined) return null;
  const [to, words] =
    others.length > 0
      ? ['/audit', 'See it in the audit log']
      : [`/audit?entry=${entry.number}`, entry.undo.state === 'possible' ? 'Undo' : 'See it in the audit log'];
  return (
    <Link to={to} className={control.link} onClick={onClose}>
      {words}
    </Link>
  );
}
