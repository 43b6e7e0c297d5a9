import { isolated } from '../../../domain/names/isolated.ts';
import type { UnitWords } from '../../../domain/units/counted-words.ts';
import type { NumberFormat } from '../../ui/number-format.ts';
import { rankWords, nameList } from '../words/rank-words.ts';
import type { Since } from './visits.ts';

/** Where somebody stands: the rank, and how far the one above (of the leader, the one below) is away, where that is known. */
interface OwnStand {
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

/** More names than this are counted. */
const MOST_NAMES = 3;

/** What happened since the last visit, in a line: "14th to 11th; passed Kai and Noor; overtaken by Ivo". */
export function sinceWords({ from, to, passed, overtakenBy }: Since, format: NumberFormat): string {
  return [
    from === to ? `still ${rankWords(to, format)}` : `${rankWords(from, format)} to ${rankWords(to, format)}`,
    ...(passed.length === 0 ? [] : [`passed ${some(passed)}`]),
    ...(overtakenBy.length === 0 ? [] : [`overtaken by ${some(overtakenBy)}`]),
  ].join('; ');
}

function some(names: readonly string[]): string {
  const apart = names.map(isolated);
  return names.length <= MOST_NAMES
    ? nameList(apart)
    : nameList([...apart.slice(0, MOST_NAMES - 1), `${names.length - MOST_NAMES + 1} more`]);
}
