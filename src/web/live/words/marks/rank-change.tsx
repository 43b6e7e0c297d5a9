import type { RankChange as Change } from '../../../../contract/parts/answer-parts.ts';
import { useNumberFormat } from '../../../ui/number-format.ts';
import styles from './rank-change.module.css';

/** How far a player moved since the period before: an arrow, a number and words for those who see neither. */
export function RankChange({ change }: { readonly change: Change }) {
  const format = useNumberFormat();
  switch (change.state) {
    case 'up':
    case 'down':
      return (
        // Another number is another element, as with a total.
        <span key={change.places} className={`line tiny ${styles.change}`} data-state={change.state}>
          <svg viewBox="0 0 12 12" width="10" height="10" aria-hidden="true">
            <path d={change.state === 'up' ? 'M6 2l5 8H1z' : 'M6 10L1 2h10z'} fill="currentColor" />
          </svg>
          <span aria-hidden="true">{format.count(change.places)}</span>
          <span className="visually-hidden">
            {' '}
            {change.state} {format.count(change.places)} from {format.count(change.earlierRank)}
          </span>
        </span>
      );
    case 'same':
      return (
        <span className={`line tiny ${styles.change}`} data-state="same">
          <svg viewBox="0 0 12 12" width="10" height="10" aria-hidden="true">
            <path d="M1 6h10" stroke="currentColor" strokeWidth="2" />
          </svg>
          <span className="visually-hidden"> same as in the previous period</span>
        </span>
      );
    case 'none':
      return (
        <span className={`line tiny ${styles.change}`} data-state="none">
          <span aria-hidden="true">new</span>
          <span className="visually-hidden"> no rank in the previous period</span>
        </span>
      );
  }
}
