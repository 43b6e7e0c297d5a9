import type { ReactNode } from 'react';

import styles from './row-acts.module.css';

/** What can be done about a row. */
export function RowActs({ of, children }: { readonly of: string; readonly children: ReactNode }) {
  return (
    <div role="group" aria-label={`Acts about ${of}`} className={styles.acts}>
      {children}
    </div>
  );
}
