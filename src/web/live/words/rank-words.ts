import type { PlayerPage } from '../../../contract/player-answers.ts';
import type { PeriodKind } from '../../../domain/calendar.ts';
import { ordinalEnding } from '../../../domain/ordinal.ts';
import type { UnitWords } from '../../../domain/units/counted-words.ts';
import type { NumberFormat } from '../../ui/number-format.ts';

/** A kind of period as a heading. */
export const KIND_NAMES: Record<PeriodKind, string> = { daily: 'Daily', weekly: 'Weekly', monthly: 'Monthly', 'all-time': 'All time' };

/** The present period of a kind, inside a sentence. */
export const PRESENT: Record<PeriodKind, string> = {
  daily: 'today',
  weekly: 'this week',
  monthly: 'this month',
  'all-time': 'of all time',
};

/** The noun of each kind of period, singular and plural, inside a sentence. */
export const ONE_PERIOD: Record<PeriodKind, string> = { daily: 'day', weekly: 'week', monthly: 'month', 'all-time': 'time' };

/** A rank in words with grouped digits: "1,002nd". */
export function rankWords(rank: number, format: NumberFormat): string {
  return format.count(rank) + ordinalEnding(rank);
}

export type PlaceInPeriod = PlayerPage['on']['places'][number];
type Place = PlaceInPeriod['place'];
export type RankedPlace = Extract<Place, { readonly kind: 'ranked' }>;
type Absence = Extract<Place, { readonly kind: 'absent' }>['absence'];

/** Why a player has no rank, as a sentence. */
export function absenceWords(absence: Absence, { several }: Pick<UnitWords, 'several'>): string {
  switch (absence.reason) {
    case 'no-points':
      return `No ${several} yet.`;
    case 'removed':
      return absence.explanation === '' ? 'Removed from the board by the operator.' : `Removed from the board: ${absence.explanation}`;
  }
}

/** Names in a sentence: "Kai", "Kai and Noor", "Kai, Noor and Ivo". */
export function nameList(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

const LAST: Readonly<Record<PeriodKind, string>> = { daily: 'Yesterday', weekly: 'Last week', monthly: 'Last month', 'all-time': '' };

/** The state of results, after the name of their period. */
export const SETTLED = { open: '', provisional: ', provisional', final: ', final' } as const;

/** The result of the last finished period: "Yesterday: 2nd of 40, provisional". `''` without one, or while it still accepts points. */
export function resultWords({ last }: Pick<PlayerPage['chosen'], 'last'>, format: NumberFormat): string {
  if (last === null || last.period.state === 'open') return '';
  return `${LAST[last.period.kind]}: ${rankWords(last.rank, format)} of ${format.count(last.total)}${SETTLED[last.period.state]}`;
}
