import type { EndingKind, PeriodKind } from '../../../../domain/calendar.ts';

/** The noun of each kind of period. */
export const PERIOD_NOUNS: Readonly<Record<PeriodKind, string>> = {
  daily: 'day',
  weekly: 'week',
  monthly: 'month',
  'all-time': 'all time',
};

/** A kind of period as a choice or heading, built by `around` from its noun: "Each day", "Days"; "All time" is used as is. */
export function kindWords(kind: PeriodKind, around: (noun: string) => string): string {
  const words = kind === 'all-time' ? PERIOD_NOUNS[kind] : around(PERIOD_NOUNS[kind]);
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** A period by its first day, YYYY-MM-DD: "Sat, Nov 21, 2026", "Week of Nov 16, 2026", "November 2026". */
export function periodWords(kind: EndingKind, from: string, locale: string): string {
  const first = new Date(`${from}T00:00:00Z`);
  const written = (options: Intl.DateTimeFormatOptions) => first.toLocaleDateString(locale, { ...options, timeZone: 'UTC' });
  switch (kind) {
    case 'daily':
      return written({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });
    case 'weekly':
      return `Week of ${written({ dateStyle: 'medium' })}`;
    case 'monthly':
      return written({ month: 'long', year: 'numeric' });
  }
}
