import control from '../../ui/control.module.css';
import { Link } from '../../address/link.tsx';
import { useAddress } from '../asking/use-address.ts';
import styles from './console.module.css';

interface TurnPageProps {
  /** The answer's; null on the last page. */
  readonly next: string | number | null;
  /** What the list begins with: the newest, or what is nearest to what was typed. */
  readonly order?: Order;
}

export type Order = keyof typeof WORDS;

const WORDS = {
  newest: { first: 'Newest', further: 'Older', end: 'No older ones' },
  nearest: { first: 'Nearest', further: 'More', end: 'No more' },
} as const;

/** Turns the pages of a list. */
export function TurnPage({ next, order = 'newest' }: TurnPageProps) {
  const { said, withWords } = useAddress();
  const { first, further, end } = WORDS[order];
  const isFirst = said('before') === '';
  if (isFirst && next === null) return null;
  return (
    <nav aria-label="Pages of the list" className={styles.row}>
      {isFirst ? (
        <span className={control.end}>{first}</span>
      ) : (
        <Link to={{ search: withWords({ before: '' }) }} className={control.button}>
          {first}
        </Link>
      )}
      {next === null ? (
        <span className={control.end}>{end}</span>
      ) : (
        <Link to={{ search: withWords({ before: `${next}` }) }} className={control.button}>
          {further}
        </Link>
      )}
    </nav>
  );
}

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
    <nav aria-label="Pages of the list" className={styles.row}>
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
