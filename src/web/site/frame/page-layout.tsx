import type { ReactNode } from 'react';

import styles from './page-layout.module.css';

interface PageLayoutProps {
  readonly heading: ReactNode;
  /** One or two sentences under the heading. */
  readonly lead: ReactNode;
  /** Controls that belong to the heading. */
  readonly controls?: ReactNode;
  readonly children?: ReactNode;
  /** Related to the content: below the heading on a wide screen, otherwise below the content. */
  readonly beside?: ReactNode;
  /** Only on wide screens: in a separate column, or below `beside`. */
  readonly further?: ReactNode;
}

/** A page: its heading next to its content on a wide screen, otherwise above it. */
export function PageLayout({ heading, lead, controls, children, beside, further }: PageLayoutProps) {
  return (
    <div className={further === undefined ? styles.page : styles.columns}>
      <div className={styles.intro}>
        <h1 className={`condensed anywhere ${styles.heading}`}>{heading}</h1>
        <p className={`muted ${styles.lead}`}>{lead}</p>
        {controls}
      </div>
      <div className={`stack ${styles.content}`}>{children}</div>
      {beside === undefined ? null : <div className={styles.beside}>{beside}</div>}
      {further === undefined ? null : <div className={styles.further}>{further}</div>}
    </div>
  );
}
