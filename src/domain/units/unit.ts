/** The units that a board can count besides a custom one. Totals are integers: milliseconds of time, millimetres of distance. */
export const UNITS = ['points', 'time', 'distance', 'laps'] as const;

/** Singular and plural of a custom unit inside a sentence: "coin", "coins". */
export interface OwnUnit {
  readonly one: string;
  readonly other: string;
}

/** A site's own word for points. */
export interface PointsWords extends OwnUnit {
  /** Short form: "pts". Defaults to the word itself. */
  readonly short?: string | undefined;
}

/** The unit of a board's totals. */
export type Unit = (typeof UNITS)[number] | OwnUnit;

/** The default rules of a board with this unit. */
export function rulesFor(unit: Unit): { readonly scoring: 'sum' | 'best'; readonly direction: 'high' | 'low' } {
  return unit === 'time' ? { scoring: 'best', direction: 'low' } : { scoring: 'sum', direction: 'high' };
}

/** Whether the unit is measured rather than counted, so that activities of the catalogue cannot award it. */
export function isMeasured(unit: Unit): boolean {
  return unit === 'time' || unit === 'distance';
}
