// Cross-origin access: reading the API, and framing pages.
import { ORIGIN } from '../../contract/api-key.ts';
import type { HeaderList } from './security-headers.ts';

export type Origins = readonly string[] | '*';

/** The values that {@link readOrigins} accepts. */
export const ORIGINS_RULE = 'must be comma-separated origins, for example https://play.example,https://fan.example, or * for all';

/** Parses comma-separated origins, or `*`; `undefined` if invalid. */
export function readOrigins(text: string): Origins | undefined {
  if (text.trim() === '*') return '*';
  const origins = text.split(',').map((each) => {
    const written = each.trim().replace(/\/$/, '');
    return ORIGIN.test(written) && URL.canParse(written) ? new URL(written).origin : undefined;
  });
  return origins.every((origin) => origin !== undefined) ? origins : undefined;
}

/** Response headers exposed to other origins. */
const SHOWN = 'etag, laurels-position, ratelimit, ratelimit-policy, retry-after, x-request-id';

/** Request headers that other origins may send: none with credentials. */
const TAKEN = 'if-none-match, laurels-position, last-event-id';

/** Additional request headers for pages with a public key. */
const SENT = 'authorization, content-type';

/** How long browsers cache a preflight, in seconds. */
const REMEMBERED_S = '86400';

/** No headers. */
export const NOT_SHARED: Readonly<Record<string, string>> = {};

interface CrossOriginRequest {
  readonly method: string;
  readonly origin: string | undefined;
  /** The answer's own `Vary` header. */
  readonly vary: string | undefined;
}

/** CORS headers for reading the API: none for other methods or unlisted origins. */
export function readableBy(origins: Origins, request: CrossOriginRequest): Readonly<Record<string, string>> {
  return ['GET', 'HEAD', 'OPTIONS'].includes(request.method) ? sharedWith(origins, request, 'GET, HEAD', TAKEN) : NOT_SHARED;
}

/** CORS headers of endpoints for public keys: `origins` may post, with a key of their own. */
export function playableBy(origins: Origins, request: CrossOriginRequest): Readonly<Record<string, string>> {
  return sharedWith(origins, request, 'POST', SENT);
}

function sharedWith(
  origins: Origins,
  { method, origin, vary }: CrossOriginRequest,
  methods: string,
  taken: string,
): Readonly<Record<string, string>> {
  if (origins.length === 0) return NOT_SHARED;
  const depends: Record<string, string> = origins === '*' ? {} : { vary: vary === undefined ? 'origin' : `${vary}, origin` };
  if (origin === undefined || (origins !== '*' && !origins.includes(origin))) return depends;
  return {
    ...depends,
    'access-control-allow-origin': origins === '*' ? '*' : origin,
    'access-control-expose-headers': SHOWN,
    ...(method === 'OPTIONS' && {
      'access-control-allow-methods': methods,
      'access-control-allow-headers': taken,
      'access-control-max-age': REMEMBERED_S,
    }),
  };
}

const NOBODY = "frame-ancestors 'none'";

/** `policy`, with framing allowed for `origins` only. */
export function framedBy(origins: Origins, policy: string): string {
  return origins.length === 0 ? policy : policy.replace(NOBODY, `frame-ancestors ${origins === '*' ? '*' : origins.join(' ')}`);
}

/** Headers of pages that `origins` may frame, without X-Frame-Options, which cannot list them. */
export function framedHeaders(origins: Origins, headers: HeaderList): HeaderList {
  if (origins.length === 0) return headers;
  return headers
    .filter(([name]) => name !== 'X-Frame-Options')
    .map(([name, value]) => [name, name === 'Content-Security-Policy' ? framedBy(origins, value) : value] as const);
}
