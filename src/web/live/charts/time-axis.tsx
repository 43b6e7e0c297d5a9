import { momentParts } from '../words/time-words.ts';
import { percent } from './chart-scales.ts';
import styles from './chart.module.css';

/** Where days lie on a drawing, and the dates that have room under it at a width in pixels. */
export interface TimeScale {
  /** Of a day, YYYY-MM-DD. */
  readonly x: (day: string) => number;
  readonly ticks: (widthPx: number) => readonly TimeTick[];
  /** How wide each bar is that no two of them touch, a share of the width. */
  readonly barWidth: number;
}

/** How much of the room between two is a bar. */
const BAR = 0.7;

/** How many slots may lie between two dates, so that those are named which people count by. */
const APART = { day: [1, 2, 3, 7, 14, 28], year: [1, 2, 5, 10, 20, 50, 100, 500, 1000] } as const;

/** Days, or years by their first day, side by side: each in the middle of a slot, whatever lies between them. */
export function slotScale(days: readonly string[], unit: keyof typeof LABEL_PX): TimeScale {
  const places = new Map(days.map((day, i) => [day, (i + 0.5) / days.length]));
  const x = (day: string) => places.get(day) ?? 0;
  return {
    x,
    ticks: (widthPx) => {
      const least = Math.max(1, Math.ceil((days.length * LABEL_PX[unit]) / widthPx));
      const apart = APART[unit].find((count) => count >= least) ?? least;
      // Of years those that can be divided by it; of days the newest, and those so many before it.
      const place = (day: string, i: number) => (unit === 'day' ? days.length - 1 - i : Number(day.slice(0, 4)));
      const named = days.filter((day, i) => place(day, i) % apart === 0);
      const shown = named.length === 0 ? days.slice(-1) : named;
      return labelled(shown, unit);
    },
    barWidth: BAR / days.length,
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

/** A date on an axis. */
interface TimeTick {
  /** YYYY-MM-DD, where it begins. */
  readonly day: string;
  /** What is written there, as short as it is clear beside its neighbours: "12 Mar", "2026". */
  readonly label: string;
  /** The year, under the first label and wherever another one begins; `''` where the label says it or it is the same. */
  readonly year: string;
}

/** How many pixels a label takes, with the room beside it. */
const LABEL_PX = { day: 58, year: 44 } as const;

/** Days as they are written under an axis: as such, or as the years that begin with them. */
function labelled(days: readonly string[], unit: keyof typeof LABEL_PX): readonly TimeTick[] {
  let before = '';
  return days.map((text) => {
    const { day, month, year } = momentParts(Date.parse(text), 'UTC', 'short');
    const label = unit === 'day' ? `${day} ${month}` : year;
    const tick = { day: text, label, year: unit === 'year' || year === before ? '' : year };
    before = year;
    return tick;
  });
}
