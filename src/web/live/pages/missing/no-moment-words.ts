import { UnknownMoment, whenOf } from '../../../../contract/when.ts';
import { DAY_MS } from '../../../../domain/durations.ts';

/** A day has begun everywhere this long after it has in UTC; which zone the board has is not known here. */
const BEGUN_EVERYWHERE_MS = DAY_MS;

/**
 * Why there is nothing at an `at`: it is no moment at all, the board's calendar has no such day (zones have skipped
 * some), or it is still to come at `now`, epoch milliseconds.
 */
export function noMomentWords(at: string, now = Date.now()): string {
  try {
    const when = whenOf(at);
    // A moment has come or has not; a day that has come everywhere is none.
    if (when.kind === 'day' && Date.parse(when.day) + BEGUN_EVERYWHERE_MS <= now)
      return `The day ${at} does not exist on the board’s calendar.`;
  } catch (error) {
    if (!(error instanceof UnknownMoment)) throw error;
    return `“${at}” is not a date or time.`;
  }
  return `${at} is in the future.`;
}
