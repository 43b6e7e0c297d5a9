import { UnknownMoment, whenOf } from '../../contract/when.ts';
import { DAY_MS, HOUR_MS } from '../../domain/durations.ts';
import { UsageError } from './command.ts';

const UNITS: Readonly<Record<string, number>> = { h: HOUR_MS, d: DAY_MS, w: 7 * DAY_MS };

/**
 * Parses `--expires` to epoch milliseconds: the start of a UTC day, a moment with its offset, or a duration from `now`.
 * @throws {UsageError} if it is invalid or in the past.
 */
export function expiryOf(text: string, now: number): number {
  const at = whileOf(text, now) ?? momentOf(text);
  if (at === undefined) {
    throw new UsageError(
      `--expires must be a day (2027-01-31), a moment (2027-01-31T18:00Z) or a duration (12h, 90d, 4w), not ${JSON.stringify(text)}.`,
    );
  }
  if (at <= now) throw new UsageError(`--expires must be in the future, not ${JSON.stringify(text)}.`);
  return at;
}

function whileOf(text: string, now: number): number | undefined {
  const [, count, unit] = /^(\d{1,4})([hdw])$/.exec(text) ?? [];
  return count === undefined ? undefined : now + Number(count) * UNITS[unit!]!;
}

function momentOf(text: string): number | undefined {
  try {
    const when = whenOf(text);
    if (when.kind === 'now') return undefined;
    return when.kind === 'day' ? Date.parse(when.day) : when.moment;
  } catch (error) {
    if (error instanceof UnknownMoment) return undefined;
    throw error;
  }
}
