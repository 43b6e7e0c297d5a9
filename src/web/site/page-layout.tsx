import type { ReactNode } from 'react';

import styles from './page-layout.module.css';

interface PageLayoutProps {
  readonly heading: ReactNode;
  /** One or two sentences under the heading. */
  readonly lead: ReactNode;
  /** Controls that belong to the heading. */
  readonly controls?: ReactNode;
  readonly children: ReactNode;
}

/** A page: its heading beside its content where there is room, above it where there is not. */
export function PageLayout({ heading, lead, controls, children }: PageLayoutProps) {
  return (
    <div className={styles.page}>
      <div className={styles.intro}>
        <h1 className={styles.heading}>{heading}</h1>
        <p className={styles.lead}>{lead}</p>
        {controls}
      </div>
      <div className={styles.content}>{children}</div>
    </div>
  );
}
