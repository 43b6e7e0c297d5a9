// The console's session cookie, and which requests may use it.
import { CONSOLE_HEADER, IDLE_HEADER } from '../../contract/operation/console-headers.ts';
import type { HttpRequest } from '../http/http-message.ts';

/** Bound to this host, and only sent over https (and to localhost). */
const NAME = '__Host-laurels-console';

const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Strict';

export function setCookie(token: string): string {
  return `${NAME}=${token}; ${ATTRIBUTES}`;
}

export const CLEARED_COOKIE = `${NAME}=; ${ATTRIBUTES}; Max-Age=0`;

/** Whether a request comes from the console's own pages. `origin`: that of the site. */
export function isFromConsole(request: Pick<HttpRequest, 'header'>, origin: string): boolean {
  if (request.header(CONSOLE_HEADER) !== '1') return false;
  const site = request.header('sec-fetch-site');
  return site === null ? request.header('origin') === origin : site === 'same-origin';
}

/** Whether a page polls by itself, which must not extend the session. */
export function isByItself(request: Pick<HttpRequest, 'header'>): boolean {
  return request.header(IDLE_HEADER) === '1';
}

/** The session token of a request, if it may be used. */
export function shownToken(request: Pick<HttpRequest, 'header'>, origin: string): string | undefined {
  return isFromConsole(request, origin) ? cookieCalled(request, NAME) : undefined;
}

/** A cookie's value; `undefined` if it is absent or repeated. */
export function cookieCalled(request: Pick<HttpRequest, 'header'>, name: string): string | undefined {
  const values = (request.header('cookie')?.split(';') ?? []).flatMap((cookie) => {
    const [called, value] = cookie.trim().split('=', 2);
    return called === name && value !== undefined && value !== '' ? [value] : [];
  });
  return values.length === 1 ? values[0] : undefined;
}
