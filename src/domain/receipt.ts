import type { Score, ScoredEvent, ScoringRule } from './scoring.ts';

/**
 * An event of a receipt, and whether its period took it. `late`: it came after the period was closed, whose total it
 * therefore did not change. `voided`: an operator took it out, before the results were final.
 */
export interface ReceiptEvent extends ScoredEvent {
  readonly taken: 'in' | 'late' | 'voided';
}

/** `counted`: part of the total. `beaten`: another one is better or newer. `late` and `voided`: see {@link ReceiptEvent}. */
export type ReceiptState = 'counted' | 'beaten' | 'late' | 'voided';

/**
 * Which of a player's events in a period make up `total`, what {@link score} folds from them; `undefined` if there is
 * none, because no event was taken. `events` come newest arrival first, all of them or a page of them; `decided` says
 * that a page before had the one that counts.
 *
 * - Of a sum every event counts that was taken.
 * - Of `best` and `latest` exactly one counts: the one with the points and the moment of the total. Of several alike
 *   it is the one that arrived last.
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
