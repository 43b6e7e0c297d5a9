import type { PeriodKind } from '../../../../domain/calendar.ts';
import type { Score } from '../../../../domain/scoring.ts';

export function periodInWords(board: string, kind: PeriodKind, start: number): string {
  // What was changed by hand may be no time.
  const from = Math.abs(start) <= 8.64e15 ? ` from ${new Date(start).toISOString()}` : kind === 'all-time' ? '' : ` from ${start}`;
  return `board ${board}, ${kind}${from}`;
}

export function totalInWords(total: Score | undefined): string {
  return total === undefined ? 'nothing' : `${total.points} points (reached ${total.reachedAt}, moved ${total.movedAt})`;
}
