import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

import type { Page } from '../../domain/page.ts';
import { viewToSearch } from '../../contract/view.ts';
import { Link } from '../address/link.tsx';
import control from '../ui/control.module.css';
import { useNumberFormat } from '../ui/number-format.ts';
import { useView } from '../address/view-context.ts';
import styles from './pager.module.css';
import { NEXT, PREVIOUS, rowsShown } from './board-words.ts';

interface PagerProps {
  readonly rows: Page<unknown>;
  readonly label: string;
  /** The number of list entries above the first page, such as those on the podium. */
  readonly above?: number;
  /** The query of a page; by default the view's query with that page. */
  readonly search?: (page: number) => string;
}

/**
 * Pages through a long list: the table or list beside it. Uses links, so that a page can be shared and works without scripts; turning a
 * page scrolls to the start of the list and focuses it.
 */
export function Pager({ rows: { page, pages, first, items, total }, label, above = 0, search }: PagerProps) {
  const { view } = useView();
  const { pathname } = useLocation();
  const format = useNumberFormat();
  const nav = useRef<HTMLElement>(null);
  const turned = useRef<number>(undefined);

  useEffect(() => {
    if (turned.current !== page) return;
    turned.current = undefined;
    const list = nav.current?.parentElement?.querySelector<HTMLElement>('table, ul');
    if (!list) return;
    list.tabIndex = -1;
    list.focus({ preventScroll: true });
    list.scrollIntoView();
  }, [page]);

  if (pages === 1) return null;
  const link = (to: number, name: string) =>
    to < 1 || to > pages ? (
      <span className={control.end}>{name}</span>
    ) : (
      <Link
        to={{ pathname, search: search?.(to) ?? viewToSearch({ ...view, page: to }) }}
        preventScrollReset
        className={control.button}
        onClick={() => {
          turned.current = to;
        }}
      >
        {name}
      </Link>
    );
  return (
    <nav ref={nav} aria-label={label} className={`line spread tabular ${styles.pager}`}>
      {link(page - 1, PREVIOUS)}
      <span className="muted">
        {rowsShown(format.count(first + above), format.count(first + above + items.length - 1), format.count(total + above))}
      </span>
      {link(page + 1, NEXT)}
    </nav>
  );
}
