import control from '../../ui/control.module.css';
import { Link } from '../../address/link.tsx';
import { useAddress } from '../asking/use-address.ts';
import styles from './turn-page.module.css';

/** Turns the pages of a list that goes from new to old. `next` is the answer's; null on the last page. */
export function TurnPage({ next }: { readonly next: string | number | null }) {
  const { said, withWords } = useAddress();
  const isFirst = said('before') === '';
  if (isFirst && next === null) return null;
  return (
    <nav aria-label="Pages of the list" className={styles.pages}>
      {isFirst ? (
        <span className={control.end}>Newest</span>
      ) : (
        <Link to={{ search: withWords({ before: '' }) }} className={control.button}>
          Newest
        </Link>
      )}
      {next === null ? (
        <span className={control.end}>No older ones</span>
      ) : (
        <Link to={{ search: withWords({ before: `${next}` }) }} className={control.button}>
          Older
        </Link>
      )}
    </nav>
  );
}
