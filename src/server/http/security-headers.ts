import { hash } from 'node:crypto';

/** Hashes that allow a build's inline scripts and styles, as `sha256-<base64>` without quotes. */
export interface CspHashes {
  readonly scriptHashes: readonly string[];
  readonly styleHashes: readonly string[];
}

/** Response headers in sending order. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

/** Strict-Transport-Security by setting. `off` makes browsers forget. */
export const HSTS = {
  off: 'max-age=0',
  host: 'max-age=63072000',
  subdomains: 'max-age=63072000; includeSubDomains',
} as const;

export type HstsReach = keyof typeof HSTS;

const SHA256 = /^sha256-[A-Za-z0-9+/]{43}=$/;

/** Features the site does not use. Unknown names would cause console warnings. */
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
 * The headers of every response, for our own server and for the configurations of other hosts (`hosting-files.ts`).
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

/** `headers` with another HSTS setting. */
export function withHsts(reach: HstsReach, headers: HeaderList): HeaderList {
  return headers.map((header) => (header[0] === 'Strict-Transport-Security' ? [header[0], HSTS[reach]] : header));
}

/** The content security policy of a page. @throws {TypeError} as {@link securityHeaders}. */
export function pagePolicy(hashes: CspHashes): string {
  // Works in headers only: in a meta element, browsers ignore it with a warning.
  return [...policy(hashes), "frame-ancestors 'none'"].join('; ');
}

/** Features that only the console uses. */
const CONSOLE_FEATURES = ['publickey-credentials-get', 'publickey-credentials-create'];

/**
 * The console's overrides: its scripts and styles, blob images for previews, passkeys, and no framing.
 * @throws {TypeError} as {@link securityHeaders}.
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

/** The CSP hash of a script or style. */
export function cspHash(text: string): string {
  return `sha256-${hash('sha256', text, 'base64')}`;
}

/** Shorter headers for answers other than pages, which load nothing and run nothing. */
export function headersWithoutPage(headers: HeaderList): HeaderList {
  const shorter = new Map([
    ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
    ['Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'],
  ]);
  return headers.map(([name, value]) => [name, shorter.get(name) ?? value]);
}

/** The policy for a meta element, for hosts that cannot send headers. @throws {TypeError} as {@link securityHeaders}. */
export function contentSecurityPolicyForMeta(hashes: CspHashes): string {
  return policy(hashes).join('; ');
}

function policy({ scriptHashes, styleHashes }: CspHashes): string[] {
  return [
    "default-src 'none'",
    ['script-src', "'self'", ...scriptHashes.map(quoted)].join(' '),
    // All CSS is inline.
    ['style-src', ...(styleHashes.length === 0 ? ["'none'"] : styleHashes.map(quoted))].join(' '),
    "img-src 'self'",
    "font-src 'self'",
    // For the service worker.
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

/** For files with a content hash in their name. */
export const CACHE_FOR_EVER = 'public, max-age=31536000, immutable';

/** For everything else: revalidate before each use. */
export const CACHE_BUT_ASK = 'public, max-age=0, must-revalidate';

/** The `Cache-Control` of an existing file, by its path below the base, with a leading slash. Use {@link CACHE_BUT_ASK} for 404s. */
export function cacheControlFor(pathname: string): string {
  return /^\/(?:console\/)?assets\//.test(pathname) ? CACHE_FOR_EVER : CACHE_BUT_ASK;
}
