import { MINUS, useNumberFormat } from '../../ui/number-format.ts';
import { percent } from './percent.ts';
import type { ChartScale } from './chart-scales.ts';
import styles from './chart.module.css';

const MOST_SIGNS = 9;
const LONG_NUMBER = /^[^\p{Letter}:]*$/u;

/** The lines to read values by, each with its value beside it. */
export function ValueGrid({ grid, valueWords }: { readonly grid: ChartScale['grid']; readonly valueWords: (value: number) => string }) {
  const { locale } = useNumberFormat();
  // Beside the drawing there is room for nine signs: a long number is told in short, "25M".
  const short = (value: number) => {
    const words = valueWords(value);
    const isLong = words.length > MOST_SIGNS && LONG_NUMBER.test(words);
    return isLong
      ? new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }).format(value).replace('-', MINUS)
      : words;
  };
  return grid.map(({ value, y }) => (
    <g key={value}>
      <line x1="0" x2="100%" y1={percent(y)} y2={percent(y)} className={styles.grid} />
      <text x="0" y={percent(y)} dx="-12" dy="4" className={styles.scale}>
        {short(value)}
      </text>
    </g>
  ));
}
