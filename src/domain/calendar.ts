import { firstPlace } from './ascending.ts';
import { DAY_MS, HOUR_MS } from './durations.ts';

/** The periods of a live board, from the shortest to the one that never ends. */
export const PERIOD_KINDS = ['daily', 'weekly', 'monthly', 'all-time'] as const;

export type PeriodKind = (typeof PERIOD_KINDS)[number];

/** Those that end, and so have a winner. */
export const ENDING_KINDS = ['daily', 'weekly', 'monthly'] as const satisfies readonly PeriodKind[];

export type EndingKind = (typeof ENDING_KINDS)[number];

/** Days of the week as ISO 8601 counts them: Monday is 1, Sunday 7. */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7;

/** Where and how a board counts its days: an IANA time zone, and the day its weeks start on. */
export interface Calendar {
  readonly timeZone: string;
  readonly weekStart: Weekday;
}

/**
 * A stretch of time, half-open: `start` belongs to it and `end` to the next one, both in epoch milliseconds.
 * All time starts at -Infinity and ends at Infinity.
 */
export interface PeriodSpan {
  readonly kind: PeriodKind;
  readonly start: number;
  readonly end: number;
}

/** A day on the calendar, without a time and without a zone; `month` counts from 1. */
interface CalendarDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** No zone is or was further from UTC than this; it bounds the search for a local midnight. */
const WIDEST_OFFSET_MS = 16 * HOUR_MS;

/**
 * The period of a kind that `at` (epoch milliseconds) belongs to, in the calendar's own zone. The zone of
 * the machine never matters. Days with 23 or 25 hours count once; a date a zone skipped (Samoa's 30 December
 * 2011) has no day of its own.
 * @throws {RangeError} if the zone is unknown or `at` is not a time.
 */
export function periodContaining(kind: PeriodKind, at: number, calendar: Calendar): PeriodSpan {
  if (kind === 'all-time') return { kind, start: -Infinity, end: Infinity };
  const { timeZone, weekStart } = calendar;
  const key = `${timeZone} ${weekStart} ${kind}`;
  const recent = recentSpans.get(key)?.find(({ start, end }) => at >= start && at < end);
  if (recent !== undefined) return recent;
  const first = firstDate(kind, localDate(at, timeZone), weekStart);
  const span = { kind, start: startOfDate(first, timeZone), end: startOfDate(dateAfter(kind, first), timeZone) };
  recentSpans.set(key, [span, ...(recentSpans.get(key) ?? [])].slice(0, RECENT_SPANS));
  return span;
}

/** Spans by zone, first day of the week and kind, the last found first: to ask what date it is takes microseconds. */
const recentSpans = new Map<string, readonly PeriodSpan[]>();
const RECENT_SPANS = 4;

/**
 * When a period becomes final, in epoch milliseconds: it takes what was received before, whatever the time of the event,
 * and nothing after. The grace is for what is on its way when the period ends (docs/decisions/periods.md).
 */
export function finalTime({ end }: Pick<PeriodSpan, 'end'>, graceMs: number): number {
  return end + graceMs;
}

/** The period before `span`. All time has none. */
export function previousPeriod(span: PeriodSpan, calendar: Calendar): PeriodSpan | undefined {
  return span.kind === 'all-time' ? undefined : periodContaining(span.kind, span.start - 1, calendar);
}

function firstDate(kind: Exclude<PeriodKind, 'all-time'>, today: CalendarDate, weekStart: Weekday): CalendarDate {
  if (kind === 'daily') return today;
  if (kind === 'monthly') return { ...today, day: 1 };
  // The first of January 1970 was a Thursday.
  const isoWeekday = ((((dayNumber(today) + 3) % 7) + 7) % 7) + 1;
  return addDays(today, -((isoWeekday - weekStart + 7) % 7));
}

function dateAfter(kind: Exclude<PeriodKind, 'all-time'>, first: CalendarDate): CalendarDate {
  if (kind === 'daily') return addDays(first, 1);
  if (kind === 'weekly') return addDays(first, 7);
  return first.month === 12 ? { year: first.year + 1, month: 1, day: 1 } : { ...first, month: first.month + 1 };
}

/** Days since 1970-01-01 of a date in the proleptic Gregorian calendar (Howard Hinnant, days_from_civil). */
function dayNumber({ year, month, day }: CalendarDate): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

/** The date of a day number; the inverse of {@link dayNumber} (civil_from_days). */
function dateOf(number: number): CalendarDate {
  const z = number + 719_468;
  const era = Math.floor(z / 146_097);
  const dayOfEra = z - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const mp = Math.floor((5 * dayOfYear + 2) / 153);
  const month = mp < 10 ? mp + 3 : mp - 9;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day: dayOfYear - Math.floor((153 * mp + 2) / 5) + 1 };
}

function addDays(date: CalendarDate, days: number): CalendarDate {
  return dateOf(dayNumber(date) + days);
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatFor(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
  });
  formats.set(timeZone, made);
  return made;
}

function localDate(at: number, timeZone: string): CalendarDate {
  let year = 0;
  let month = 0;
  let day = 0;
  let beforeChrist = false;
  for (const { type, value } of formatFor(timeZone).formatToParts(at)) {
    if (type === 'year') year = Number(value);
    else if (type === 'month') month = Number(value);
    else if (type === 'day') day = Number(value);
    else if (type === 'era') beforeChrist = value !== 'AD';
  }
  return { year: beforeChrist ? 1 - year : year, month, day };
}

/** Starts of dates by zone; a board asks for the same few again and again. */
const starts = new Map<string, number>();
const REMEMBERED_STARTS = 10_000;

/**
 * The first moment at which clocks in the zone show `date` or a later one. Found by halving: offsets change
 * in ways no formula covers (midnights that do not exist, dates that were skipped), but the date on the
 * wall never goes back.
 */
function startOfDate(date: CalendarDate, timeZone: string): number {
  const wanted = dayNumber(date);
  const key = `${timeZone} ${wanted}`;
  const known = starts.get(key);
  if (known !== undefined) return known;
  const midnight = wanted * DAY_MS;
  const isBefore = (at: number) => dayNumber(localDate(at, timeZone)) < wanted;
  const start = firstPlace(midnight - WIDEST_OFFSET_MS + 1, midnight + WIDEST_OFFSET_MS, isBefore);
  if (starts.size >= REMEMBERED_STARTS) starts.clear();
  starts.set(key, start);
  return start;
}
