// Texts for visitors who said who they are.
import type { UnitWords } from '../../../domain/units/counted-words.ts';
import type { NumberFormat } from '../../ui/number-format.ts';
import { rankWords } from '../words/rank-words.ts';

export const ME = {
  place: 'Your place',
  find: 'Find me',
  marked: 'Your row is now marked on every board, on this device only.',
  notMarked: 'Your row is no longer marked.',
  sinceLastVisit: 'Since your last visit',
  justNow: 'Just now',
  close: 'Close',
  still: (rank: string) => `still ${rank}`,
  moved: (from: string, to: string) => `${from} to ${to}`,
  passed: (names: string) => `passed ${names}`,
  overtakenBy: (names: string) => `overtaken by ${names}`,
  more: (count: number) => `${count} more`,
} as const;

/** A change of the visitor's rank: "You climbed to 4th, 300 points behind 3rd", "You lost the lead: 2nd now, tied with 1st". */
export function ownWords(
  before: number,
  { rank, gap }: { readonly rank: number; readonly gap: number | undefined },
  { spoken }: Pick<UnitWords, 'spoken'>,
  format: NumberFormat,
): string {
  const where = gap === undefined ? '' : `, ${gapWords(rank, gap, spoken, format)}`;
  if (rank === 1) return `You took the lead${where}`;
  if (before === 1) return `You lost the lead: ${rankWords(rank, format)} now${where}`;
  return `You ${rank < before ? 'climbed' : 'fell'} to ${rankWords(rank, format)}${where}`;
}

function gapWords(rank: number, gap: number, spoken: UnitWords['spoken'], format: NumberFormat): string {
  const beside = rankWords(rank === 1 ? 2 : rank - 1, format);
  if (gap === 0) return `tied with ${beside}`;
  return `${spoken(gap)} ${rank === 1 ? 'ahead of' : 'behind'} ${beside}`;
}
