import type { OwnUnit, PointsWords } from './unit.ts';

/** As in `domain/scoring.ts`. */
export type Direction = 'high' | 'low';

/** How integers are written in one language: its BCP 47 tag, and a formatter with a true minus sign. */
export interface Numbers {
  readonly locale: string;
  readonly count: (value: number) => string;
  /** The site's own word for points, if any. Boards with a unit of their own ignore it. */
  readonly points?: PointsWords | undefined;
}

/** How totals of a unit are written. Totals are rounded to integers. */
export interface UnitWords {
  /** Column head: "Points", "Time". */
  readonly head: string;
  /** Plural inside a sentence: "points", "times". */
  readonly several: string;
  /** What leads: "most points", "fastest time". */
  readonly lead: string;
  /** How a total improves, after a gap: "0.250 s faster". */
  readonly better: string;
  /** Alone, under its head: "4,544", "1:23.456", "8.95 m". */
  readonly figure: (total: number) => string;
  /** At most ten characters, as beside a chart; longer ones are rounded: "1.2M". */
  readonly brief: (total: number) => string;
  /** Small print after a figure without a head: "pts"; `''` if the figure has its unit. */
  readonly tag: (total: number) => string;
  /** In a sentence: "4,544 points", "1:23.456". */
  readonly words: (total: number) => string;
  /** For screen readers: "1 minute 23.456 seconds"; {@link words} if that reads well. */
  readonly spoken: (total: number) => string;
  /** The distance of two totals: "120 points", "0.250 s". */
  readonly gap: (apart: number) => string;
  /** The same if the unit is clear: "120", "0.250 s". */
  readonly margin: (apart: number) => string;
}

/** The short form; points have their own. */
function shortOf({ one, other }: OwnUnit, given: Pick<PointsWords, 'short'> | undefined): OwnUnit {
  if (given === undefined) return { one: 'pt', other: 'pts' };
  return { one: given.short ?? one, other: given.short ?? other };
}

/** The words of a counted unit; by default the site's word for points. */
export function countedWords(direction: Direction, { locale, count, points }: Numbers, unit?: OwnUnit): UnitWords {
  const { one, other } = unit ?? points ?? { one: 'point', other: 'points' };
  const short = shortOf({ one, other }, unit === undefined ? points : {});
  const isOne = (total: number) => Math.abs(total) === 1;
  const words = (total: number) => `${count(total)} ${isOne(total) ? one : other}`;
  return {
    head: other.replace(/^./u, (letter) => letter.toUpperCase()),
    several: other,
    lead: `${direction === 'low' ? 'fewest' : 'most'} ${other}`,
    better: direction === 'low' ? 'fewer' : 'more',
    figure: count,
    brief: (total) => briefWords(count(total), total, locale),
    tag: (total) => (isOne(total) ? short.one : short.other),
    words,
    spoken: words,
    gap: words,
    margin: count,
  };
}

/** The most characters of a brief figure. */
const MOST_BRIEF = 10;

/** A short figure as it is, a longer one rounded, with the sign of its unit. */
export function briefWords(figure: string, value: number, locale: string, sign = ''): string {
  if (figure.length <= MOST_BRIEF) return figure;
  const rounded = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }).format(value).replace('-', '\u2212');
  return sign === '' ? rounded : `${rounded} ${sign}`;
}

/** A total in little space without a head: "4,544 pts", "1:23.456". */
export function shortWords({ figure, tag }: UnitWords, total: number): string {
  const word = tag(total);
  return word === '' ? figure(total) : `${figure(total)} ${word}`;
}
