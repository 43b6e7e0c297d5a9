/** The site speaks English. */
const LANGUAGE = 'en-GB';

/** Parts of a moment, as words and figures. */
type MomentParts = Readonly<Record<'weekday' | 'day' | 'month' | 'year' | 'hour' | 'minute' | 'second', string>>;

/** By how long names are, and by zone. Making a format takes longer than using it a hundred times. */
const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * What a moment is called in a zone, in the visitor's own where none is given, with the names of days and months
 * `long` or `short`. To be put together by whoever asks: where commas and spaces stand differs between versions
 * of the same language's rules, so that a browser would not find the words in the server's HTML that it would
 * write itself.
 */
export function momentParts(at: number, timeZone: string | undefined, names: 'long' | 'short'): MomentParts {
  const key = `${names} ${timeZone}`;
  let format = formats.get(key);
  if (format === undefined) {
    format = new Intl.DateTimeFormat(LANGUAGE, {
      weekday: names,
      day: 'numeric',
      month: names,
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
      ...(timeZone !== undefined && { timeZone }),
    });
    formats.set(key, format);
  }
  const parts = format.formatToParts(at).map(({ type, value }) => [type, type === 'year' ? value.padStart(4, '0') : value]);
  return Object.fromEntries(parts) as MomentParts;
}
