// Texts of the header. Single constants, which the build inlines where they are used.

export const NAVIGATION = 'Main';
export const SEARCH_PLAYERS = 'Search players';
export const SEARCH_PLAYERS_BOX = 'Search players...';
export const CLOSE_SEARCH = 'Close search';
export const PERIOD = 'Period';
export const PERIOD_NAMES = { daily: 'Daily', weekly: 'Weekly' } as const;
