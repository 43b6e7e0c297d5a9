import type { FoundEntry, SearchAnswer } from '../../../contract/page-answers.ts';
import { viewToSearch } from '../../../contract/view.ts';
import { Link } from '../../address/link.tsx';
import { useView } from '../../address/view-context.ts';
import { Bib } from '../../board/bib/bib.tsx';
import { useNumberFormat } from '../../ui/number-format.ts';
import { entryAddress, ownId } from '../links/addresses.ts';
import { allWords, foundWords } from '../words/count-words.ts';
import { MarkedText } from '../words/marks/marked-text.tsx';
import styles from './found-suggestions.module.css';
import { rememberSearch } from './recent-searches.ts';

/** So many of each type are suggested: as many as one looks over at a glance. The search page has all. */
const MOST: Record<FoundEntry['type'], number> = { player: 5, tournament: 2, achievement: 2 };

export interface FoundSuggestionsProps {
  readonly found: SearchAnswer;
  /** Pages that are called so, before everything else. */
  readonly pages?: readonly { readonly name: string; readonly path: string }[];
  /** What was looked for. */
  readonly text: string;
  readonly onFollow?: () => void;
}

/** What may be meant, nearest first, each on one line ("Lewis Hamilton · 1st of all time"), and the way to all of it. */
export function FoundSuggestions({ found: { entries, found }, pages, text, onFollow }: FoundSuggestionsProps) {
  const { view } = useView();
  const format = useNumberFormat();
  const { period, board } = view;
  const shown = found.flatMap(({ type }) => entries.filter((entry) => entry.type === type).slice(0, MOST[type]));
  const isMore = found.reduce((sum, { total }) => sum + total, 0) > shown.length;
  const [players, ...others] = found;
  const follow = () => {
    rememberSearch(text);
    onFollow?.();
  };
  return (
    <ul aria-label="Suggestions" className={`rows ${styles.results}`}>
      {pages?.map(({ name, path }) => (
        <li key={path}>
          <Link to={{ pathname: path, search: viewToSearch({ period, board }) }} className={styles.result} onClick={follow}>
            <span className={styles.words}>
              <span className={styles.title}>
                <MarkedText text={name} wanted={text} />
              </span>
              <span className="note"> · Page</span>
            </span>
          </Link>
        </li>
      ))}
      {shown.map((entry) => (
        <li key={entry.id}>
          <Link to={entryAddress(entry, view)} className={styles.result} onClick={follow}>
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
        </li>
      ))}
      {isMore ? (
        <li>
          <Link
            to={{ pathname: '/search', search: viewToSearch({ period, board, text, category: others.length === 0 ? 'players' : 'all' }) }}
            className={styles.all}
            onClick={follow}
          >
            {others.length === 0 ? allWords(players!, format) : `All results: ${foundWords(found, format)}`}
          </Link>
        </li>
      ) : null}
    </ul>
  );
}
