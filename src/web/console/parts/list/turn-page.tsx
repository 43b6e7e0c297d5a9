import control from '../../../ui/control.module.css';
import { Link } from '../../../address/link.tsx';
import { useAddress } from '../../asking/use-address.ts';
import styles from './turn-page.module.css';

interface TurnPageProps {
  /** The answer's; null on the last page. */
  readonly next: string | number | null;
  /** What the list begins with: the newest, or what is nearest to what was typed. */
  readonly order?: keyof typeof WORDS;
}

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
    <nav aria-label="Pages of the list" className={styles.pages}>
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
