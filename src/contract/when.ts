/** A parsed `at`: now, a day as YYYY-MM-DD, or a moment in epoch milliseconds. */
export type When =
  | { readonly kind: 'now' }
  | { readonly kind: 'day'; readonly day: string }
  | { readonly kind: 'moment'; readonly moment: number };

/** Not a valid day or moment, or one in the future. */
export class UnknownMoment extends Error {
  override readonly name = 'UnknownMoment';
}

/** The first and last moment of four-digit years. */
export const FIRST = Date.parse('0001-01-01T00:00:00.000Z');
export const LAST = Date.parse('9999-12-31T23:59:59.999Z');

const DAY = /^\d{4}-\d\d-\d\d$/;

/**
 * ISO 8601 to the minute, second or fraction, truncated to milliseconds. The offset is mandatory, so that it is the same moment for every
 * reader. Its plus may be a space, because a plus in a hand-written query decodes to one.
 */
const MOMENT = /^(\d{4}-\d\d-\d\d)T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+ -](?:[01]\d|2[0-3]):[0-5]\d)$/;

/**
 * Parses an `at`; `''` is now.
 * @throws {UnknownMoment} for anything else, and for days that do not exist, for example 31 February.
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
