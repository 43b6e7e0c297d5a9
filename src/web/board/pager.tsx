import { useLocation } from 'react-router';

import type { Page } from '../../domain/page.ts';
import { viewToSearch } from '../../contract/view.ts';
import { Link } from '../address/link.tsx';
import control from '../ui/control.module.css';
import { useNumberFormat } from '../ui/number-format.ts';
import { useView } from '../address/view-context.ts';
import styles from './pager.module.css';

/** Turns the pages of a list too long for one. Links, so that a page can be shared and works without scripts. */
export function Pager({ rows, label }: { readonly rows: Page<unknown>; readonly label: string }) {
  const format = useNumberFormat();
  if (rows.pages === 1) return null;
  const last = rows.first + rows.items.length - 1;
  return (
    <nav aria-label={label} className={`line spread tabular ${styles.pager}`}>
      <PageLink page={rows.page - 1} pages={rows.pages} name="Previous" />
      <span className="muted">
        {format.count(rows.first)} to {format.count(last)} of {format.count(rows.total)}
      </span>
      <PageLink page={rows.page + 1} pages={rows.pages} name="Next" />
    </nav>
  );
}

function PageLink({ page, pages, name }: { readonly page: number; readonly pages: number; readonly name: string }) {
  const { view } = useView();
  const { pathname } = useLocation();
  if (page < 1 || page > pages) {
    return <span className={control.end}>{name}</span>;
  }
  return (
    <Link to={{ pathname, search: viewToSearch({ ...view, page }) }} preventScrollReset className={control.button}>
      {name}
    </Link>
  );
}
