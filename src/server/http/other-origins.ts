// What pages of other origins may do with this site: read its API, and show its pages in a frame.
import type { HeaderList } from './security-headers.ts';

/** Origins such as `https://play.example`, or every one. */
export type Origins = readonly string[] | '*';

/** What {@link readOrigins} understands. */
export const ORIGINS_RULE = 'must be origins with commas between, such as https://play.example,https://fan.example, or * for every one';

/** Reads origins with commas between, or `*`; `undefined` for anything else. */
export function readOrigins(text: string): Origins | undefined {
  if (text.trim() === '*') return '*';
  const origins = text.split(',').map((each) => {
    const written = each.trim().replace(/\/$/, '');
    return /^https?:\/\/[^/?#@*\s;,'"]+$/i.test(written) && URL.canParse(written) ? new URL(written).origin : undefined;
  });
  return origins.every((origin) => origin !== undefined) ? origins : undefined;
}

/** Answer headers that scripts of other origins may see. */
const SHOWN = 'etag, laurels-position, ratelimit, ratelimit-policy, retry-after, x-request-id';

/** Request headers that they may send: none that shows a key. */
const TAKEN = 'if-none-match, laurels-position, last-event-id';

/** For how long a browser remembers what it may do, in seconds. */
const REMEMBERED_S = '86400';

/**
 * The headers that let a page of `origin` read an answer of the API: nothing for methods that change anything, or for origins
 * that are not listed. `vary` is what the answer depends on already.
 */
export function readableBy(
  origins: Origins,
  { method, origin, vary }: { readonly method: string; readonly origin: string | undefined; readonly vary: string | undefined },
): Readonly<Record<string, string>> {
  if (origins.length === 0 || !['GET', 'HEAD', 'OPTIONS'].includes(method)) return {};
  const depends: Record<string, string> = origins === '*' ? {} : { vary: vary === undefined ? 'origin' : `${vary}, origin` };
  if (origin === undefined || (origins !== '*' && !origins.includes(origin))) return depends;
  return {
    ...depends,
    'access-control-allow-origin': origins === '*' ? '*' : origin,
    'access-control-expose-headers': SHOWN,
    ...(method === 'OPTIONS' && {
      'access-control-allow-methods': 'GET, HEAD',
      'access-control-allow-headers': TAKEN,
      'access-control-max-age': REMEMBERED_S,
    }),
  };
}

const NOBODY = "frame-ancestors 'none'";

/** A content security policy whose page may be framed by `origins`, and by no other. */
export function framedBy(origins: Origins, policy: string): string {
  return origins.length === 0 ? policy : policy.replace(NOBODY, `frame-ancestors ${origins === '*' ? '*' : origins.join(' ')}`);
}

/** The headers of pages that may be framed by `origins`. Only the policy can name them: the older header is left out. */
export function framedHeaders(origins: Origins, headers: HeaderList): HeaderList {
  if (origins.length === 0) return headers;
  return headers
    .filter(([name]) => name !== 'X-Frame-Options')
    .map(([name, value]) => [name, name === 'Content-Security-Policy' ? framedBy(origins, value) : value] as const);
}
