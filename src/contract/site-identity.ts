import type { PointsWords } from '../domain/units/unit.ts';

/** Whose game the site is of, as its pages say it. */
export interface SiteIdentity {
  readonly name: string;
  /** What the game is, in a sentence; `''` if nobody says. */
  readonly sentence: string;
  /** The game's own address; `''` if there is none. */
  readonly link: string;
  /** Its logo beside its name: the path from the root of its host, and the size in pixels. Without one, initials or the site's own mark. */
  readonly logo: { readonly path: string; readonly width: number; readonly height: number } | null;
  /** What it calls points, if not points. */
  readonly points?: PointsWords | undefined;
  /** Whether the site is of somebody's game, and says what it is made with. */
  readonly isPoweredBy: boolean;
}

/** The name of the product. */
export const PRODUCT = 'Laurels';

/** Of a site whose operator has told nothing. */
export const OWN_IDENTITY: SiteIdentity = { name: PRODUCT, sentence: '', link: '', logo: null, isPoweredBy: false };
