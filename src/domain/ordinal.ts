const RULES = new Intl.PluralRules('en', { type: 'ordinal' });
const ENDINGS: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };

/** The English ordinal suffix of a rank, regardless of digit grouping: 1st, 12th, 1,002nd. */
export function ordinalEnding(rank: number): string {
  return ENDINGS[RULES.select(rank)] ?? 'th';
}

/** An English ordinal: 1st, 2nd, 3rd, 4th, 11th, 21st. */
export function ordinal(rank: number): string {
  return `${rank}${ordinalEnding(rank)}`;
}
