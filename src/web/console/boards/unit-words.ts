import { type Unit, UNITS } from '../../../domain/units/unit.ts';

/** What a form calls a unit of a word of one's own. */
const OWN = 'own';

const WORDS = {
  points: 'Points, or what the site calls them',
  time: 'Times, in milliseconds',
  distance: 'Distances, in millimetres',
  laps: 'Laps',
} as const;

export const UNIT_CHOICES = [
  ...UNITS.map((unit) => ({ value: unit as string, text: WORDS[unit] })),
  { value: OWN, text: 'A word of your own' },
];

/** How a form says a unit. */
export function unitChoice(unit: Unit): { readonly unit: string; readonly one: string; readonly other: string } {
  return typeof unit === 'string' ? { unit, one: '', other: '' } : { unit: OWN, ...unit };
}

/** What a form says of a unit, as the API takes it. */
export function chosenUnit(unit: string, one: string, other: string): Unit {
  return unit === OWN ? { one, other } : (unit as Unit);
}

/** A unit in a word. */
export function unitWord(unit: Unit): string {
  return typeof unit === 'string' ? unit : unit.other;
}
