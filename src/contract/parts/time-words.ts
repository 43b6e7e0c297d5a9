import type { PeriodKind } from '../../domain/calendar.ts';

const FORMATS = {
  day: new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }),
  month: new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }),
  minute: new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }),
  second: new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' }),
};

/** A day (YYYY-MM-DD) for people: "18 Nov 2026". */
export function dayWords(day: string): string {
  return FORMATS.day.format(new Date(day));
}

/** A moment (ISO 8601, or epoch milliseconds) for people: "18 Nov 2026, 23:01 UTC". */
export function momentWords(moment: string | number, precision: 'minute' | 'second' = 'minute'): string {
  return `${FORMATS[precision].format(new Date(moment))} UTC`;
}

/** A period for people: "16 Nov 2026", "week of 16 Nov 2026", "November 2026", "all time". `from` is its first day, `null` for all time. */
export function periodWords({ kind, from }: { readonly kind: PeriodKind; readonly from: string | null }): string {
  if (from === null) return 'all time';
  return kind === 'monthly' ? FORMATS.month.format(new Date(from)) : `${kind === 'weekly' ? 'week of ' : ''}${dayWords(from)}`;
}
