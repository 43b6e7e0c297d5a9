import { useId, useState, type PointerEvent, type ReactNode } from 'react';

import control from '../../ui/control.module.css';
import { MINUS, useNumberFormat } from '../../ui/number-format.ts';
import section from '../../ui/section-title.module.css';
import { TableHead } from '../../ui/table-head.tsx';
import { type ChartScale, percent } from './chart-scales.ts';
import styles from './chart.module.css';
import { TimeAxis, type TimeScale } from './time-axis.tsx';

/** What every chart is told. */
export interface ChartProps {
  readonly title: string;
  /** The days (YYYY-MM-DD) by which the items lie on the calendar, in order; at least one. */
  readonly days: readonly string[];
  readonly values: readonly number[];
  /** What an item says, in a sentence. */
  readonly words: (index: number) => string;
  readonly time: TimeScale;
  /** The same data to be read. */
  readonly table: TableOf;
}

interface ChartFrameProps extends Omit<ChartProps, 'values'> {
  /** What all of it is about, said while no item is asked about. */
  readonly about: string;
  /** How values lie on the drawing, and one as it stands there. */
  readonly scale: ChartScale;
  readonly valueWords: (value: number) => string;
  /** Draws into an SVG as wide as the page allows; `pointed` is the item that is asked about. */
  readonly children: (pointed: number | undefined) => ReactNode;
}

/**
 * A chart that can be asked: a mouse or a finger over it, or the arrow keys in it, say what an item is. For the
 * keyboard and for screen readers it is a slider over the items, a real one under the drawing.
 */
export function ChartFrame({ title, about, days, words, scale, valueWords, time, table, children }: ChartFrameProps) {
  const id = useId();
  const [asked, setAsked] = useState<number | undefined>(undefined);
  const xs = days.map(time.x);
  const last = xs.length - 1;
  const pointed = asked === undefined ? undefined : Math.min(asked, last);

  const onPointer = (event: PointerEvent) => {
    const { left, width } = event.currentTarget.querySelector('svg')!.getBoundingClientRect();
    setAsked(nearest(xs, (event.clientX - left) / width));
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
          {pointed === undefined ? about : words(pointed)}
        </span>
      </figcaption>
      <div
        className={`anchor ${styles.plot}`}
        onPointerMove={onPointer}
        onPointerDown={onPointer}
        onPointerLeave={(event) => event.pointerType === 'mouse' && setAsked(undefined)}
      >
        <svg aria-hidden="true" width="100%" height="180" className={`block ${styles.drawing}`}>
          <TimeAxis time={time} />
          <ValueGrid grid={scale.grid} valueWords={valueWords} />
          {children(pointed)}
          {pointed === undefined ? null : (
            <line x1={percent(xs[pointed]!)} x2={percent(xs[pointed]!)} y1="0" y2="100%" className={styles.pointer} />
          )}
        </svg>
        <input
          type="range"
          min={0}
          max={last}
          value={pointed ?? last}
          aria-labelledby={id}
          aria-valuetext={words(pointed ?? last)}
          className={styles.slider}
          onChange={(event) => setAsked(event.target.valueAsNumber)}
          onFocus={(event) => event.target.matches(':focus-visible') && setAsked(pointed ?? last)}
          onBlur={() => setAsked(undefined)}
        />
      </div>
      <ChartTable title={title} {...table} />
    </figure>
  );
}

function nearest(xs: readonly number[], x: number): number {
  let best = 0;
  for (const [i, at] of xs.entries()) if (Math.abs(at - x) < Math.abs(xs[best]! - x)) best = i;
  return best;
}

const MOST_SIGNS = 9;
const LONG_NUMBER = /^[^\p{Letter}:]*$/u;

/** The lines to read values by, each with its value beside it. */
function ValueGrid({ grid, valueWords }: { readonly grid: ChartScale['grid']; readonly valueWords: (value: number) => string }) {
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

interface TableOf {
  readonly head: readonly string[];
  /** Rows by the text of their first cell, which names the row. */
  readonly rows: readonly (readonly string[])[];
}

/** What a chart shows as a table, behind a button: a reader of four hundred rows asks for them. */
export function ChartTable({ title, head, rows }: TableOf & { readonly title: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" aria-expanded={open} className={control.words} onClick={() => setOpen(!open)}>
        {open ? 'Hide the table' : 'Show as a table'}
      </button>
      {open ? (
        <div className={styles.rows}>
          <table aria-label={title}>
            <TableHead columns={head.map((text, i) => [text, i === 0 ? undefined : styles.figure])} />
            <tbody>
              {rows.map(([first, ...figures]) => (
                <tr key={first}>
                  <th scope="row">{first}</th>
                  {figures.map((text, i) => (
                    <td key={head[i + 1]} className={styles.figure}>
                      {text}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
    </>
  );
}
