const KEY = 'laurels:typeface';

/** Uses the typeface from the first paint on where this browser has fetched it before. */
export function applyKnownTypeface(): void {
  try {
    if (localStorage.getItem(KEY) !== null) document.documentElement.dataset['typeface'] = '';
  } catch {
    // Storage is blocked: every visit is a first one.
  }
}

/** Fetches the typeface, and uses it once it is there: so text is set anew once, and not for a typeface on its way too. Called after the first paint. */
export function fetchTypeface(): void {
  if (document.documentElement.dataset['typeface'] !== undefined) return;
  const use = () => {
    document.documentElement.dataset['typeface'] = '';
    try {
      localStorage.setItem(KEY, 'known');
    } catch {
      // Storage is blocked: the next visit fetches it after its first paint again.
    }
  };
  // What cannot be fetched is not used.
  document.fonts.load('1em Archivo').then(use, () => undefined);
}
