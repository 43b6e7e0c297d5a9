import type { EndingKind } from '../../../domain/calendar.ts';

/** The kinds of periods that end, as a choice. */
export const KIND_CHOICES = [
  { value: 'daily', text: 'Days' },
  { value: 'weekly', text: 'Weeks' },
  { value: 'monthly', text: 'Months' },
] as const satisfies readonly { readonly value: EndingKind; readonly text: string }[];

/** Several periods of a kind, in a sentence. */
export const KIND_WORDS: Readonly<Record<EndingKind, string>> = { daily: 'days', weekly: 'weeks', monthly: 'months' };

/** The kind that an address names; days, if it names none. */
export function chosenKind(text: string): EndingKind {
  return KIND_CHOICES.find(({ value }) => value === text)?.value ?? 'daily';
}
