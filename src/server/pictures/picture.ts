import type { BoardCard } from '../../contract/board-card.ts';
import type { PlayerCard } from '../../contract/player-card.ts';

/** The game, as pictures on the dark ground show it. Colours are `#rrggbb`. */
export interface Brand {
  readonly name: string;
  readonly sentence: string;
  /** Drawn where there is no logo; `''` where the site's own mark is. */
  readonly initials: string;
  readonly logo: string;
  readonly signal: string;
  readonly ink: string;
}

/** What a shared link shows. */
export type SharedCard = { readonly kind: 'player'; readonly card: PlayerCard } | { readonly kind: 'board'; readonly card: BoardCard };

export type Picture =
  | (SharedCard & { readonly brand: Brand })
  /** For every page without a picture of its own. */
  | { readonly kind: 'site'; readonly brand: Brand }
  /** The mark in a square; `inset` pixels from its edges, on the dark ground, where it is not 0. */
  | { readonly kind: 'icon'; readonly brand: Brand; readonly size: number; readonly inset: number }
  | { readonly kind: 'logo'; readonly brand: Brand; readonly width: number; readonly height: number }
  /** An uploaded logo, redrawn, so that it is nothing but a picture. */
  | { readonly kind: 'cleaned'; readonly source: LogoSource };

/** An uploaded logo: shapes, or pixels as a data URL. */
export type LogoSource =
  | { readonly kind: 'svg'; readonly text: string }
  | { readonly kind: 'png'; readonly url: string; readonly width: number; readonly height: number };
