/** The files of the site's typeface, most used first; the build writes them. */
export const CARD_FONTS = ['latin.ttf', 'latin-ext.ttf', 'vietnamese.ttf'] as const;

/** The list of font files for all other scripts, as JSON: a {@link FallbackFont} each. The build writes it and them. */
export const FALLBACK_INDEX = 'fallback.json';

export interface FallbackFont {
  /** Gzipped TrueType. */
  readonly file: string;
  /** The code points it covers, from and to. */
  readonly ranges: readonly (readonly [from: number, to: number])[];
}
