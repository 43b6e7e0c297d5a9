import type { UnitWords } from '../../../domain/units/counted-words.ts';
import type { NumberFormat } from '../../ui/number-format.ts';
import { rankWords } from '../words/rank-words.ts';

/** Where somebody stands: the rank, and how far the one above (of the leader, the one below) is away, where that is known. */
export interface OwnStand {
  readonly rank: number;
  readonly gap: number | undefined;
}

/** What became of one's own rank: "You climbed to 4th, 300 points to 3rd", "You lost the lead: 2nd now, level with 1st". */
export function ownWords(before: number, { rank, gap }: OwnStand, { spoken }: Pick<UnitWords, 'spoken'>, format: NumberFormat): string {
  const where = gap === undefined ? '' : `, ${gapWords(rank, gap, spoken, format)}`;
  if (rank === 1) return `You took the lead${where}`;
  if (before === 1) return `You lost the lead: ${rankWords(rank, format)} now${where}`;
  return `You ${rank < before ? 'climbed' : 'fell'} to ${rankWords(rank, format)}${where}`;
}

function gapWords(rank: number, gap: number, spoken: UnitWords['spoken'], format: NumberFormat): string {
  const beside = rankWords(rank === 1 ? 2 : rank - 1, format);
  if (gap === 0) return `level with ${beside}`;
  return `${spoken(gap)} ${rank === 1 ? 'ahead of' : 'to'} ${beside}`;
}
