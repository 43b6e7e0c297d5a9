import type { AnswerTo } from '../../../contract/api.ts';
import { type EndingKind, ENDING_KINDS } from '../../../domain/calendar.ts';
import { kindWords } from '../parts/words/period-words.ts';

type WaitsFor = AnswerTo<'unsettled'>['periods'][number]['waitsFor'];

interface SettlingWords {
  readonly state: string;
  /** What whoever looks has to do. */
  readonly todo: string;
}

/** What a period waits for, and what that means for an operator. */
export const SETTLING_WORDS: Readonly<Record<WaitsFor, SettlingWords>> = {
  end: { state: 'Goes on', todo: 'Nothing to do.' },
  'late-points': { state: 'Over', todo: 'It takes points that are still on their way. Nothing to do.' },
  import: { state: 'Held open by an import', todo: 'It becomes final once the import ends.' },
  review: {
    state: 'Under review',
    todo: 'Look at the results. Places still move if you void an event, or hide or remove a player. Then make it final, or wait.',
  },
  correction: { state: 'Open again', todo: 'Void events, hide or remove players. It becomes final again by itself.' },
  closing: { state: 'Becoming final', todo: 'Nothing to do: it takes seconds.' },
};

/** Those that wait for somebody first, those that go on last; otherwise as they come. */
export function byNeed<Period extends { readonly waitsFor: WaitsFor }>(periods: readonly Period[]): readonly Period[] {
  const needs = (period: Period) => ['review', 'correction', 'import', 'late-points', 'closing', 'end'].indexOf(period.waitsFor);
  return periods.toSorted((a, b) => needs(a) - needs(b));
}

/** A time of review: "1 day", "2 days and 3 hours", "90 minutes" is "1 hour and 30 minutes". */
export function reviewWords(minutes: number): string {
  const parts = [
    [Math.floor(minutes / 1440), 'day'],
    [Math.floor((minutes % 1440) / 60), 'hour'],
    [minutes % 60, 'minute'],
  ] as const;
  return parts.flatMap(([amount, unit]) => (amount === 0 ? [] : [`${amount} ${unit}${amount === 1 ? '' : 's'}`])).join(' and ');
}

/** The kinds of periods that end, as a choice. */
export const KIND_CHOICES = ENDING_KINDS.map((value) => ({ value, text: kindWords(value, (noun) => `${noun}s`) }));

/** The kind that an address names; days, if it names none. */
export function chosenKind(text: string): EndingKind {
  return KIND_CHOICES.find(({ value }) => value === text)?.value ?? 'daily';
}
