import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../domain/durations.ts';

/** How long before `now` something was, in words: "just now", "5 minutes ago", "3 days ago"; "never" if it was not. Both are ISO 8601. */
export function timeSince(then: string | null, now: string): string {
  if (then === null) return 'never';
  const ms = Date.parse(now) - Date.parse(then);
  if (ms < MINUTE_MS) return 'just now';
  if (ms < 2 * MINUTE_MS) return 'a minute ago';
  if (ms < 2 * HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} minutes ago`;
  return ms < 2 * DAY_MS ? `${Math.floor(ms / HOUR_MS)} hours ago` : `${Math.floor(ms / DAY_MS)} days ago`;
}
