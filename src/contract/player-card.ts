/**
 * The content of a player's picture, in finished words, shared by the page that links to it and the renderer.
 */
export interface PlayerCard {
  /** The best name first: the first one that can be drawn is. */
  readonly names: readonly CardName[];
  /** Drawn in place of a name, if none can be. */
  readonly instead: string;
  /** An emoji, or `''`. */
  readonly avatar: string;
  /** Of the player's colour, 0..7. */
  readonly hue: number;
  readonly board: string;
  /** How the period before ended, and whether that is final; `''` if there is nothing to say. */
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
