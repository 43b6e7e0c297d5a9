import { ChartFrame, type ChartProps } from './chart-frame.tsx';
import { percent } from './percent.ts';
import styles from './chart.module.css';

interface BarChartProps extends Omit<ChartProps, 'about'> {
  /** Where the most was, inside a sentence: "on 3 Nov 2026". */
  readonly whenMost: (index: number) => string;
  /** How wide each bar is, a share of the width; `xs` are their middles. */
  readonly width: number;
  readonly values: readonly number[];
}

/** Bars over time: the higher, the more. What is nothing has a dot, so that one can count it. */
export function BarChart({ whenMost, width, values, ...chart }: BarChartProps) {
  const { scale, valueWords } = chart;
  const zero = scale.y(0);
  const most = Math.max(...values);
  const about = most > 0 ? `Most: ${valueWords(most)} ${whenMost(values.indexOf(most))}` : '';
  return (
    <ChartFrame {...chart} about={about}>
      {(pointed) =>
        values.map((value, i) => {
          const x = chart.xs[i]!;
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
        })
      }
    </ChartFrame>
  );
}

/** How wide bars can be that do not touch: most of the least distance between two of them, and never broader than a slot of twenty. */
export function barWidth(xs: readonly number[]): number {
  return 0.7 * Math.min(1 / 20, ...xs.slice(1).map((x, i) => x - xs[i]!));
}
