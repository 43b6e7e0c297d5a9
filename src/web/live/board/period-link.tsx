import type { ReactNode } from 'react';
import { useLocation } from 'react-router';

import { viewToSearch } from '../../../contract/view.ts';
import { Link } from '../../address/link.tsx';
import { useView } from '../../address/view-context.ts';
import control from '../../ui/control.module.css';
import styles from './period-bar.module.css';

/** The way from a board to itself at another day or moment. */
export function PeriodLink({ at, name, children }: { readonly at: string; readonly name: string; readonly children: ReactNode }) {
  const { view } = useView();
  const { pathname } = useLocation();
  return (
    <Link
      to={{ pathname, search: viewToSearch({ ...view, at, page: 1 }) }}
      aria-label={name}
      title={name}
      preventScrollReset
      className={`${control.link} ${styles.link}`}
    >
      {children}
    </Link>
  );
}
