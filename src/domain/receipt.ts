import type { Score, ScoredEvent, ScoringRule } from './scoring.ts';

/** An event on a receipt. `late`: arrived after its period closed, so it did not count. `voided`: before the results were final. */
export interface ReceiptEvent extends ScoredEvent {
  readonly taken: 'in' | 'late' | 'voided';
}

/** `counted`: part of the total. `beaten`: another is better or newer. `late` and `voided`: see {@link ReceiptEvent}. */
export type ReceiptState = 'counted' | 'beaten' | 'late' | 'voided';

/**
 * Which of a player's events in a period make up `total`, their {@link score}; `undefined` without counted events. `events` are newest
 * arrival first, all or a page of them; `decided` means that an earlier page had the one that counts.
 *
 * - For a sum, every taken event counts.
 * - For `best` and `latest` exactly one counts: the one with the points and moment of the total, the last to arrive if several match.
 */
export function receiptStates(
  rule: ScoringRule,
  total: Score | undefined,
  events: readonly ReceiptEvent[],
  decided = false,
): ReceiptState[] {
  let found = decided;
  return events.map(({ taken, points, at }) => {
    if (taken !== 'in') return taken;
    if (rule === 'sum') return 'counted';
    if (found || points !== total?.points || at !== total.reachedAt) return 'beaten';
    found = true;
    return 'counted';
  });
}
