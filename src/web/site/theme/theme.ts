import { storedText, storeText } from '../../ui/storage.ts';

/** The themes; the first one is the default. */
export const THEMES = ['dark', 'light', 'system'] as const;

export type Theme = (typeof THEMES)[number];

const KEY = 'laurels:theme';
const GROUNDS = { dark: '#080f14', light: '#f8f7f2' } as const;

const lightDevice = () => matchMedia('(prefers-color-scheme: light)');

/** The stored theme; `dark` without a valid one, or if storage is blocked. */
export function storedTheme(): Theme {
  const stored = storedText(KEY);
  return THEMES.find((theme) => theme === stored) ?? 'dark';
}

function apply(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme;
  const light = theme === 'light' || (theme === 'system' && lightDevice().matches);
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', light ? GROUNDS.light : GROUNDS.dark);
}

/** Called before the first paint, so that no other theme flashes; then follows the device, if chosen. */
export function applyStoredTheme(): void {
  apply(storedTheme());
  lightDevice().addEventListener('change', () => {
    if (document.documentElement.dataset['theme'] === 'system') apply('system');
  });
}

/** Applies a theme, and stores it if possible. */
export function chooseTheme(theme: Theme): void {
  apply(theme);
  storeText(KEY, theme);
}
