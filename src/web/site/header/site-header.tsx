import { use } from 'react';

import { PRODUCT } from '../../../contract/site-identity.ts';
import { viewToSearch } from '../../../contract/view.ts';
import { Link } from '../../address/link.tsx';
import { useView } from '../../address/view-context.ts';
import { useSiteIdentity } from '../../ui/site-identity.ts';
import { BrandMark } from './brand-mark.tsx';
import { HeaderSearch } from './player-search.tsx';
import { MainNavigation } from './main-navigation.tsx';
import { PeriodToggle } from './period-toggle.tsx';
import styles from './site-header.module.css';

/** The header of every page. The brand links home and clears the filter; board and period are kept. */
export function SiteHeader() {
  const { view, typePlayer } = useView();
  const { name } = useSiteIdentity();
  return (
    <header className={styles.header}>
      <div className={styles.bar}>
        <Link
          to={{ pathname: '/', search: viewToSearch({ period: view.period, board: view.board }) }}
          className={`pressable ${styles.brand}`}
          onClick={() => typePlayer('')}
        >
          <BrandMark />
          <span className={`clamped ${styles.name} ${name.length > PRODUCT.length ? styles.long : ''}`}>{name}</span>
        </Link>
        <MainNavigation />
        <search className="anchor">{use(HeaderSearch)}</search>
        <PeriodToggle />
      </div>
    </header>
  );
}
