import type { ActivityLimit } from '../../../domain/earning/activity.ts';
import type { NumberFormat } from '../../ui/number-format.ts';

/** How many of something there are: "1 point", "1,002 points". `one` is the word for one of them. */
export function countWords(count: number, one: string, format: NumberFormat): string {
  return `${format.count(count)} ${one}${Math.abs(count) === 1 ? '' : 's'}`;
}

/** How often something counts: "once a day", "twice a week", "5 times a month", "only once". */
export function limitWords({ times, per }: ActivityLimit, format: NumberFormat): string {
  const count = times === 1 ? 'once' : times === 2 ? 'twice' : countWords(times, 'time', format);
  return per === 'ever' ? `only ${count}` : `${count} a ${per}`;
}
