import type { FoundCount } from '../../../contract/page-answers.ts';
import type { ActivityLimit } from '../../../domain/earning/activity.ts';
import type { NumberFormat } from '../../ui/number-format.ts';
import { nameList } from './rank-words.ts';

/** A count with its noun: "1 point", "1,002 points". `one` is the singular. */
export function countWords(count: number, one: string, format: NumberFormat): string {
  return `${format.count(count)} ${one}${Math.abs(count) === 1 ? '' : 's'}`;
}

/** A limit: "once a day", "twice a week", "5 times a month", "only once". */
export function limitWords({ times, per }: ActivityLimit, format: NumberFormat): string {
  const count = times === 1 ? 'once' : times === 2 ? 'twice' : countWords(times, 'time', format);
  return per === 'ever' ? `only ${count}` : `${count} a ${per}`;
}

/** The number of results of a type: "1 player", "10,000 players", or "more than 10,000 players" if not all were counted. */
function foundCount({ type, total, complete }: Pick<FoundCount, 'type' | 'total' | 'complete'>, format: NumberFormat): string {
  return `${complete ? '' : 'more than '}${countWords(total, type, format)}`;
}

/** The same for all types with results, as the start of a sentence: "12 players, 1 tournament and 3 achievements". */
export function foundWords(found: readonly Pick<FoundCount, 'type' | 'total' | 'complete'>[], format: NumberFormat): string {
  const some = found.filter(({ total }) => total > 0);
  if (some.length === 0) return 'No results';
  const words = nameList(some.map((one) => foundCount(one, format)));
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The link to all results of a type: "All 10,000 players", or "More players" if the pages contain only some of them. */
export function allWords(found: Pick<FoundCount, 'type' | 'total' | 'complete'>, format: NumberFormat): string {
  return found.complete ? `All ${foundCount(found, format)}` : `More ${found.type}s`;
}

/** The heading of the players who won the most periods: "Most days won". */
export function mostWon(one: string): string {
  return `Most ${one}s won`;
}
