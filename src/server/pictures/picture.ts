import type { BoardCard } from '../../contract/board-card.ts';
import type { PlayerCard } from '../../contract/player-card.ts';

/** The game's brand in pictures on a dark ground. Colours are `#rrggbb`. */
export interface Brand {
  readonly name: string;
  readonly sentence: string;
  /** Drawn if there is no logo; `''` for the site's own mark. */
  readonly initials: string;
  readonly logo: string;
  readonly signal: string;
  readonly ink: string;
}

/** The picture of a shared link. */
export type SharedCard = { readonly kind: 'player'; readonly card: PlayerCard } | { readonly kind: 'board'; readonly card: BoardCard };

export type Picture =
  | (SharedCard & { readonly brand: Brand })
  /** The picture of every page without one of its own. */
  | { readonly kind: 'site'; readonly brand: Brand }
  /** The mark in a square; with an `inset` in pixels other than 0, on the dark ground. */
  | { readonly kind: 'icon'; readonly brand: Brand; readonly size: number; readonly inset: number }
  | { readonly kind: 'logo'; readonly brand: Brand; readonly width: number; readonly height: number }
  /** An uploaded logo, redrawn so that only its looks survive. */
  | { readonly kind: 'cleaned'; readonly source: LogoSource };

/** An uploaded logo: shapes, or pixels as a data URL. */
export type LogoSource =
  | { readonly kind: 'svg'; readonly text: string }
  | { readonly kind: 'png'; readonly url: string; readonly width: number; readonly height: number };
