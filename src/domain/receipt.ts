import type { Score, ScoredEvent, ScoringRule } from './scoring.ts';

/** An event of a receipt. `late`: it came after the period was closed, whose total it therefore did not change. */
export interface ReceiptEvent extends ScoredEvent {
  readonly late: boolean;
}

/** `counted`: part of the total. `beaten`: another one is better or newer. `late`: see {@link ReceiptEvent}. */
export type ReceiptState = 'counted' | 'beaten' | 'late';

/**
 * Which of a player's events in a period make up `total`, what {@link score} folds from them. `events` come newest
 * arrival first, all of them or a page of them; `decided` says that a page before had the one that counts.
 *
 * - Of a sum every event counts that was in time.
 * - Of `best` and `latest` exactly one counts: the one with the points and the moment of the total. Of several alike
 *   it is the one that arrived last.
 */
export function receiptStates(rule: ScoringRule, total: Score, events: readonly ReceiptEvent[], decided = false): ReceiptState[] {
  let found = decided;
  return events.map((event) => {
    if (event.late) return 'late';
    if (rule === 'sum') return 'counted';
    if (found || event.points !== total.points || event.at !== total.reachedAt) return 'beaten';
    found = true;
    return 'counted';
  });
}
