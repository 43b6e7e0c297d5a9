import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../domain/durations.ts';

/** How long before `now` something was, in words: "just now", "5 minutes ago", "3 days ago"; "never" if it was not. Both are ISO 8601. */
export function timeSince(then: string | null, now: string): string {
  if (then === null) return 'never';
  const ms = Date.parse(now) - Date.parse(then);
  if (ms < MINUTE_MS) return 'just now';
  return `${spanWords(ms)} ago`;
}

function spanWords(ms: number): string {
  for (const [name, lengthMs] of [
    ['day', DAY_MS],
    ['hour', HOUR_MS],
  ] as const)
    if (ms >= 2 * lengthMs) return `${Math.floor(ms / lengthMs)} ${name}s`;
  const minutes = Math.floor(ms / MINUTE_MS);
  return minutes === 1 ? 'a minute' : `${minutes} minutes`;
}
