/** The content of a player's picture, as final text, shared by the page that links to it and the renderer. */
export interface PlayerCard {
  /** Names in order of preference: the first one that can be drawn is used. */
  readonly names: readonly CardName[];
  /** Drawn if no name can be. */
  readonly instead: string;
  /** An emoji, or `''`. */
  readonly avatar: string;
  /** The number of the player's colour, 0..7. */
  readonly hue: number;
  readonly board: string;
  /** The result of the previous period, and whether that is final; `''` without one. */
  readonly result: string;
  /** The current periods in which the player is ranked, shortest first. */
  readonly lanes: readonly { readonly period: string; readonly standing: CardStanding }[];
}

export interface CardName {
  readonly name: string;
  readonly initials: string;
}

export interface CardStanding {
  readonly rank: string;
  /** The rank, if it has a medal. */
  readonly medal: 1 | 2 | 3 | null;
  readonly among: string;
  readonly points: string;
}
