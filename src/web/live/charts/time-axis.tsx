import { DAY_MS } from '../../../domain/durations.ts';
import { momentParts } from '../words/time-words.ts';
import { percent } from './chart-scales.ts';
import styles from './chart.module.css';

/** Where days lie on a drawing, and the dates that have room under it where it is so many pixels wide. */
export interface TimeScale {
  /** Of a day, YYYY-MM-DD. */
  readonly x: (day: string) => number;
  readonly ticks: (widthPx: number) => readonly TimeTick[];
  /** How wide each bar is that no two of them touch, a share of the width. */
  readonly barWidth: number;
}

/** How much of the room between two is a bar. */
const BAR = 0.7;

/** Room for half a bar or marker at either end, as a share of the width. */
const MARGIN = 0.025;

/** Days (YYYY-MM-DD, in order, at least one) as far apart as on the calendar; a single one lies at the right. */
export function calendarScale(days: readonly string[], weekStart: number): TimeScale {
  const [first, last] = [days[0]!, days.at(-1)!];
  const length = dayNumber(last) - dayNumber(first);
  const x = (day: string) => MARGIN + (1 - 2 * MARGIN) * (length === 0 ? 1 : (dayNumber(day) - dayNumber(first)) / length);
  // Never broader than in a slot of twenty.
  const least = Math.min(1 / 20, ...days.slice(1).map((day, i) => x(day) - x(days[i]!)));
  return { x, ticks: (widthPx) => timeTicks(first, last, widthPx, weekStart), barWidth: BAR * least };
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
export interface TimeTick {
  /** YYYY-MM-DD, where it begins. */
  readonly day: string;
  /** What is written there, as short as it is clear beside its neighbours: "12 Mar", "Mar", "2026". */
  readonly label: string;
  /** The year, under the first label and wherever another one begins; `''` where the label says it or it is the same. */
  readonly year: string;
}

/** How many pixels a label takes, with the room beside it. */
const LABEL_PX = { day: 58, month: 44, year: 44 } as const;

interface Step {
  readonly unit: keyof typeof LABEL_PX;
  /** How many days it is long, about. */
  readonly days: number;
  /** The first boundary at or after a day. Days are counted from 1970. */
  readonly from: (day: number) => number;
}

/**
 * The dates of an axis from the first to the last day (YYYY-MM-DD) that is `widthPx` wide: where days, weeks, months or
 * years begin, as many as have room. Where no two of them do, the ends. Weeks begin on `weekStart`, as ISO 8601 counts days.
 */
export function timeTicks(first: string, last: string, widthPx: number, weekStart = 1): readonly TimeTick[] {
  const [from, until] = [dayNumber(first), dayNumber(last)];
  if (from === until) return labelled([first], 'day');
  for (const step of stepsFor(weekStart)) {
    const most = Math.max(2, Math.floor(widthPx / LABEL_PX[step.unit]));
    if ((until - from) / step.days > most) continue;
    const found: number[] = [];
    for (let at = step.from(from); at <= until; at = step.from(at + 1)) found.push(at);
    if (found.length <= most) return found.length < 2 ? labelled([first, last], 'day') : labelled(found.map(dayText), step.unit);
  }
  return labelled([first, last], 'year');
}

function stepsFor(weekStart: number): readonly Step[] {
  const weeks = (count: number): Step => {
    // 1970 began on a Thursday.
    const offset = (weekStart + 3) % 7;
    const length = 7 * count;
    return { unit: 'day', days: length, from: (day) => Math.ceil((day - offset) / length) * length + offset };
  };
  const months = (count: number): Step => ({
    unit: count < 12 ? 'month' : 'year',
    days: 30.4 * count,
    from: (day) => monthStart(Math.ceil(monthsUntil(day) / count) * count),
  });
  return [
    { unit: 'day', days: 1, from: (day) => day },
    weeks(1),
    weeks(2),
    ...[1, 3, 6, ...[1, 2, 5, 10, 20, 50, 100, 500, 1000].map((years) => years * 12)].map(months),
  ];
}

/** Days as they are written under an axis: as such, or as the months or years that begin with them. */
function labelled(days: readonly string[], unit: keyof typeof LABEL_PX): readonly TimeTick[] {
  let before = '';
  return days.map((text) => {
    const { day, month, year } = momentParts(Date.parse(text), 'UTC', 'short');
    const label = unit === 'day' ? `${day} ${month}` : unit === 'month' ? month : year;
    const tick = { day: text, label, year: unit === 'year' || year === before ? '' : year };
    before = year;
    return tick;
  });
}

/** Days since 1970 of a calendar day. */
function dayNumber(day: string): number {
  return Date.parse(day) / DAY_MS;
}

function dayText(number: number): string {
  return new Date(number * DAY_MS).toISOString().slice(0, 10);
}

/** Months since the year 0 that had begun before a day, or begin with it. */
function monthsUntil(day: number): number {
  const date = new Date(day * DAY_MS);
  const months = date.getUTCFullYear() * 12 + date.getUTCMonth();
  return date.getUTCDate() === 1 ? months : months + 1;
}

function monthStart(months: number): number {
  const date = new Date(0);
  date.setUTCFullYear(Math.floor(months / 12), months % 12, 1);
  return date.getTime() / DAY_MS;
}
