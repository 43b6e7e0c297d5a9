import { ChartFrame, percent } from './chart-frame.tsx';
import type { TableOf } from './chart-table.tsx';
import type { ChartScale } from './chart-scales.ts';
import styles from './chart.module.css';

interface DayBarsProps {
  readonly title: string;
  /** One value a day, without gaps; 0 where there was nothing. */
  readonly values: readonly number[];
  readonly scale: ChartScale;
  readonly valueWords: (value: number) => string;
  readonly words: (index: number) => string;
  readonly table: TableOf;
}

/** A bar a day: the higher, the more. Days with nothing have a dot, so that one can count them. */
export function DayBars({ title, values, scale, valueWords, words, table }: DayBarsProps) {
  const slot = 1 / values.length;
  const zero = scale.y(0);
  return (
    <ChartFrame title={title} xs={values.map((_, i) => (i + 0.5) * slot)} words={words} table={table}>
      {(pointed) => (
        <>
          {scale.grid.map(({ value, y }) => (
            <g key={value}>
              <line x1="0" x2="100%" y1={percent(y)} y2={percent(y)} className={styles.grid} />
              <text x="0" y={percent(y)} dx="-12" dy="4" className={styles.scale}>
                {valueWords(value)}
              </text>
            </g>
          ))}
          {values.map((value, i) => {
            const y = scale.y(value);
            const x = percent((i + 0.15) * slot);
            // oxlint-disable-next-line react/no-array-index-key -- a day is its place
            if (value === 0) return <circle key={i} cx={percent((i + 0.5) * slot)} cy={percent(zero)} r="1" className={styles.dot} />;
            return (
              <rect
                // oxlint-disable-next-line react/no-array-index-key -- a day is its place
                key={i}
                x={x}
                y={percent(Math.min(y, zero))}
                width={percent(0.7 * slot)}
                height={percent(Math.max(Math.abs(zero - y), 0.01))}
                className={styles.bar}
                data-pointed={i === pointed ? '' : undefined}
              />
            );
          })}
        </>
      )}
    </ChartFrame>
  );
}
