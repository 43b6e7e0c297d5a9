import { isolated } from '../../../domain/names/isolated.ts';
import { nameList, rankWords } from '../words/rank-words.ts';
import type { NumberFormat } from '../../ui/number-format.ts';
import type { Since } from './visits.ts';

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
