/** Whose game the site is of, as its pages say it. */
export interface SiteIdentity {
  readonly name: string;
  /** What the game is, in a sentence; `''` if nobody says. */
  readonly sentence: string;
  /** The game's own address; `''` if there is none. */
  readonly link: string;
  /** Whether the site is of somebody's game, and says what it is made with. */
  readonly isPoweredBy: boolean;
}

/** The name of the product. */
export const PRODUCT = 'Laurels';

/** Of a site whose operator has told nothing. */
export const OWN_IDENTITY: SiteIdentity = { name: PRODUCT, sentence: '', link: '', isPoweredBy: false };
