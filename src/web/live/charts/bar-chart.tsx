import { useId, useState, type PointerEvent } from 'react';

import { MINUS, useNumberFormat } from '../../ui/number-format.ts';
import section from '../../ui/section-title.module.css';
import { soFar, weekdayWords } from '../words/time-words.ts';
import { type ChartScale, percent, pointsScale } from './chart-scales.ts';
import { ChartTable } from './chart-table.tsx';
import styles from './chart.module.css';
import { hourWords, middle, TimeAxis, type TimeUnit } from './time-axis.tsx';

/** The width of a bar, as a share of the space per bar. */
const BAR = 0.7;

const NAMES = {
  hour: { head: 'Hour', of: hourWords },
  day: { head: 'Day', of: weekdayWords },
  year: { head: 'Season', of: (day: string) => day.slice(0, 4) },
};

interface BarChartProps {
  readonly title: string;
  readonly unit: TimeUnit;
  /** The times of the bars in ascending order, at least one: YYYY-MM-DD, or a moment for an hour. */
  readonly days: readonly string[];
  readonly values: readonly number[];
  readonly valueWords: (value: number) => string;
  /** The text of a bar, after its name. */
  readonly words: (index: number) => string;
  /** The columns after the name, and their figures: a bar without figures has no row. */
  readonly columns: readonly string[];
  readonly figures: (index: number) => readonly string[];
  /** Whether the last bar may still grow. It may then be taller than the chart, whose scale is set by the others. */
  readonly isRunning?: boolean;
}

/**
 * Bars over time, in the player's colour if they belong to a player. A zero is shown as a dot, so that it can be counted. Pointing at the
 * chart or the arrow keys show the value of a bar; for keyboards and screen readers it is a slider over the bars, a real input below the
 * drawing.
 */
export function BarChart({ title, unit, days, values, valueWords, words, columns, figures, isRunning = false }: BarChartProps) {
  const id = useId();
  const [asked, setAsked] = useState<number | undefined>(undefined);
  const last = days.length - 1;
  const pointed = asked === undefined ? undefined : Math.min(asked, last);
  const ended = values.slice(0, last);
  const scale = pointsScale(isRunning && ended.some((value) => value > 0) ? ended : values);
  const zero = scale.y(0);
  const x = (index: number) => middle(index, days.length);
  const { locale } = useNumberFormat();
  const named = (index: number) => NAMES[unit].of(days[index]!, locale);
  const name = (index: number) => (isRunning && index === last ? soFar(named(index)) : named(index));
  const told = (index: number) => `${name(index)}: ${words(index)}`;
  const most = Math.max(...values);
  const peak = most > 0 ? `Peak ${valueWords(most)}, ${named(values.indexOf(most))}` : '';

  const onPointer = (event: PointerEvent) => {
    const { left, width } = event.currentTarget.querySelector('svg')!.getBoundingClientRect();
    setAsked(Math.max(0, Math.min(last, Math.floor(((event.clientX - left) / width) * days.length))));
  };
  return (
    <figure className={`stack card ${styles.chart}`} aria-labelledby={id}>
      <figcaption className={`cluster spread anywhere ${styles.caption}`}>
        <h3 id={id} className={section.part}>
          {title}
        </h3>
        <span
          aria-hidden={pointed !== undefined}
          className={`muted small tabular ${styles.words}`}
          data-asked={pointed === undefined ? undefined : ''}
        >
          {pointed === undefined ? peak : told(pointed)}
        </span>
      </figcaption>
      <div
        className={`anchor ${styles.plot}`}
        onPointerMove={onPointer}
        onPointerDown={onPointer}
        onPointerLeave={(event) => event.pointerType === 'mouse' && setAsked(undefined)}
      >
        <svg aria-hidden="true" width="100%" height="180" className={`block ${styles.drawing}`}>
          <TimeAxis days={days} unit={unit} />
          <ValueGrid grid={scale.grid} valueWords={valueWords} />
          {values.map((value, i) => {
            if (value === 0) return <circle key={days[i]} cx={percent(x(i))} cy={percent(zero)} r="1" className={styles.dot} />;
            const y = Math.max(0, scale.y(value));
            return (
              <rect
                key={days[i]}
                x={percent(x(i) - BAR / 2 / days.length)}
                y={percent(Math.min(y, zero))}
                width={percent(BAR / days.length)}
                height={percent(Math.max(Math.abs(zero - y), 0.01))}
                className={styles.bar}
                data-pointed={i === pointed ? '' : undefined}
                data-open={isRunning && i === last ? '' : undefined}
              />
            );
          })}
          {pointed === undefined ? null : (
            <line x1={percent(x(pointed))} x2={percent(x(pointed))} y1="0" y2="100%" className={styles.pointer} />
          )}
        </svg>
        <input
          type="range"
          min={0}
          max={last}
          value={pointed ?? last}
          aria-labelledby={id}
          aria-valuetext={told(pointed ?? last)}
          className={styles.slider}
          onChange={(event) => setAsked(event.target.valueAsNumber)}
          onFocus={(event) => event.target.matches(':focus-visible') && setAsked(pointed ?? last)}
          onBlur={() => setAsked(undefined)}
        />
      </div>
      <ChartTable
        title={title}
        head={[NAMES[unit].head, ...columns]}
        rows={days.flatMap((_, i) => (figures(i).length === 0 ? [] : [[name(i), ...figures(i)]])).toReversed()}
      />
    </figure>
  );
}

const MOST_SIGNS = 9;
const LONG_NUMBER = /^[^\p{Letter}:]*$/u;

/** The grid lines, each with its value next to it. */
function ValueGrid({ grid, valueWords }: Pick<ChartScale, 'grid'> & Pick<BarChartProps, 'valueWords'>) {
  const { locale } = useNumberFormat();
  // There is room for nine characters next to the drawing: long numbers are abbreviated, "25M".
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
