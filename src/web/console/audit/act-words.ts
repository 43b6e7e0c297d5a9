import { ACT_NAMES, actNamed, ACTS, type ActWords } from '../../../contract/operation/acts.ts';

/** All acts as choices, in the order of their table. */
export const ACT_CHOICES = ACT_NAMES.map((act) => ({ value: act as string, text: capital(ACTS[act].did) }));

/** An act in words; of another version's as it is called there. */
export function wordsOf(act: string): ActWords {
  const known = actNamed(act);
  return known === undefined ? { did: act, order: act } : ACTS[known];
}

export function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
