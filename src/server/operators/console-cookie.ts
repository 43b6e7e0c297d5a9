// The cookie that the console's pages have, and which requests it counts for.
import type { HttpRequest } from '../http/http-message.ts';

/** No other host and no other path can set it, and it is sent over https alone (and to localhost). */
const NAME = '__Host-laurels-console';

const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Strict';

/** What every request of the console's pages says. Another origin cannot send it: it would have to ask first, and is never told yes. */
const HEADER = 'laurels-console';

export function setCookie(token: string): string {
  return `${NAME}=${token}; ${ATTRIBUTES}`;
}

/** Takes the cookie away. */
export const CLEARED_COOKIE = `${NAME}=; ${ATTRIBUTES}; Max-Age=0`;

/** Whether a request was made by a page of the console itself. `origin`: of the site. */
export function isFromConsole(request: Pick<HttpRequest, 'header'>, origin: string): boolean {
  if (request.header(HEADER) !== '1') return false;
  const site = request.header('sec-fetch-site');
  return site === null ? request.header('origin') === origin : site === 'same-origin';
}

/** Whether a page asked by itself, as it does every few seconds, and nobody is there who would miss the session. */
export function isByItself(request: Pick<HttpRequest, 'header'>): boolean {
  return request.header('laurels-idle') === '1';
}

/** The token of the session that a request shows, if it counts. */
export function shownToken(request: Pick<HttpRequest, 'header'>, origin: string): string | undefined {
  return isFromConsole(request, origin) ? cookieCalled(request, NAME) : undefined;
}

/** The value of a cookie that a request has; `undefined` if it has none of that name, or several. */
export function cookieCalled(request: Pick<HttpRequest, 'header'>, name: string): string | undefined {
  const values = (request.header('cookie')?.split(';') ?? []).flatMap((cookie) => {
    const [called, value] = cookie.trim().split('=', 2);
    return called === name && value !== undefined && value !== '' ? [value] : [];
  });
  return values.length === 1 ? values[0] : undefined;
}
