/** The files of the site's typeface, most used first; the build writes them. */
export const CARD_FONTS = ['latin.ttf', 'latin-ext.ttf', 'vietnamese.ttf'] as const;

/** Names the files for all other scripts, as JSON: a {@link FallbackFont} each. The build writes it and them. */
export const FALLBACK_INDEX = 'fallback.json';

export interface FallbackFont {
  /** Gzipped TrueType. */
  readonly file: string;
  /** The code points it has, from and to. */
  readonly ranges: readonly (readonly [from: number, to: number])[];
}
