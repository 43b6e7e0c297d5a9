import { DAY_MS, MINUTE_MS } from '../domain/durations.ts';

/** What the `at` of a question means: now, a day as YYYY-MM-DD, or a moment in epoch milliseconds. */
export type When =
  | { readonly kind: 'now' }
  | { readonly kind: 'day'; readonly day: string }
  | { readonly kind: 'moment'; readonly moment: number };

/** There is no such day or moment, or it is still to come. */
export class UnknownMoment extends Error {
  override readonly name = 'UnknownMoment';
}

/** The first and the last moment of the years that are written with four digits. */
const FIRST = Date.parse('0001-01-01T00:00:00.000Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');

const DAY = /^\d{4}-\d\d-\d\d$/;

/**
 * ISO 8601 to the minute, the second or a fraction of it; what is finer than a millisecond is cut off. The offset is asked for: without one it would be another moment
 * for every reader. Its plus may be a space: that is what a plus means in the query of an address, where people write it.
 */
const MOMENT = /^(\d{4}-\d\d-\d\d)T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+ -](?:[01]\d|2[0-3]):[0-5]\d)$/;

/**
 * Reads an `at`; `''` is now.
 * @throws {UnknownMoment} for anything else that is neither a day nor a moment, and for days that no calendar has: 31 February.
 */
export function whenOf(at: string): When {
  if (at === '') return { kind: 'now' };
  if (isDay(at)) return { kind: 'day', day: at };
  const [, day] = MOMENT.exec(at) ?? [];
  const moment = day !== undefined && isDay(day) ? Date.parse(at.replace(' ', '+')) : Number.NaN;
  if (moment >= FIRST && moment <= LAST) return { kind: 'moment', moment };
  throw new UnknownMoment(`"${at}" is neither a day nor a moment`);
}

function isDay(text: string): boolean {
  const time = DAY.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** A {@link When} as `whenOf` reads it. */
export function whenText(when: When): string {
  if (when.kind === 'now') return '';
  return when.kind === 'day' ? when.day : momentText(when.moment);
}

/**
 * A moment (epoch milliseconds) as answers say it: "2026-11-20T18:00:00.000Z". Years have four digits, as every reader of
 * ISO 8601 knows them: what lies beyond is said as the first or the last such moment.
 */
export function timeText(moment: number): string {
  const at = Math.min(Math.max(Math.trunc(moment), FIRST), LAST);
  const day = Math.floor(at / DAY_MS);
  let text = dayTexts.get(day);
  if (text === undefined) {
    text = new Date(at).toISOString().slice(0, 11);
    if (dayTexts.size >= MOST_DAYS) dayTexts.clear();
    dayTexts.set(day, text);
  }
  const time = at - day * DAY_MS;
  const minutes = Math.floor(time / MINUTE_MS);
  const rest = time - minutes * MINUTE_MS;
  const thousandths = String(rest % 1000).padStart(3, '0');
  return `${text}${TWO_DIGITS[Math.floor(minutes / 60)]}:${TWO_DIGITS[minutes % 60]}:${TWO_DIGITS[Math.floor(rest / 1000)]}.${thousandths}Z`;
}

/** Days as they begin in a moment, by their number since 1970: an answer tells a dozen moments, and `toISOString` takes four times as long. */
const dayTexts = new Map<number, string>();
const MOST_DAYS = 1000;

const TWO_DIGITS = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));

/** A moment (epoch milliseconds) as addresses say it: as short as it is exact. "2026-11-20T18:00Z". */
export function momentText(moment: number): string {
  return timeText(moment).replace(/(?::00)?\.000Z$/, 'Z');
}
