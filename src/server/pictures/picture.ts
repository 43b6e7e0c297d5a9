import type { PlayerCard } from '../../contract/player-card.ts';

/** Whose game a picture is of, on the dark ground. Colours are `#rrggbb`. */
export interface Brand {
  readonly name: string;
  readonly sentence: string;
  /** What stands on a bib where there is no logo; `''` where the site's own mark does. */
  readonly initials: string;
  /** A PNG as a data URL; `''` if there is none. */
  readonly logo: string;
  readonly signal: string;
  readonly ink: string;
}

/** A picture that can be drawn. */
export type Picture =
  | { readonly kind: 'player'; readonly card: PlayerCard; readonly brand: Brand }
  /** Of every page without a picture of its own. */
  | { readonly kind: 'site'; readonly brand: Brand }
  /** The mark in a square; `inset` pixels from its edges, on the dark ground, where it is not 0. */
  | { readonly kind: 'icon'; readonly brand: Brand; readonly size: number; readonly inset: number }
  /** The logo as large as it fits, in pixels. */
  | { readonly kind: 'logo'; readonly brand: Brand; readonly width: number; readonly height: number }
  /** What was sent as a logo, drawn anew, so that it is nothing but a picture. */
  | { readonly kind: 'cleaned'; readonly source: LogoSource };

/** What may be drawn as a logo: shapes, or pixels as a data URL. */
export type LogoSource =
  | { readonly kind: 'svg'; readonly text: string }
  | { readonly kind: 'png'; readonly url: string; readonly width: number; readonly height: number };
