import type { NumberFormat } from '../../ui/number-format.ts';

/** How many of something there are: "1 point", "1,002 points". `one` is the word for one of them. */
export function countWords(count: number, one: string, format: NumberFormat): string {
  return `${format.count(count)} ${one}${Math.abs(count) === 1 ? '' : 's'}`;
}
