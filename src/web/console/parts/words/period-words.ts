import type { EndingKind } from '../../../../domain/calendar.ts';

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
