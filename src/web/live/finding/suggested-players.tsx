import type { SearchAnswer } from '../../../contract/page-answers.ts';
import { viewToSearch } from '../../../contract/view.ts';
import { Link } from '../../address/link.tsx';
import { useNumberFormat } from '../../ui/number-format.ts';
import { useView } from '../../address/view-context.ts';
import { allWords } from '../words/found-words.ts';
import { FoundLink } from './found-entry.tsx';
import styles from './found-entry.module.css';
import { rememberSearch } from './recent-searches.ts';

/** So many are suggested: as many as one looks over at a glance. */
const MOST = 5;

export interface SuggestedPlayersProps {
  readonly found: SearchAnswer;
  /** What was looked for. */
  readonly text: string;
  readonly onFollow?: () => void;
}

/** Who may be meant, nearest first, and the way to all of them. */
export function SuggestedPlayers({ found: { entries, found }, text, onFollow }: SuggestedPlayersProps) {
  const { view } = useView();
  const format = useNumberFormat();
  const [players] = found;
  const follow = () => {
    rememberSearch(text);
    onFollow?.();
  };
  return (
    <ul aria-label="Suggested players" className={`rows ${styles.results}`}>
      {entries.slice(0, MOST).map((entry) => (
        <li key={entry.id}>
          <FoundLink entry={entry} text={text} onFollow={follow} />
        </li>
      ))}
      {players === undefined || players.total <= MOST ? null : (
        <li>
          <Link
            to={{ pathname: '/search', search: viewToSearch({ period: view.period, board: view.board, text, category: 'players' }) }}
            className={styles.all}
            onClick={follow}
          >
            {allWords(players, format)}
          </Link>
        </li>
      )}
    </ul>
  );
}
