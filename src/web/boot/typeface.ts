import { storedText, storeText } from '../ui/storage.ts';

const KEY = 'laurels:typeface';

/** Uses the typeface from the first paint on where this browser has fetched it before, and could remember that. */
export function applyKnownTypeface(): void {
  if (storedText(KEY) !== null) document.documentElement.dataset['typeface'] = '';
}

/** As what `tokens.css` looks for first. */
const LATE = 'Archivo Late';

/**
 * Fetches the typeface of a first visit, after the first paint. It is registered once it has arrived, so text is laid out again
 * only once; and by its name alone, so no style is recomputed.
 */
export function fetchTypeface(): void {
  const root = document.documentElement;
  if (root.dataset['typeface'] !== undefined) return;
  const file = getComputedStyle(root).getPropertyValue('--typeface');
  const use = (face: FontFace) => {
    document.fonts.add(face);
    storeText(KEY, 'known');
  };
  // What cannot be fetched is not used.
  new FontFace(LATE, file, { weight: '400 800', stretch: '75% 100%' }).load().then(use, () => undefined);
}
