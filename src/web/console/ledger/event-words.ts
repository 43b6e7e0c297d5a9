import type { ApiEvents } from '../../../contract/lookup.ts';
import type { ApiRevised } from '../../../contract/operation/ledger.ts';
import type { ApiPreview } from '../../../contract/operation/previews.ts';
import { PERIOD_KINDS, type PeriodKind } from '../../../domain/calendar.ts';
import { PERIOD_NOUNS } from '../parts/words/period-words.ts';

/** Periods in words, in the order in which they are told: "the day, the week". */
function periodsInWords(kinds: readonly PeriodKind[]): string {
  return kinds.map((kind) => (kind === 'all-time' ? '' : 'the ') + PERIOD_NOUNS[kind]).join(', ');
}

/** Whether an event counts, and where it does not. */
export function stateOf({ voided, counted }: Pick<ApiEvents['events'][number], 'voided' | 'counted'>): string {
  if (voided !== null) return counted.length === 0 ? 'Voided' : `Voided, but final for ${periodsInWords(counted)}`;
  if (counted.length === PERIOD_KINDS.length) return 'Counts';
  if (counted.length === 0) return 'Came too late to count';
  return `Counts for ${periodsInWords(counted)}. The rest was final.`;
}

/** What voiding or restoring an event did, and what it could not change. */
export function revisedWords(answer: ApiRevised | ApiPreview): string {
  // Only a request that asks for a preview is answered with one.
  if ('preview' in answer) return '';
  const { does, player, periods } = answer;
  const final = periods.flatMap(({ kind, state }) => (state === 'final' ? [kind] : []));
  return [
    `${player.displayName}’s event was ${does === 'void' ? 'voided' : 'restored'}.`,
    ...(final.length === 0 ? [] : [`Final results did not change: ${periodsInWords(final)}.`]),
  ].join(' ');
}
