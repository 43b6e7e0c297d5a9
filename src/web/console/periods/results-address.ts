import type { EndingKind } from '../../../domain/calendar.ts';

/** Where the site shows a period of a board: the one with the day `from`, YYYY-MM-DD. */
export function resultsAddress(board: string, kind: EndingKind, from: string): string {
  const shown = kind === 'monthly' ? { mode: kind } : { period: kind };
  return `${kind === 'monthly' ? '/leaderboard' : '/'}?${new URLSearchParams({ board, ...shown, at: from })}`;
}
