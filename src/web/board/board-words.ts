// Board texts of both editions. Single constants, which the build inlines where they are used.

export const RANKINGS = 'Rankings';
export const PODIUM = 'Podium';
export const PAGES = 'Rankings pages';
export const PREVIOUS = 'Previous';
export const NEXT = 'Next';
export const VACANT = 'Awaiting Champion';
export const NO_ROWS = 'No additional players found';
export const RANK = 'Rank';
export const PLAYER = 'Player';
export const GAP = 'Gap';
export const PRIZE = 'Prize';

export const MODE = 'Mode';
export const MODE_NAMES = { overall: 'Overall', weekly: 'Weekly', monthly: 'Monthly', 'all-time': 'All Time' } as const;

export const COPY_LINK = 'Copy link';
export const LINK_COPIED = 'Link to this view copied';
export const LINK_NOT_COPIED = 'Could not copy the link. Copy it from the address bar.';

/** "1 to 10 of 240". */
export function rowsShown(first: string, last: string, total: string): string {
  return `${first} to ${last} of ${total}`;
}

/** Explains a tie, and what decided the order. `others`: how many others are tied, formatted. */
export function tieWords(others: string, isOne: boolean, total: string, decidedBy: 'reached-first' | 'joined-first'): string {
  return `Tied with ${isOne ? 'one other player' : `${others} other players`} on ${total}. ${
    decidedBy === 'reached-first'
      ? 'The first to reach that total is listed first.'
      : 'They reached it at the same moment, so the first to join is listed first.'
  }`;
}
