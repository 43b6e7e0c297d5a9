import type { PeriodKind } from '../../domain/calendar.ts';

const NAMES: Readonly<Record<PeriodKind, string>> = { daily: 'day', weekly: 'week from', monthly: 'month from', 'all-time': 'all time' };

/** A period for people to read: "week from 2026-11-16". `from` is its first day, `null` for all time. */
export function periodWords({ kind, from }: { readonly kind: PeriodKind; readonly from: string | null }): string {
  return from === null ? NAMES[kind] : `${NAMES[kind]} ${from}`;
}
