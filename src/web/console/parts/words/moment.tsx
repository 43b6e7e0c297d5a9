import { useSyncExternalStore } from 'react';

import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../domain/durations.ts';
import { useNumberFormat } from '../../../ui/number-format.ts';

/** The maximum distance of a relative time, in either direction. */
const NEAR_MS = 7 * DAY_MS;

const EXACT = { weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const;

/** A moment: "5 minutes ago", or its date if it is further away. The tooltip shows the exact time and the time zone. */
export function Moment({ at, isExact = false }: { readonly at: string | null; readonly isExact?: boolean }) {
  const { locale } = useNumberFormat();
  const now = useMinute();
  if (at === null) return 'never';
  const date = new Date(at);
  return (
    <time dateTime={at} title={date.toLocaleString(locale, { dateStyle: 'full', timeStyle: 'long' })}>
      {isExact ? date.toLocaleString(locale, EXACT) : momentText(date.getTime(), now, locale)}
    </time>
  );
}

/** "just now", "5 minutes ago", "in 3 days"; a date from a week on. Times are epoch milliseconds. */
export function momentText(at: number, now: number, locale: string): string {
  const ms = at - now;
  if (Math.abs(ms) < MINUTE_MS) return 'just now';
  if (Math.abs(ms) >= NEAR_MS) return new Date(at).toLocaleDateString(locale, { dateStyle: 'medium' });
  const units = [
    [2 * DAY_MS, DAY_MS, 'day'],
    [2 * HOUR_MS, HOUR_MS, 'hour'],
    [MINUTE_MS, MINUTE_MS, 'minute'],
  ] as const;
  const [, length, unit] = units.find(([from]) => Math.abs(ms) >= from)!;
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(Math.trunc(ms / length), unit);
}

/** The time zone of all times on a page, such as "GMT+1". */
export function useTimeZone(): string {
  const { locale } = useNumberFormat();
  const parts = new Intl.DateTimeFormat(locale, { timeZoneName: 'short' }).formatToParts(useMinute());
  return parts.find(({ type }) => type === 'timeZoneName')!.value;
}

/** The current time to the minute, in epoch milliseconds. */
export function useMinute(): number {
  return useSyncExternalStore(everyMinute, () => Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS);
}

function everyMinute(notify: () => void): () => void {
  const timer = setInterval(notify, MINUTE_MS / 4);
  return () => clearInterval(timer);
}
