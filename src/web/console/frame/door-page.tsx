import type { ReactNode } from 'react';

import { BrandMark } from '../../site/header/brand-mark.tsx';
import { useSiteIdentity } from '../../ui/site-identity.ts';
import look from '../parts/console.module.css';
import styles from './console-frame.module.css';

/** A page in front of the console: for those who are not in yet. */
export function DoorPage({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const { name } = useSiteIdentity();
  return (
    <main className={styles.door}>
      <p className={styles.brand}>
        <BrandMark /> {name}
      </p>
      <h1 className={look.title}>{title}</h1>
      {children}
      <p>
        <a href="/">Back to the site</a>
      </p>
    </main>
  );
}
