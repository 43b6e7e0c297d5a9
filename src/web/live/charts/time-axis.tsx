import { percent } from './percent.ts';
import { dayNumber, LABEL_PX, labelled, type TimeTick, timeTicks } from './time-ticks.ts';
import styles from './chart.module.css';

/** Where days lie on a drawing, and the dates that have room under it where it is so many pixels wide. */
export interface TimeScale {
  /** Of a day, YYYY-MM-DD. */
  readonly x: (day: string) => number;
  readonly ticks: (widthPx: number) => readonly TimeTick[];
}

/** Room for half a bar or marker at either end, as a share of the width. */
const MARGIN = 0.025;

/** Days (YYYY-MM-DD, in order, at least one) as far apart as on the calendar; a single one lies at the right. */
export function calendarScale(days: readonly string[], weekStart: number): TimeScale {
  const [first, last] = [days[0]!, days.at(-1)!];
  const length = dayNumber(last) - dayNumber(first);
  const x = (day: string) => MARGIN + (1 - 2 * MARGIN) * (length === 0 ? 1 : (dayNumber(day) - dayNumber(first)) / length);
  return { x, ticks: (widthPx) => timeTicks(first, last, widthPx, weekStart) };
}

/** How many slots may lie between two dates, so that months and years that people count by are named. */
const APART = { day: undefined, month: [1, 3, 6, 12], year: [1, 2, 5, 10, 20, 50, 100, 500, 1000] } as const;

/** Days, or months or years by their first day, side by side: each in the middle of a slot, whatever lies between them. */
export function slotScale(days: readonly string[], unit: keyof typeof LABEL_PX): TimeScale {
  const places = new Map(days.map((day, i) => [day, (i + 0.5) / days.length]));
  const x = (day: string) => places.get(day) ?? 0;
  return {
    x,
    ticks: (widthPx) => {
      const least = Math.max(1, Math.ceil((days.length * LABEL_PX[unit]) / widthPx));
      const apart = APART[unit]?.find((count) => count >= least) ?? least;
      // Of months and years those that can be divided by it; of days the newest, and those so many before it.
      const place = (day: string, i: number) =>
        unit === 'day' ? days.length - 1 - i : unit === 'year' ? Number(day.slice(0, 4)) : Number(day.slice(5, 7)) - 1;
      const named = days.filter((day, i) => place(day, i) % apart === 0);
      const shown = named.length === 0 ? days.slice(-1) : named;
      return labelled(shown, unit);
    },
  };
}

/** Drawings that are at least so wide, in pixels. `chart.module.css` shows the dates of the widest that has room. */
const ROOMS = { narrow: 180, medium: 380, wide: 640 } as const;

/** The dates under a drawing. Its width is not known where the page is made, so there are three rows of them, and one is shown. */
export function TimeAxis({ time }: { readonly time: TimeScale }) {
  return Object.entries(ROOMS).map(([room, widthPx]) => (
    <g key={room} data-room={room} className={styles.axis}>
      {time.ticks(widthPx).map(({ day, label, year }) => {
        const x = percent(time.x(day));
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
