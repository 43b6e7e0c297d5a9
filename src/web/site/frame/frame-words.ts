export const SKIP = 'Skip to content';
export const OFFLINE_NOW = 'You are offline. This page still works.';
export const ONLINE_AGAIN = 'Back online';
