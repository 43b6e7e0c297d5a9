import type { FoundEntry } from '../../../contract/page-answers.ts';
import { Link } from '../../address/link.tsx';
import { Bib } from '../../board/bib/bib.tsx';
import { useView } from '../../address/view-context.ts';
import { entryAddress, ownId } from '../links/entry-address.ts';
import { MarkedText } from '../words/marks/marked-text.tsx';
import styles from './found-entry.module.css';

interface FoundLinkProps {
  readonly entry: FoundEntry;
  /** What was looked for. */
  readonly text: string;
  readonly onFollow: () => void;
}

/** A result on one line, and the way to it: "Lewis Hamilton · 1st of all time". */
export function FoundLink({ entry, text, onFollow }: FoundLinkProps) {
  const { view } = useView();
  return (
    <Link to={entryAddress(entry, view)} className={styles.result} onClick={onFollow}>
      <Bib id={ownId(entry)} name={entry.title} avatar={entry.avatar} size="row" />
      <span className={styles.words}>
        <bdi className={styles.title}>
          <MarkedText text={entry.title} wanted={text} />
        </bdi>
        <span className={`note ${styles.below}`}>
          <span className={styles.dot}> · </span>
          {entry.subtitle}
        </span>
      </span>
    </Link>
  );
}
