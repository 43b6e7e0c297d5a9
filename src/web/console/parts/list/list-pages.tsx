import { Link } from '../../../address/link.tsx';
import control from '../../../ui/control.module.css';
import { useAddress } from '../../asking/use-address.ts';
import styles from './turn-page.module.css';

/** How many rows a page of a list has that is read whole. */
const PAGE_ROWS = 50;

/** The rows of a list that the `page` of the address shows, and the ways to the others. */
export function useListPage<Row>(rows: readonly Row[]): { readonly shown: readonly Row[]; readonly page: number; readonly pages: number } {
  const { said } = useAddress();
  const pages = Math.max(1, Math.ceil(rows.length / PAGE_ROWS));
  const asked = Number.parseInt(said('page'), 10);
  const page = Number.isNaN(asked) ? 1 : Math.min(pages, Math.max(1, asked));
  return { shown: rows.slice((page - 1) * PAGE_ROWS, page * PAGE_ROWS), page, pages };
}

/** Turns the pages of a list that is read whole; nothing if it has only one. */
export function ListPages({ page, pages }: { readonly page: number; readonly pages: number }) {
  const { withWords } = useAddress();
  if (pages === 1) return null;
  const to = (other: number) => ({ search: withWords({ page: other === 1 ? '' : `${other}` }) });
  return (
    <nav aria-label="Pages of the list" className={styles.pages}>
      {page === 1 ? null : (
        <Link to={to(page - 1)} className={control.button}>
          Back
        </Link>
      )}
      <span className={control.end}>
        Page {page} of {pages}
      </span>
      {page === pages ? null : (
        <Link to={to(page + 1)} className={control.button}>
          Next
        </Link>
      )}
    </nav>
  );
}
