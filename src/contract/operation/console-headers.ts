/** Sent by the console's own pages. Without it a session does not count: other origins cannot send it, because preflights for it are never allowed. */
export const CONSOLE_HEADER = 'laurels-console';

/** Sent by a page that polls by itself, which must not extend the session. */
export const IDLE_HEADER = 'laurels-idle';
