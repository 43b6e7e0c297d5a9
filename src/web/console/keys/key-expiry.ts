import { DAY_MS } from '../../../domain/durations.ts';

/** What a form calls a day that is chosen. */
export const UNTIL = 'until';

/** For how long a key can be made: days, or until a day. */
export const EXPIRIES = [
  { value: '', text: 'until somebody revokes it' },
  { value: '7', text: 'for a week' },
  { value: '30', text: 'for 30 days' },
  { value: '90', text: 'for 90 days' },
  { value: '365', text: 'for a year' },
  { value: UNTIL, text: 'until a day that you choose' },
];

/**
 * When a key ends, as the API takes it; `undefined` if it does not. `day` (YYYY-MM-DD) is the last whole day, in the time zone of
 * whoever chooses it. `now` is in epoch milliseconds.
 */
export function expiryOf(choice: string, day: string, now: number): string | undefined {
  if (choice === '') return undefined;
  if (choice !== UNTIL) return new Date(now + Number(choice) * DAY_MS).toISOString();
  const [year, month, date] = day.split('-').map(Number);
  if (year === undefined || month === undefined || date === undefined) return undefined;
  return new Date(year, month - 1, date + 1).toISOString();
}
