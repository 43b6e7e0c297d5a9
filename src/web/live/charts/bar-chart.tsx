import { ChartFrame } from './chart-frame.tsx';
import type { TableOf } from './chart-table.tsx';
import type { ChartScale } from './chart-scales.ts';
import { percent } from './percent.ts';
import type { TimeScale } from './time-axis.tsx';
import { ValueGrid } from './value-grid.tsx';
import styles from './chart.module.css';

interface BarChartProps {
  readonly title: string;
  /** Where the most was, inside a sentence: "on 3 Nov 2026". */
  readonly whenMost: (index: number) => string;
  /** The middle of each bar, and how wide one is: shares of the width. */
  readonly xs: readonly number[];
  readonly width: number;
  readonly time: TimeScale;
  readonly values: readonly number[];
  readonly scale: ChartScale;
  readonly valueWords: (value: number) => string;
  readonly words: (index: number) => string;
  readonly table: TableOf;
}

/** Bars over time: the higher, the more. What is nothing has a dot, so that one can count it. */
export function BarChart({ title, whenMost, xs, width, time, values, scale, valueWords, words, table }: BarChartProps) {
  const zero = scale.y(0);
  const most = Math.max(...values);
  const about = most > 0 ? `Most: ${valueWords(most)} ${whenMost(values.indexOf(most))}` : '';
  return (
    <ChartFrame title={title} about={about} xs={xs} time={time} words={words} table={table}>
      {(pointed) => (
        <>
          <ValueGrid grid={scale.grid} valueWords={valueWords} />
          {values.map((value, i) => {
            const x = xs[i]!;
            if (value === 0) return <circle key={x} cx={percent(x)} cy={percent(zero)} r="1" className={styles.dot} />;
            const y = scale.y(value);
            return (
              <rect
                key={x}
                x={percent(x - width / 2)}
                y={percent(Math.min(y, zero))}
                width={percent(width)}
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

/** How wide bars can be that do not touch: most of the least distance between two of them, and never broader than a slot of twenty. */
export function barWidth(xs: readonly number[]): number {
  return 0.7 * Math.min(1 / 20, ...xs.slice(1).map((x, i) => x - xs[i]!));
}
