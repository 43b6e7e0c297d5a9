const RULES = new Intl.PluralRules('en', { type: 'ordinal' });
const ENDINGS: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };

/** What English puts after the digits of a rank, however they are grouped: 1st, 12th, 1,002nd. */
export function ordinalEnding(rank: number): string {
  return ENDINGS[RULES.select(rank)] ?? 'th';
}

/** A rank in English words: 1st, 2nd, 3rd, 4th, 11th, 21st. */
export function ordinal(rank: number): string {
  return `${rank}${ordinalEnding(rank)}`;
}
