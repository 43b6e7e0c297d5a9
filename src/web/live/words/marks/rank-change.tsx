import type { LiveChange } from '../../../../contract/page-answers.ts';
import { useNumberFormat } from '../../../ui/number-format.ts';
import styles from './rank-change.module.css';

const SIGNS = { up: 'M6 2l5 8H1z', down: 'M6 10L1 2h10z', same: 'M1 5h10v2H1z' } as const;

/** A player's change in rank since the previous period: an arrow, a number and text for screen readers; nothing if unknown. */
export function RankChange({ change }: { readonly change: LiveChange }) {
  const format = useNumberFormat();
  const { state } = change;
  if (state === 'none') return null;
  const [shown, told] =
    state === 'up' || state === 'down'
      ? [format.count(change.places), `${state} ${format.count(change.places)} from ${format.count(change.earlierRank)}`]
      : state === 'same'
        ? ['', 'same as in the previous period']
        : ['new', 'on this board'];
  return (
    // Each number is a new element, as with totals.
    <span key={shown} className={`line tiny faint strong ${styles.change}`} data-state={state}>
      {state === 'new' ? null : (
        <svg viewBox="0 0 12 12" width="10" height="10" aria-hidden="true">
          <path d={SIGNS[state]} fill="currentColor" />
        </svg>
      )}
      {shown === '' ? null : <span aria-hidden={state !== 'new'}>{shown}</span>}
      <span className="visually-hidden"> {told}</span>
    </span>
  );
}
