import { ChartFrame, type ChartProps } from './chart-frame.tsx';
import { percent, pointsScale } from './chart-scales.ts';
import styles from './chart.module.css';

interface BarChartProps extends ChartProps {
  /** When the most was: "3 Nov 2026". */
  readonly whenMost: (index: number) => string;
  readonly valueWords: (value: number) => string;
  /** Whether the last one may still grow. */
  readonly isRunning?: boolean;
}

/** Bars over time, in the player's colour where they are a player's. What is nothing has a dot, so that one can count it. */
export function BarChart({ whenMost, values, isRunning = false, ...chart }: BarChartProps) {
  const { days, time, valueWords } = chart;
  const scale = pointsScale(values);
  const zero = scale.y(0);
  const most = Math.max(...values);
  const about = most > 0 ? `Peak ${valueWords(most)}, ${whenMost(values.indexOf(most))}` : '';
  return (
    <ChartFrame {...chart} scale={scale} about={about}>
      {(pointed) =>
        values.map((value, i) => {
          const x = time.x(days[i]!);
          if (value === 0) return <circle key={x} cx={percent(x)} cy={percent(zero)} r="1" className={styles.dot} />;
          const y = scale.y(value);
          return (
            <rect
              key={x}
              x={percent(x - time.barWidth / 2)}
              y={percent(Math.min(y, zero))}
              width={percent(time.barWidth)}
              height={percent(Math.max(Math.abs(zero - y), 0.01))}
              className={styles.bar}
              data-pointed={i === pointed ? '' : undefined}
              data-open={isRunning && i === values.length - 1 ? '' : undefined}
            />
          );
        })
      }
    </ChartFrame>
  );
}
