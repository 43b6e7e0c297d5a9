import { ChartFrame, type ChartProps } from './chart-frame.tsx';
import { percent } from './percent.ts';
import styles from './chart.module.css';

/** From the best to the worst of some values, half of them between `upper` and `lower`. */
interface ValueRange {
  readonly best: number;
  readonly upper: number;
  readonly median: number;
  readonly lower: number;
  readonly worst: number;
}

interface RangeChartProps extends ChartProps {
  readonly ranges: readonly ValueRange[];
  /** Which item the page tells more of, and how to choose another one. */
  readonly chosen: number;
  readonly onChoose: (index: number) => void;
}

/** Many values at a glance: a thin line over all, a broad one over half of them, a mark on the middle one. */
export function RangeChart({ ranges, chosen, ...chart }: RangeChartProps) {
  const { scale } = chart;
  return (
    <ChartFrame {...chart}>
      {(pointed) =>
        ranges.map(({ best, upper, median, lower, worst }, i) => {
          const x = percent(chart.xs[i]!);
          const [top, bottom] = [scale.y(upper), scale.y(lower)].map(percent);
          return (
            <g key={x} className={styles.range} data-chosen={i === chosen ? '' : undefined} data-pointed={i === pointed ? '' : undefined}>
              <line x1={x} x2={x} y1={percent(scale.y(best))} y2={percent(scale.y(worst))} className={styles.reach} />
              <line x1={x} x2={x} y1={top} y2={bottom} className={styles.half} />
              <circle cx={x} cy={percent(scale.y(median))} r="5" className={styles.marker} />
            </g>
          );
        })
      }
    </ChartFrame>
  );
}
