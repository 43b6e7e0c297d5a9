/** The texts of a player's share image, passed from the pages to the renderer. */
export interface PlayerCard {
  /** Candidate names, preferred first: the first that the typeface can draw is used. */
  readonly names: readonly { readonly name: string; readonly initials: string }[];
  /** The fallback if the typeface can draw none. */
  readonly instead: string;
  /** An emoji, or `''`. */
  readonly avatar: string;
  /** The bib's background, 0 to 7. */
  readonly hue: number;
  readonly board: string;
  /** The previous day's result, and whether it is final; `''` for none. */
  readonly result: string;
  /** The text of a period without a rank. */
  readonly none: string;
  /** One per current period. */
  readonly lanes: readonly { readonly period: string; readonly standing: CardStanding | null }[];
}

export interface CardStanding {
  readonly rank: string;
  /** The rank, if it has a medal. */
  readonly medal: 1 | 2 | 3 | null;
  readonly among: string;
  readonly points: string;
}
