import { ChartFrame, type ChartProps } from './chart-frame.tsx';
import { percent, pointsScale } from './chart-scales.ts';
import styles from './chart.module.css';

interface BarChartProps extends ChartProps {
  /** Where the most was, inside a sentence: "on 3 Nov 2026". */
  readonly whenMost: (index: number) => string;
  readonly valueWords: (value: number) => string;
}

/** Bars over time: the higher, the more. What is nothing has a dot, so that one can count it. */
export function BarChart({ whenMost, values, ...chart }: BarChartProps) {
  const { days, time, valueWords } = chart;
  const scale = pointsScale(values);
  const zero = scale.y(0);
  const most = Math.max(...values);
  const about = most > 0 ? `Most: ${valueWords(most)} ${whenMost(values.indexOf(most))}` : '';
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
            />
          );
        })
      }
    </ChartFrame>
  );
}
