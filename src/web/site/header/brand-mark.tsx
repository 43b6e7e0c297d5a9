import { PRODUCT } from '../../../contract/site-identity.ts';
import { initials } from '../../../domain/names/initials.ts';
import { useSiteIdentity } from '../../ui/site-identity.ts';
import styles from './brand-mark.module.css';

/** The mark next to the site's name: the game's logo, or else its initials on a bib, or else the site's own mark. */
export function BrandMark() {
  const { name, logo } = useSiteIdentity();
  if (logo !== null) {
    const { path, width, height } = logo;
    return <img src={path} width={width} height={height} alt="" className={styles.logo} />;
  }
  if (name !== PRODUCT) {
    return (
      <span className={styles.bib} aria-hidden="true">
        {initials(name)}
      </span>
    );
  }
  return <OwnMark />;
}

function OwnMark() {
  return (
    <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true" fill="none" strokeWidth="3" strokeLinecap="butt">
      <path d="M6 3v13a10 10 0 0 0 20 0V3" stroke="currentColor" transform="translate(-3.2 0) scale(1.2 1.1)" opacity=".45" />
      <path d="M6 3v13a10 10 0 0 0 20 0V3" stroke="currentColor" transform="translate(2.4 1) scale(.85 .94)" />
      <path d="M11.5 3v12.5a4.5 4.5 0 0 0 9 0V3" stroke="var(--lit)" />
    </svg>
  );
}
