import { useNumberFormat } from '../../ui/number-format.ts';
import { rankWords } from '../words/rank-words.ts';
import { ChartFrame, type ChartProps } from './chart-frame.tsx';
import { percent, rankScale, unbroken } from './chart-scales.ts';
import styles from './chart.module.css';

/** More markers than this run into one another. */
const MOST_MARKERS = 40;

interface RankChartProps extends ChartProps {
  /** What all of it is about, said while no item is asked about. */
  readonly about: string;
  /** How many days lie at most between two items between which nothing is missing. */
  readonly step: number;
  /** Which item the page tells more of, if it does of one. */
  readonly chosen?: number;
}

/** Ranks over time, the last written on it. The line goes in steps: what was so stays until it changes. A thin line crosses what is missing. */
export function RankChart({ values, step, chosen, ...chart }: RankChartProps) {
  const format = useNumberFormat();
  const valueWords = (rank: number) => rankWords(rank, format);
  const xs = chart.days.map(chart.time.x);
  const scale = rankScale(Math.max(...values));
  const ys = values.map(scale.y);
  const stretches = unbroken(chart.days, step);
  const last = values.length - 1;
  const at = (i: number) => `${xs[i]! * 100} ${ys[i]! * 100}`;
  const steps = stretches.map((stretch) => stretch.map((i, n) => (n === 0 ? `M${at(i)}` : `H${xs[i]! * 100}V${ys[i]! * 100}`)).join(''));
  const across = stretches.slice(1).map(([first], i) => `M${at(stretches[i]!.at(-1)!)}L${at(first!)}`);
  // On the side of the last value that the line does not come from.
  const comesDown = last > 0 && ys[last - 1]! < ys[last]!;
  // Beside the value where the dates would be under it.
  const labelPlace = comesDown && ys[last]! > 0.8 ? { x: percent(xs[last]!), dx: -10, dy: 5 } : { x: '100%', dy: comesDown ? 24 : -12 };
  // Of many only those that no line reaches.
  const marked = values.length <= MOST_MARKERS ? [...values.keys()] : stretches.flatMap((stretch) => (stretch.length === 1 ? stretch : []));
  return (
    <ChartFrame {...chart} scale={scale} valueWords={valueWords}>
      {(pointed) => (
        <>
          <svg viewBox="0 0 100 100" preserveAspectRatio="none" width="100%" height="100%" overflow="visible">
            <path d={across.join('')} className={styles.across} />
            <path d={steps.join('')} className={styles.line} />
          </svg>
          {[...new Set([...marked, last, ...[chosen, pointed].filter((i) => i !== undefined)])].map((i) => (
            <circle
              key={i}
              cx={percent(xs[i]!)}
              cy={percent(ys[i]!)}
              r={i === pointed || i === chosen ? 6 : 3.5}
              className={styles.marker}
              data-chosen={i === chosen ? '' : undefined}
            />
          ))}
          <text y={percent(ys[last]!)} {...labelPlace} className={styles.label}>
            {valueWords(values[last]!)}
          </text>
        </>
      )}
    </ChartFrame>
  );
}
