import type { OwnUnit, PointsWords } from './unit.ts';

/** Which end comes first, as `domain/scoring.ts` has it. */
export type Direction = 'high' | 'low';

/** How whole numbers are written in one language: its BCP 47 tag, and a number in it, with a true minus sign. */
export interface Numbers {
  readonly locale: string;
  readonly count: (value: number) => string;
  /** What the site calls points, if not points. A board with a unit of its own does not ask. */
  readonly points?: PointsWords | undefined;
}

/** How totals of one unit are written. Totals are whole; what is not is rounded. */
export interface UnitWords {
  /** Above a column of figures: "Points", "Time". */
  readonly head: string;
  /** Inside a sentence: "points", "times". */
  readonly several: string;
  /** What leads: "most points", "fastest time". */
  readonly lead: string;
  /** How a total gets better, after a gap: "0.250 s faster". */
  readonly better: string;
  /** By itself, under its head: "4,544", "1:23.456", "8.95 m". */
  readonly figure: (total: number) => string;
  /** The same where there is room for ten letters, as beside a chart: a long one is rounded, "1.2M". */
  readonly brief: (total: number) => string;
  /** What stands smaller behind a figure without a head: "pts"; `''` behind one that says its unit. */
  readonly tag: (total: number) => string;
  /** In a sentence: "4,544 points", "1:23.456". */
  readonly words: (total: number) => string;
  /** In a sentence that is heard: "1 minute 23.456 seconds"; as {@link words} where that is heard as it is meant. */
  readonly spoken: (total: number) => string;
  /** How far two totals are apart: "120 points", "0.250 s". */
  readonly gap: (apart: number) => string;
  /** The same where it is clear what is counted: "120", "0.250 s". */
  readonly margin: (apart: number) => string;
  /** What a total is beside one that is less by `difference`: "120 more", "0.250 s slower", "level". */
  readonly apart: (difference: number) => string;
}

/** The words for little room: points have some of their own. */
function shortOf({ one, other }: OwnUnit, given: Pick<PointsWords, 'short'> | undefined): OwnUnit {
  if (given === undefined) return { one: 'pt', other: 'pts' };
  return { one: given.short ?? one, other: given.short ?? other };
}

/** What is counted one by one: what the site calls points, unless another word is given. */
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
    apart: (difference) => (difference === 0 ? 'level' : `${count(Math.abs(difference))} ${difference > 0 ? 'more' : 'fewer'}`),
  };
}

/** More letters than this are not brief. */
const MOST_BRIEF = 10;

/** A figure if it is short, and else its value rounded, with the sign of what it is a value of. */
export function briefWords(figure: string, value: number, locale: string, sign = ''): string {
  if (figure.length <= MOST_BRIEF) return figure;
  const rounded = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }).format(value).replace('-', '\u2212');
  return sign === '' ? rounded : `${rounded} ${sign}`;
}

/** A total where there is little room and no head: "4,544 pts", "1:23.456". */
export function shortWords({ figure, tag }: UnitWords, total: number): string {
  const word = tag(total);
  return word === '' ? figure(total) : `${figure(total)} ${word}`;
}
