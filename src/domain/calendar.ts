import { firstPlace } from './ascending.ts';
import { DAY_MS, HOUR_MS } from './durations.ts';

/** The periods of a live board, shortest first. */
export const PERIOD_KINDS = ['daily', 'weekly', 'monthly', 'all-time'] as const;

export type PeriodKind = (typeof PERIOD_KINDS)[number];

/** The periods that end, and therefore have a winner. */
export const ENDING_KINDS = ['daily', 'weekly', 'monthly'] as const satisfies readonly PeriodKind[];

export type EndingKind = (typeof ENDING_KINDS)[number];

/** The kind of finished periods that represent `kind`: days for all time, otherwise the kind itself. */
export function finishedKind(kind: PeriodKind): EndingKind {
  return kind === 'all-time' ? 'daily' : kind;
}

/** ISO 8601 days of the week: Monday is 1, Sunday 7. */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7;

/** How a board counts its days: an IANA time zone, and the first day of its weeks. */
export interface Calendar {
  readonly timeZone: string;
  readonly weekStart: Weekday;
}

/** A half-open time span [start, end) in epoch milliseconds. All time is from -Infinity to Infinity. */
export interface PeriodSpan {
  readonly kind: PeriodKind;
  readonly start: number;
  readonly end: number;
}

/** A calendar date without time and zone; `month` counts from 1. */
interface CalendarDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** No zone has ever had a larger offset from UTC; bounds the search for a local midnight. */
const WIDEST_OFFSET_MS = 16 * HOUR_MS;

/**
 * The period of a kind that contains `at` (epoch milliseconds), in the calendar's zone; the machine's zone never matters. Days with 23 or
 * 25 hours count once; a date skipped by a zone (Samoa's 30 December 2011) has no day.
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

/** Recent spans by zone, first weekday and kind, most recent first: computing a date takes microseconds. */
const recentSpans = new Map<string, readonly PeriodSpan[]>();
const RECENT_SPANS = 4;

/**
 * When a period becomes final, in epoch milliseconds: events received before then count, regardless of their own time. The grace period is
 * for events in transit at the end (docs/decisions/periods.md).
 */
export function finalTime({ end }: Pick<PeriodSpan, 'end'>, graceMs: number): number {
  return end + graceMs;
}

/** The period before `span`; `undefined` for all time. */
export function previousPeriod(span: PeriodSpan, calendar: Calendar): PeriodSpan | undefined {
  return span.kind === 'all-time' ? undefined : periodContaining(span.kind, span.start - 1, calendar);
}

/** The first day of the period that contains a date, and the first day of the next one. */
function daysAround(kind: EndingKind, today: CalendarDate, weekStart: Weekday): readonly [first: number, next: number] {
  const day = dayNumber(today);
  switch (kind) {
    case 'daily':
      return [day, day + 1];
    case 'weekly': {
      // 1 January 1970 was a Thursday.
      const first = day - ((((day + 4 - weekStart) % 7) + 7) % 7);
      return [first, first + 7];
    }
    case 'monthly':
      return [dayNumber({ ...today, day: 1 }), dayNumber({ ...today, month: today.month + 1, day: 1 })];
  }
}

/** Days since 1970-01-01 in the proleptic Gregorian calendar; month 13 is January of the next year. */
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

/** Starts of days by zone; boards request the same few repeatedly. */
const starts = new Map<string, number>();
const REMEMBERED_STARTS = 10_000;

/**
 * The first moment at which clocks in the zone show this day or a later one. Found by binary search: offsets change in ways no formula
 * covers (missing midnights, skipped dates), but local dates never go back.
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
