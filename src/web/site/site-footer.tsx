import type { ReactNode } from 'react';

import { PRODUCT } from '../../contract/site-identity.ts';
import control from '../ui/control.module.css';
import { useSiteIdentity } from '../ui/site-identity.ts';
import styles from './site-footer.module.css';
import { ThemeChoice } from './theme/theme-choice.tsx';

/** The foot of every page. `children`: where the figures of the edition come from. */
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

/** The way to the game, and what the site is made with, where the site is of somebody's game. */
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
      {isPoweredBy ? <span>Powered by {PRODUCT}</span> : null}
    </p>
  );
}
