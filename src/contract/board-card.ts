import type { CardName } from './player-card.ts';

/** The content of a board's picture, as final text. */
export interface BoardCard {
  readonly title: string;
  /** The period or moment shown: "Today, Thu 26 Nov 2026", "Final, November 2026". */
  readonly when: string;
  /** "128 ranked"; `''` for an empty board. */
  readonly ranked: string;
  /** 2nd, 1st, 3rd, as on the podium; `null` for an empty place. */
  readonly podium: readonly (BoardCardPlace | null)[];
  /** Shown in an empty lane. */
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
