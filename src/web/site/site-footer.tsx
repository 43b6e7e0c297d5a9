import type { ReactNode } from 'react';

import { PRODUCT } from '../../contract/site-identity.ts';
import control from '../ui/control.module.css';
import { useSiteIdentity } from '../ui/site-identity.ts';
import styles from './site-footer.module.css';
import { ThemeChoice } from './theme/theme-choice.tsx';
import { POWERED_BY } from './site-words.ts';

/** The footer of every page. `children`: the game that the figures belong to. */
export function SiteFooter({ children }: { readonly children: ReactNode }) {
  return (
    <footer className={`muted ${styles.footer}`}>
      <div className={`cluster spread ${styles.bar}`}>
        <p>{children}</p>
        <MadeWith />
        <ThemeChoice />
      </div>
    </footer>
  );
}

function MadeWith() {
  const { name, link, isPoweredBy } = useSiteIdentity();
  if (link === '' && !isPoweredBy) return null;
  return (
    <p className={`cluster ${styles.made}`}>
      {link === '' ? null : (
        <a href={link} className={control.link}>
          {name}
        </a>
      )}
      {isPoweredBy ? (
        <span>
          {POWERED_BY} {PRODUCT}
        </span>
      ) : null}
    </p>
  );
}
