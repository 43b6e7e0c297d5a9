import type { ApiEvents } from '../../../contract/lookup.ts';
import { PERIOD_KINDS, type PeriodKind } from '../../../domain/calendar.ts';

const PERIOD_WORDS: Readonly<Record<PeriodKind, string>> = {
  daily: 'the day',
  weekly: 'the week',
  monthly: 'the month',
  'all-time': 'all time',
};

/** Periods in words, in the order in which they are told: "the day, the week". */
export function periodsInWords(kinds: readonly PeriodKind[]): string {
  return kinds.map((kind) => PERIOD_WORDS[kind]).join(', ');
}

/** Whether an event counts, and where it does not. */
export function stateOf({ voided, counted }: Pick<ApiEvents['events'][number], 'voided' | 'counted'>): string {
  if (voided !== null) return counted.length === 0 ? 'Voided' : `Voided, but final for ${periodsInWords(counted)}`;
  if (counted.length === PERIOD_KINDS.length) return 'Counts';
  if (counted.length === 0) return 'Came too late to count';
  return `Counts for ${periodsInWords(counted)}. The rest was final.`;
}
