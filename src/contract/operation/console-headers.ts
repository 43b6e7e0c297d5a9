/** Sent by the console's own pages; without it sessions are ignored. Other origins cannot send it: its preflights are never allowed. */
export const CONSOLE_HEADER = 'laurels-console';

/** Sent by a page that polls on its own, which must not extend the session. */
export const IDLE_HEADER = 'laurels-idle';
