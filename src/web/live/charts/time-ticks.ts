import { DAY_MS } from '../../../domain/durations.ts';
import { momentParts } from '../words/moment-parts.ts';

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
export const LABEL_PX = { day: 58, month: 44, year: 44 } as const;

interface Step {
  readonly unit: keyof typeof LABEL_PX;
  /** How many days it is long, about. */
  readonly days: number;
  /** The first boundary at or after a day, and the one after a boundary. Days are counted from 1970. */
  readonly from: (day: number) => number;
  readonly next: (boundary: number) => number;
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
    for (let at = step.from(from); at <= until; at = step.next(at)) found.push(at);
    if (found.length <= most) return found.length < 2 ? labelled([first, last], 'day') : labelled(found.map(dayText), step.unit);
  }
  return labelled([first, last], 'year');
}

function stepsFor(weekStart: number): readonly Step[] {
  const weeks = (count: number): Step => {
    // 1970 began on a Thursday.
    const offset = (weekStart + 3) % 7;
    const length = 7 * count;
    return {
      unit: 'day',
      days: length,
      from: (day) => Math.ceil((day - offset) / length) * length + offset,
      next: (boundary) => boundary + length,
    };
  };
  const months = (count: number): Step => ({
    unit: count < 12 ? 'month' : 'year',
    days: 30.4 * count,
    from: (day) => monthStart(Math.ceil(monthsUntil(day) / count) * count),
    next: (boundary) => monthStart(monthsUntil(boundary) + count),
  });
  return [
    { unit: 'day', days: 1, from: (day) => day, next: (boundary) => boundary + 1 },
    weeks(1),
    weeks(2),
    ...[1, 3, 6, ...[1, 2, 5, 10, 20, 50, 100, 500, 1000].map((years) => years * 12)].map(months),
  ];
}

/** Days as they are written under an axis: as such, or as the months or years that begin with them. */
export function labelled(days: readonly string[], unit: keyof typeof LABEL_PX): readonly TimeTick[] {
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
export function dayNumber(day: string): number {
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
