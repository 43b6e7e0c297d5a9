import type { ApiRevised } from '../../../contract/operation/ledger.ts';
import type { ApiPreview } from '../../../contract/operation/previews.ts';
import { periodsInWords } from './event-state.ts';

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
