/** The themes a visitor can choose; the first is what a new visitor gets. */
export const THEMES = ['dark', 'light', 'system'] as const;

export type Theme = (typeof THEMES)[number];

const KEY = 'laurels:theme';
const GROUNDS = { dark: '#080f14', light: '#f8f7f2' } as const;

const lightDevice = () => matchMedia('(prefers-color-scheme: light)');

function isTheme(value: unknown): value is Theme {
  return THEMES.some((theme) => theme === value);
}

/** The theme this browser remembers; `dark` where it remembers none, nonsense, or storage is blocked. */
export function storedTheme(): Theme {
  try {
    const stored = localStorage.getItem(KEY);
    return isTheme(stored) ? stored : 'dark';
  } catch {
    return 'dark';
  }
}

function apply(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme;
  const light = theme === 'light' || (theme === 'system' && lightDevice().matches);
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', light ? GROUNDS.light : GROUNDS.dark);
}

/** Called before the first paint, so that no other theme flashes; from then on follows the device where that was chosen. */
export function applyStoredTheme(): void {
  apply(storedTheme());
  lightDevice().addEventListener('change', () => {
    if (document.documentElement.dataset['theme'] === 'system') apply('system');
  });
}

/** Shows a theme and remembers it where storage allows. */
export function chooseTheme(theme: Theme): void {
  apply(theme);
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Storage is blocked or full: the choice holds until the page is left.
  }
}
