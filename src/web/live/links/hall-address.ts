import type { View } from '../../../contract/view.ts';
import type { EndingKind, PeriodKind } from '../../../domain/calendar.ts';
import { kindSearch } from './player-address.ts';

export const HALL_PATH = '/hall-of-fame';

/** Where it stands who won the periods of a kind, in the month or year of an `at`; all time has no winner, its months have. */
export function hallOfFame(kind: PeriodKind, view: Pick<View, 'period' | 'board' | 'at'>) {
  return { pathname: HALL_PATH, search: kindSearch(kind === 'all-time' ? 'monthly' : kind, view) };
}

/** Which periods the address of a hall of fame means: those of its mode, or of the header's toggle. */
export function hallKind({ mode, period }: Pick<View, 'mode' | 'period'>): EndingKind {
  if (mode === 'overall') return period;
  return mode === 'all-time' ? 'monthly' : mode;
}
