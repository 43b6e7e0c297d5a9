/** The files of the typeface, the one that has most of what is written first; the build writes them. */
export const CARD_FONTS = ['latin.ttf', 'latin-ext.ttf', 'vietnamese.ttf'] as const;
