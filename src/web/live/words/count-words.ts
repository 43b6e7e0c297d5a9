import type { FoundCount } from '../../../contract/page-answers.ts';
import type { ActivityLimit } from '../../../domain/earning/activity.ts';
import type { NumberFormat } from '../../ui/number-format.ts';
import { nameList } from './rank-words.ts';

/** How many of something there are: "1 point", "1,002 points". `one` is the word for one of them. */
export function countWords(count: number, one: string, format: NumberFormat): string {
  return `${format.count(count)} ${one}${Math.abs(count) === 1 ? '' : 's'}`;
}

/** How often something counts: "once a day", "twice a week", "5 times a month", "only once". */
export function limitWords({ times, per }: ActivityLimit, format: NumberFormat): string {
  const count = times === 1 ? 'once' : times === 2 ? 'twice' : countWords(times, 'time', format);
  return per === 'ever' ? `only ${count}` : `${count} a ${per}`;
}

/** How many of a type were found: "1 player", "10,000 players", and where more match than were counted "more than 10,000 players". */
function foundCount({ type, total, complete }: Pick<FoundCount, 'type' | 'total' | 'complete'>, format: NumberFormat): string {
  return `${complete ? '' : 'more than '}${countWords(total, type, format)}`;
}

/** The same of all types of which there are any, as the beginning of a sentence: "12 players, 1 tournament and 3 achievements". */
export function foundWords(found: readonly Pick<FoundCount, 'type' | 'total' | 'complete'>[], format: NumberFormat): string {
  const some = found.filter(({ total }) => total > 0);
  if (some.length === 0) return 'No results';
  const words = nameList(some.map((one) => foundCount(one, format)));
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What the way to all of a type is called: "All 10,000 players", and where the pages have only some of them "More players". */
export function allWords(found: Pick<FoundCount, 'type' | 'total' | 'complete'>, format: NumberFormat): string {
  return found.complete ? `All ${foundCount(found, format)}` : `More ${found.type}s`;
}
