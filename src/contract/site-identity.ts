import type { PointsWords } from '../domain/units/unit.ts';

/** The game that the site belongs to. */
export interface SiteIdentity {
  readonly name: string;
  /** A one-sentence description, or `''`. */
  readonly sentence: string;
  /** The game's website, or `''`. */
  readonly link: string;
  /** An absolute path, and the size in pixels. Without a logo, the site shows initials or its own mark. */
  readonly logo: { readonly path: string; readonly width: number; readonly height: number } | null;
  /** The game's word for points, if it has its own. */
  readonly points?: PointsWords | undefined;
  /** Whether the footer says "Powered by Laurels". */
  readonly isPoweredBy: boolean;
}

export const PRODUCT = 'Laurels';

/** The default identity. */
export const OWN_IDENTITY: SiteIdentity = { name: PRODUCT, sentence: '', link: '', logo: null, isPoweredBy: false };
