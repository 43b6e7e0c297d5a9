import { PRODUCT } from '../../contract/site-identity.ts';
import control from '../ui/control.module.css';
import { useSiteIdentity } from '../ui/site-identity.ts';
import styles from './site-footer.module.css';

/** In the footer: the way to the game, and what the site is made with, where the site is of somebody's game. */
export function MadeWith() {
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
