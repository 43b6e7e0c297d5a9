/** What a board can count besides a word of its own. Totals are whole numbers: of time milliseconds, of distance millimetres. */
export const UNITS = ['points', 'time', 'distance', 'laps'] as const;

/** A word for one and for several of what is counted, as they stand inside a sentence: "coin", "coins". */
export interface OwnUnit {
  readonly one: string;
  readonly other: string;
}

/** What a site calls its points. */
export interface PointsWords extends OwnUnit {
  /** Where there is little room: "pts". Without one, the word itself. */
  readonly short?: string | undefined;
}

/** What the totals of a board are numbers of. */
export type Unit = (typeof UNITS)[number] | OwnUnit;

/** How a board that counts it is ranked unless its operator says otherwise. */
export function rulesFor(unit: Unit): { readonly scoring: 'sum' | 'best'; readonly direction: 'high' | 'low' } {
  return unit === 'time' ? { scoring: 'best', direction: 'low' } : { scoring: 'sum', direction: 'high' };
}

/** Whether it is measured, by a clock or a tape, and not counted one by one: no activity of the catalogue is worth any of it. */
export function isMeasured(unit: Unit): boolean {
  return unit === 'time' || unit === 'distance';
}
