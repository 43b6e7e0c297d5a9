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
  const [first, next] = daysAround(kind, localDate(at, timeZone), weekStart);
  const span = { kind, start: startOfDay(first, timeZone), end: startOfDay(next, timeZone) };
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

/** The first day of the period that a date belongs to, and that of the next one. */
function daysAround(kind: EndingKind, today: CalendarDate, weekStart: Weekday): readonly [first: number, next: number] {
  const day = dayNumber(today);
  switch (kind) {
    case 'daily':
      return [day, day + 1];
    case 'weekly': {
      // The first of January 1970 was a Thursday.
      const first = day - ((((day + 4 - weekStart) % 7) + 7) % 7);
      return [first, first + 7];
    }
    case 'monthly':
      return [dayNumber({ ...today, day: 1 }), dayNumber({ ...today, month: today.month + 1, day: 1 })];
  }
}

/** Days since 1970-01-01 of a date in the proleptic Gregorian calendar; a thirteenth month is the first of the year after. */
function dayNumber({ year, month, day }: CalendarDate): number {
  // oxlint-disable-next-line no-restricted-globals -- a calendar, and no clock: `Date.UTC` would take the year 99 for 1999
  return new Date(0).setUTCFullYear(year, month - 1, day) / DAY_MS;
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
  const parts = formatFor(timeZone).formatToParts(at);
  const { era, year, month, day } = Object.fromEntries(parts.map(({ type, value }) => [type, value]));
  return { year: era === 'AD' ? Number(year) : 1 - Number(year), month: Number(month), day: Number(day) };
}

/** Starts of days by zone; a board asks for the same few again and again. */
const starts = new Map<string, number>();
const REMEMBERED_STARTS = 10_000;

/**
 * The first moment at which clocks in the zone show a day or a later one. Found by halving: offsets change
 * in ways no formula covers (midnights that do not exist, dates that were skipped), but the date on the
 * wall never goes back.
 */
function startOfDay(day: number, timeZone: string): number {
  const key = `${timeZone} ${day}`;
  const known = starts.get(key);
  if (known !== undefined) return known;
  const midnight = day * DAY_MS;
  const isBefore = (at: number) => dayNumber(localDate(at, timeZone)) < day;
  const start = firstPlace(midnight - WIDEST_OFFSET_MS + 1, midnight + WIDEST_OFFSET_MS, isBefore);
  if (starts.size >= REMEMBERED_STARTS) starts.clear();
  starts.set(key, start);
  return start;
}
