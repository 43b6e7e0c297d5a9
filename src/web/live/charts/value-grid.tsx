import { percent } from './percent.ts';
import type { ChartScale } from './chart-scales.ts';
import styles from './chart.module.css';

/** The lines to read values by, each with its value beside it. */
export function ValueGrid({ grid, valueWords }: { readonly grid: ChartScale['grid']; readonly valueWords: (value: number) => string }) {
  return grid.map(({ value, y }) => (
    <g key={value}>
      <line x1="0" x2="100%" y1={percent(y)} y2={percent(y)} className={styles.grid} />
      <text x="0" y={percent(y)} dx="-12" dy="4" className={styles.scale}>
        {valueWords(value)}
      </text>
    </g>
  ));
}
