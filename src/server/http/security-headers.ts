import { hash } from 'node:crypto';

/** The hashes a build's inline scripts and styles are allowed by, each as `sha256-<base64>` without quotes. */
export interface CspHashes {
  readonly scriptHashes: readonly string[];
  readonly styleHashes: readonly string[];
}

/** Response headers in the order they are sent. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

/** How far browsers remember to come by https only. `off` makes them forget what they were told before. */
export const HSTS = {
  off: 'max-age=0',
  host: 'max-age=63072000',
  subdomains: 'max-age=63072000; includeSubDomains',
} as const;

export type HstsReach = keyof typeof HSTS;

const SHA256 = /^sha256-[A-Za-z0-9+/]{43}=$/;

/** Everything a page of scores has no use for. Only names browsers know: an unknown one is a console warning. */
const DENIED_FEATURES = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-get',
  'serial',
  'usb',
  'xr-spatial-tracking',
];

/**
 * The headers of every response of the site, whatever its status: the one source that the own server and the
 * files for other hosts (`hosting-files.ts`) are made from.
 *
 * @throws {TypeError} if a hash is not of the form `sha256-<base64>`, which would open or break the policy.
 */
export function securityHeaders(hashes: CspHashes): HeaderList {
  return [
    ['Content-Security-Policy', pagePolicy(hashes)],
    ['Strict-Transport-Security', HSTS.subdomains],
    ['X-Content-Type-Options', 'nosniff'],
    ['Referrer-Policy', 'strict-origin-when-cross-origin'],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
    ['Permissions-Policy', DENIED_FEATURES.map((feature) => `${feature}=()`).join(', ')],
    ['X-Frame-Options', 'DENY'],
  ];
}

/** The same headers with another reach of HSTS. */
export function withHsts(reach: HstsReach, headers: HeaderList): HeaderList {
  return headers.map((header) => (header[0] === 'Strict-Transport-Security' ? [header[0], HSTS[reach]] : header));
}

/** The policy of a page, as a header. @throws {TypeError} as {@link securityHeaders} does. */
export function pagePolicy(hashes: CspHashes): string {
  // Framing can be forbidden by a header only: in a meta element browsers ignore it, with a console warning.
  return [...policy(hashes), "frame-ancestors 'none'"].join('; ');
}

/** The features that the console uses and other pages do not. */
const CONSOLE_FEATURES = ['publickey-credentials-get', 'publickey-credentials-create'];

/**
 * What the console's headers say otherwise than those of the site: these scripts and styles, pictures that are only chosen yet, passkeys,
 * and no frames ever. @throws {TypeError} as {@link securityHeaders} does.
 */
export function consoleHeaders(scripts: readonly string[], styles: readonly string[]): Readonly<Record<string, string>> {
  const hashes = { scriptHashes: scripts.map(cspHash), styleHashes: styles.map(cspHash) };
  const denied = DENIED_FEATURES.filter((feature) => !CONSOLE_FEATURES.includes(feature)).map((feature) => `${feature}=()`);
  return {
    'content-security-policy': pagePolicy(hashes).replace("img-src 'self'", "img-src 'self' data:"),
    'permissions-policy': [...denied, ...CONSOLE_FEATURES.map((feature) => `${feature}=(self)`)].join(', '),
    'x-frame-options': 'DENY',
  };
}

/** What allows exactly this text of a script or a style. */
export function cspHash(text: string): string {
  return `sha256-${hash('sha256', text, 'base64')}`;
}

/**
 * The same headers for an answer that is no page, and less than half as long: nothing may be loaded by it, run in it, or frame it, so
 * nothing in it could ask for a feature. Of those the ones that matter most are named all the same.
 */
export function headersWithoutPage(headers: HeaderList): HeaderList {
  const shorter = new Map([
    ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
    ['Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'],
  ]);
  return headers.map(([name, value]) => [name, shorter.get(name) ?? value]);
}

/**
 * The same policy for `<meta http-equiv="content-security-policy">`, so that a page is protected on hosts that
 * cannot send headers.
 *
 * @throws {TypeError} as {@link securityHeaders} does.
 */
export function contentSecurityPolicyForMeta(hashes: CspHashes): string {
  return policy(hashes).join('; ');
}

function policy({ scriptHashes, styleHashes }: CspHashes): string[] {
  return [
    "default-src 'none'",
    ['script-src', "'self'", ...scriptHashes.map(quoted)].join(' '),
    // All CSS stands in the HTML, so no file is allowed, not even the site's own.
    ['style-src', ...(styleHashes.length === 0 ? ["'none'"] : styleHashes.map(quoted))].join(' '),
    "img-src 'self'",
    "font-src 'self'",
    // The service worker fetches the site's own files.
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
  ];
}

function quoted(hash: string): string {
  if (!SHA256.test(hash)) throw new TypeError(`Not a CSP hash of the form sha256-<base64>: ${JSON.stringify(hash)}`);
  return `'${hash}'`;
}

/** For files whose name changes with their content. */
export const CACHE_FOR_EVER = 'public, max-age=31536000, immutable';

/** For everything else: kept, but asked about before each use. */
export const CACHE_BUT_ASK = 'public, max-age=0, must-revalidate';

/**
 * The `Cache-Control` of a file that exists. What does not exist is always {@link CACHE_BUT_ASK}: a missing
 * asset remembered for a year would outlive the deployment that brings it.
 *
 * @param pathname below the base path, with its leading slash.
 */
export function cacheControlFor(pathname: string): string {
  return /^\/(?:console\/)?assets\//.test(pathname) ? CACHE_FOR_EVER : CACHE_BUT_ASK;
}
