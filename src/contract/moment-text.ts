import { DAY_MS, MINUTE_MS } from '../domain/durations.ts';
import { FIRST, LAST, type When } from './when.ts';

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
