import { DAY_MS, MINUTE_MS } from '../domain/durations.ts';
import { FIRST, LAST, type When } from './when.ts';

/** The inverse of `whenOf`. */
export function whenText(when: When): string {
  if (when.kind === 'now') return '';
  return when.kind === 'day' ? when.day : momentText(when.moment);
}

/** Formats a moment (epoch milliseconds) for answers: "2026-11-20T18:00:00.000Z". Clamped to years of four digits. */
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

/** Cached date parts by day since 1970: an answer has a dozen moments, and `toISOString` takes four times as long. */
const dayTexts = new Map<number, string>();
const MOST_DAYS = 1000;

const TWO_DIGITS = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));

/** Formats a moment (epoch milliseconds) for URLs, as short as possible without losing precision: "2026-11-20T18:00Z". */
export function momentText(moment: number): string {
  return timeText(moment).replace(/(?::00)?\.000Z$/, 'Z');
}
