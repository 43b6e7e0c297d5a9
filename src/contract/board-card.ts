import type { CardName } from './player-card.ts';

/** The content of a board's picture, in finished words. */
export interface BoardCard {
  readonly title: string;
  /** Which period or moment it shows: "Today, Thu 26 Nov 2026", "Final, November 2026". */
  readonly when: string;
  /** "128 ranked"; `''` of an empty board. */
  readonly ranked: string;
  /** 2nd, 1st, 3rd, as they stand on the podium; `null` where nobody does. */
  readonly podium: readonly (BoardCardPlace | null)[];
  /** Stands in an empty lane. */
  readonly none: string;
}

export interface BoardCardPlace {
  readonly names: readonly CardName[];
  readonly avatar: string;
  readonly hue: number;
  readonly rank: number;
  readonly points: string;
  readonly prize: string;
}
