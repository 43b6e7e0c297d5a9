import { HOUR_MS } from '../../../domain/durations.ts';
import { useNumberFormat } from '../../ui/number-format.ts';
import { momentParts } from '../words/time-words.ts';
import { percent } from './chart-scales.ts';
import styles from './chart.module.css';

/** The time span of a bar: an hour by its start, a day, or a year by its first day. */
export type TimeUnit = keyof typeof LABEL_PX;

/** The width of a label in pixels, including the space around it. */
const LABEL_PX = { hour: 64, day: 58, year: 44 } as const;

/** The allowed numbers of bars between two labels, so that labels are at round steps. */
const APART = { hour: [1, 2, 3, 4, 6, 8, 12], day: [1, 2, 3, 7, 14, 28], year: [1, 2, 5, 10, 20, 50, 100, 500, 1000] } as const;

/** The middle of one of `count` adjacent bars, as a share of the width. */
export function middle(index: number, count: number): number {
  return (index + 0.5) / count;
}

/** Minimum widths of drawings, in pixels. `chart.module.css` shows the labels of the widest one that fits. */
const ROOMS = { narrow: 180, medium: 380, wide: 640 } as const;

interface TimeAxisProps {
  /** In order: YYYY-MM-DD, or a moment for an hour. */
  readonly days: readonly string[];
  readonly unit: TimeUnit;
}

/** The dates below a drawing. Its width is unknown when the page is rendered, so there are three sets of labels, one of which is shown. */
export function TimeAxis({ days, unit }: TimeAxisProps) {
  const { locale } = useNumberFormat();
  return Object.entries(ROOMS).map(([room, widthPx]) => (
    <g key={room} data-room={room} className={styles.axis}>
      {timeTicks(days, unit, widthPx, locale).map(({ day, label, year }) => {
        const x = percent(middle(days.indexOf(day), days.length));
        return (
          <g key={day}>
            <line x1={x} x2={x} y1="100%" y2="100%" className={styles.tick} />
            <text x={x} y="100%" dy="24" className={styles.date}>
              {label}
              {year === '' ? null : (
                <tspan x={x} dy="14">
                  {year}
                </tspan>
              )}
            </text>
          </g>
        );
      })}
    </g>
  ));
}

/** A label on a time axis. */
interface TimeTick {
  readonly day: string;
  /** As short as possible next to the other labels: "12 Mar", "2026". */
  readonly label: string;
  /** The year, on the first label and wherever it changes; `''` if the label contains it or it has not changed. */
  readonly year: string;
}

/** The labels that fit below a drawing: years divisible by the step; of days and hours the newest, and every so many before it. */
export function timeTicks(days: readonly string[], unit: TimeUnit, widthPx: number, locale: string): readonly TimeTick[] {
  const least = Math.max(1, Math.ceil((days.length * LABEL_PX[unit]) / widthPx));
  const apart = APART[unit].find((count) => count >= least) ?? least;
  const place = (day: string, i: number) => (unit === 'year' ? Number(day.slice(0, 4)) : days.length - 1 - i);
  const named = days.filter((day, i) => place(day, i) % apart === 0);
  let before = '';
  return (named.length === 0 ? days.slice(-1) : named).map((text) => {
    if (unit === 'hour') return { day: text, label: inLocale(locale).format(Date.parse(text)), year: '' };
    const { day, month, year } = momentParts(Date.parse(text), 'UTC', 'short');
    const tick = { day: text, label: unit === 'day' ? `${day} ${month}` : year, year: unit === 'year' || year === before ? '' : year };
    before = year;
    return tick;
  });
}

function inLocale(locale: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' });
}

/** An hour in the visitor's time zone: "3:00 – 4:00 PM". */
export function hourWords(start: string, locale: string): string {
  return inLocale(locale).formatRange(Date.parse(start), Date.parse(start) + HOUR_MS);
}
