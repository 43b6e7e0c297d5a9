/** What the `at` of a question means: now, a day as YYYY-MM-DD, or a moment in epoch milliseconds. */
export type When =
  | { readonly kind: 'now' }
  | { readonly kind: 'day'; readonly day: string }
  | { readonly kind: 'moment'; readonly moment: number };

/** There is no such day or moment, or it is still to come. */
export class UnknownMoment extends Error {
  override readonly name = 'UnknownMoment';
}

/** The first and the last moment of the years that are written with four digits. */
export const FIRST = Date.parse('0001-01-01T00:00:00.000Z');
export const LAST = Date.parse('9999-12-31T23:59:59.999Z');

const DAY = /^\d{4}-\d\d-\d\d$/;

/**
 * ISO 8601 to the minute, the second or a fraction of it; what is finer than a millisecond is cut off. The offset is asked for: without one it would be another moment
 * for every reader. Its plus may be a space: that is what a plus means in the query of an address, where people write it.
 */
const MOMENT = /^(\d{4}-\d\d-\d\d)T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+ -](?:[01]\d|2[0-3]):[0-5]\d)$/;

/**
 * Reads an `at`; `''` is now.
 * @throws {UnknownMoment} for anything else that is neither a day nor a moment, and for days that no calendar has: 31 February.
 */
export function whenOf(at: string): When {
  if (at === '') return { kind: 'now' };
  if (isDay(at)) return { kind: 'day', day: at };
  const [, day] = MOMENT.exec(at) ?? [];
  const moment = day !== undefined && isDay(day) ? Date.parse(at.replace(' ', '+')) : Number.NaN;
  if (moment >= FIRST && moment <= LAST) return { kind: 'moment', moment };
  throw new UnknownMoment(`"${at}" is neither a day nor a moment`);
}

function isDay(text: string): boolean {
  const time = DAY.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
