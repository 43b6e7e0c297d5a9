/**
 * What the picture of a player says, in finished words. It crosses from what writes pages to what draws, so that both
 * say the same.
 */
export interface PlayerCard {
  /** What the player is called, the best name first: the first one is drawn that the typeface can write. */
  readonly names: readonly { readonly name: string; readonly initials: string }[];
  /** Stands where the name would, if the typeface can write none. */
  readonly instead: string;
  /** An emoji, or `''`. */
  readonly avatar: string;
  /** The ground of the bib, 0..7. */
  readonly hue: number;
  readonly board: string;
  /** How the day before ended, and whether that is final; `''` if there is nothing to say. */
  readonly result: string;
  /** What stands in the lane of a period without a rank. */
  readonly none: string;
  /** The present periods, a lane each. */
  readonly lanes: readonly { readonly period: string; readonly standing: CardStanding | null }[];
}

export interface CardStanding {
  readonly rank: string;
  /** The rank, if it has a medal. */
  readonly medal: 1 | 2 | 3 | null;
  readonly among: string;
  readonly points: string;
}
