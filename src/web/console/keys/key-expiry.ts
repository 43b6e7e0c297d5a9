import { DAY_MS } from '../../../domain/durations.ts';
import { UNTIL } from './keys-words.ts';

/**
 * A key's expiry in the API's format; `undefined` for never. `day` (YYYY-MM-DD) is the last full day in local time; `now` is epoch
 * milliseconds.
 */
export function expiryOf(choice: string, day: string, now: number): string | undefined {
  if (choice === '') return undefined;
  if (choice !== UNTIL) return new Date(now + Number(choice) * DAY_MS).toISOString();
  const [year, month, date] = day.split('-').map(Number);
  if (year === undefined || month === undefined || date === undefined) return undefined;
  return new Date(year, month - 1, date + 1).toISOString();
}
