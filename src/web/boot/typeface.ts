const KEY = 'laurels:typeface';

/** Uses the typeface from the first paint on where this browser has fetched it before. */
export function applyKnownTypeface(): void {
  try {
    if (localStorage.getItem(KEY) !== null) document.documentElement.dataset['typeface'] = '';
  } catch {
    // Storage is blocked: every visit is a first one.
  }
}

/** Fetches the typeface and uses it. Called after the first paint: until then the fallback, which fits it, is quicker. */
export function fetchTypeface(): void {
  document.documentElement.dataset['typeface'] = '';
  try {
    localStorage.setItem(KEY, 'known');
  } catch {
    // Storage is blocked: the next visit fetches it after its first paint again.
  }
}
