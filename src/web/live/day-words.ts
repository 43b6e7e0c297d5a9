/** The site speaks English. */
const LANGUAGE = 'en-GB';

/** Parts of a moment, as words and figures. */
type Parts = Readonly<Record<'weekday' | 'day' | 'month' | 'year' | 'hour' | 'minute' | 'second', string>>;

const FORMAT = {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
} as const;

/** By zone. Making a format takes longer than using it a hundred times. */
const formats = new Map<string | undefined, Intl.DateTimeFormat>();

/** Put together by us: where commas stand differs between versions of a language's rules, and server and browser must agree. */
function partsOf(at: number, timeZone: string | undefined): Parts {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat(LANGUAGE, { ...FORMAT, ...(timeZone !== undefined && { timeZone }) });
    formats.set(timeZone, format);
  }
  return Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value])) as Parts;
}

/** A calendar day (YYYY-MM-DD) in words: "3 Nov 2026". */
export function dayWords(day: string): string {
  const { day: number, month, year } = partsOf(Date.parse(day), 'UTC');
  return `${number} ${month} ${year}`;
}

/** The month of a calendar day: "Nov 2026". */
export function monthWords(day: string): string {
  const { month, year } = partsOf(Date.parse(day), 'UTC');
  return `${month} ${year}`;
}

/** A calendar day with its weekday: "Tue 3 Nov 2026". */
export function weekdayWords(day: string): string {
  return `${partsOf(Date.parse(day), 'UTC').weekday} ${dayWords(day)}`;
}

/** The day of a moment in a zone: "3 Nov 2026". */
export function dayOfMoment(at: number, timeZone: string): string {
  const { day, month, year } = partsOf(at, timeZone);
  return `${day} ${month} ${year}`;
}

/** The day of a moment in a zone as YYYY-MM-DD. */
export function calendarDay(at: number, timeZone: string): string {
  const { day, month, year } = partsOf(at, timeZone);
  return new Date(Date.parse(`${day} ${month} ${year} UTC`)).toISOString().slice(0, 10);
}

/** A moment to the second: "Tue 3 Nov 2026, 14:03:07"; in the visitor's own zone where none is given. */
export function secondWords(at: number, timeZone?: string): string {
  const { weekday, day, month, year, hour, minute, second } = partsOf(at, timeZone);
  return `${weekday} ${day} ${month} ${year}, ${hour}:${minute}:${second}`;
}
