import type { StatCard } from '../../domain/stat-card.ts';
import { MINUS, type NumberFormat, useNumberFormat } from '../ui/number-format.ts';
import { Hint } from '../ui/floating/hint.tsx';
import styles from './stat-tile.module.css';
import { DIRECTIONS } from './part-words.ts';

interface StatTileProps {
  readonly card: StatCard;
  /** The baseline of the change, to follow "Up " or "Down ". */
  readonly against: string;
}

/** A figure and its change, shown by an arrow and a sign as well as a colour. */
export function StatTile({ card: { label, value, change }, against }: StatTileProps) {
  const format = useNumberFormat();
  return (
    <div className={`stack card ${styles.tile}`}>
      <dt className="muted strong">{label}</dt>
      <dd className={`condensed tabular ${styles.value}`}>{format.count(value)}</dd>
      {change === null ? null : <Change change={change} against={against} />}
    </div>
  );
}

const SIGNS = { up: 'M6 2l5 8H1z', down: 'M6 10L1 2h10z', same: 'M1 5h10v2H1z' } as const;

function Change({ change, against }: { readonly change: number; readonly against: string }) {
  const format = useNumberFormat();
  const direction = change > 0 ? 'up' : change < 0 ? 'down' : 'same';
  return (
    <dd className={`line strong tabular ${styles.change}`} data-direction={direction}>
      <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
        <path d={SIGNS[direction]} fill="currentColor" />
      </svg>
      <Hint text={`${DIRECTIONS[direction]} ${against}`}>{changeWords(change, format)}</Hint>
    </dd>
  );
}

/** A ratio as a signed percentage with a true minus sign: 0.125 is "+12.5%", 0 is "0%". */
export function changeWords(ratio: number, { locale }: Pick<NumberFormat, 'locale'>): string {
  const format = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1, signDisplay: 'exceptZero' });
  return format.format(ratio).replace('-', MINUS);
}
