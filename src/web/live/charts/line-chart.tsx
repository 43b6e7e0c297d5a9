import { ChartFrame, percent } from './chart-frame.tsx';
import type { TableOf } from './chart-table.tsx';
import type { ChartScale } from './chart-scales.ts';
import styles from './chart.module.css';

/** More markers than this run into one another. */
const MOST_MARKERS = 40;

interface LineChartProps {
  readonly title: string;
  readonly xs: readonly number[];
  readonly values: readonly number[];
  readonly scale: ChartScale;
  /** Stretches of items that a line connects. */
  readonly stretches: readonly (readonly number[])[];
  /** Lines of different kinds differ by dash and marker as well as by place. */
  readonly look: 'rank' | 'points';
  /** A value, as it stands on the drawing. */
  readonly valueWords: (value: number) => string;
  readonly words: (index: number) => string;
  readonly table: TableOf;
}

/** One line over time, its last value written on it. */
export function LineChart({ title, xs, values, scale, stretches, look, valueWords, words, table }: LineChartProps) {
  const ys = values.map(scale.y);
  const last = values.length - 1;
  const d = stretches.map((stretch) => stretch.map((i, n) => `${n === 0 ? 'M' : 'L'}${xs[i]! * 100} ${ys[i]! * 100}`).join('')).join('');
  // On the side of the last value that the line does not come from.
  const comesDown = last > 0 && ys[last - 1]! < ys[last]!;
  const marked = values.length <= MOST_MARKERS ? [...values.keys()] : lone(stretches);
  return (
    <ChartFrame title={title} xs={xs} words={words} table={table}>
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
          <svg viewBox="0 0 100 100" preserveAspectRatio="none" width="100%" height="100%" overflow="visible">
            <path d={d} className={styles.line} data-look={look} />
          </svg>
          {[...new Set([...marked, last, ...(pointed === undefined ? [] : [pointed])])].map((i) => (
            <Marker key={i} look={look} x={xs[i]!} y={ys[i]!} pointed={i === pointed} />
          ))}
          <text x="100%" y={percent(ys[last]!)} dy={comesDown ? 24 : -12} className={styles.label}>
            {valueWords(values[last]!)}
          </text>
        </>
      )}
    </ChartFrame>
  );
}

/** Those that no line reaches. */
function lone(stretches: readonly (readonly number[])[]): number[] {
  return stretches.flatMap((stretch) => (stretch.length === 1 ? [...stretch] : []));
}

interface MarkerProps {
  readonly look: 'rank' | 'points';
  readonly x: number;
  readonly y: number;
  readonly pointed: boolean;
}

function Marker({ look, x, y, pointed }: MarkerProps) {
  const size = pointed ? 12 : 7;
  if (look === 'rank') return <circle cx={percent(x)} cy={percent(y)} r={size / 2} className={styles.marker} data-look={look} />;
  const half = -size / 2;
  return (
    <rect
      x={percent(x)}
      y={percent(y)}
      width={size}
      height={size}
      transform={`translate(${half} ${half})`}
      className={styles.marker}
      data-look={look}
    />
  );
}
