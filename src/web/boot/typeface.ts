import { storedText, storeText } from '../ui/storage.ts';

const KEY = 'laurels:typeface';

/** Uses the typeface from the first paint if this browser has fetched it before and could store that. */
export function applyKnownTypeface(): void {
  if (storedText(KEY) !== null) document.documentElement.dataset['typeface'] = '';
}

/** The first family name in `tokens.css`. */
const LATE = 'Archivo Late';

/**
 * Fetches the typeface after the first paint of a first visit. It is registered only when loaded, so text is laid out again just once, and
 * only by its name, so no styles are recomputed.
 */
export function fetchTypeface(): void {
  const root = document.documentElement;
  if (root.dataset['typeface'] !== undefined) return;
  const file = getComputedStyle(root).getPropertyValue('--typeface');
  const use = (face: FontFace) => {
    document.fonts.add(face);
    storeText(KEY, 'known');
  };
  // If it cannot be fetched, the fallback font stays.
  new FontFace(LATE, file, { weight: '400 800', stretch: '75% 100%' }).load().then(use, () => undefined);
}
