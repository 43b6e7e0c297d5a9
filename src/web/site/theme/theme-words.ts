export const THEME = 'Theme';
export const THEME_NAMES = { dark: 'Dark', light: 'Light', system: 'System' } as const;
