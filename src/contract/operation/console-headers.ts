/** Sent by the console's own pages. Sessions are ignored without it: other origins cannot send it, because its preflights are never allowed. */
export const CONSOLE_HEADER = 'laurels-console';

/** Sent by a page that polls on its own, which must not extend the session. */
export const IDLE_HEADER = 'laurels-idle';
