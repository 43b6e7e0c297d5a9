import { describe, expect, it, test } from 'vitest';

import { cacheControlFor, contentSecurityPolicyForMeta, headersWithoutPage, securityHeaders } from './security-headers.ts';

const SCRIPT = `sha256-${'a'.repeat(43)}=`;
const STYLE = `sha256-${'b'.repeat(43)}=`;
const hashes = { scriptHashes: [SCRIPT], styleHashes: [STYLE] };
const headers = new Map(securityHeaders(hashes));

function directives(policy: string): Map<string, string> {
  return new Map(policy.split('; ').map((directive) => [directive.split(' ')[0]!, directive.split(' ').slice(1).join(' ')]));
}

describe('securityHeaders', () => {
  it('allows exactly what the pages use', () => {
    expect(Object.fromEntries(directives(headers.get('Content-Security-Policy')!))).toEqual({
      'default-src': "'none'",
      'script-src': `'self' '${SCRIPT}'`,
      'style-src': `'${STYLE}'`,
      'img-src': "'self'",
      'font-src': "'self'",
      'connect-src': "'self'",
      'manifest-src': "'self'",
      'worker-src': "'self'",
      'base-uri': "'none'",
      'form-action': "'self'",
      'frame-ancestors': "'none'",
    });
  });

  it('keeps to https for at least the two years that a preload list requires', () => {
    const seconds = Number(/max-age=(\d+); includeSubDomains/.exec(headers.get('Strict-Transport-Security')!)?.[1]);
    expect(seconds).toBeGreaterThanOrEqual(2 * 365 * 24 * 60 * 60);
  });

  it('restricts sniffing, referrers, other origins, framing and features', () => {
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(headers.get('Referrer-Policy')).toBe('strict-origin-when-cross-origin');
    expect(headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin');
    expect(headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin');
    expect(headers.get('X-Frame-Options')).toBe('DENY');
    for (const feature of ['camera', 'microphone', 'geolocation', 'payment', 'usb']) {
      expect(headers.get('Permissions-Policy')!.split(', ')).toContain(`${feature}=()`);
    }
  });

  it('allows no styles if there are no hashes', () => {
    const policy = new Map(securityHeaders({ scriptHashes: [], styleHashes: [] })).get('Content-Security-Policy')!;
    expect(directives(policy).get('style-src')).toBe("'none'");
    expect(directives(policy).get('script-src')).toBe("'self'");
  });

  it.each(["'unsafe-inline'", `'${SCRIPT}'`, `${SCRIPT} *`, `${SCRIPT}; img-src *`, `${SCRIPT}\r\nSet-Cookie: a=b`, 'sha256-short='])(
    'rejects %j as a hash',
    (bad) => {
      expect(() => securityHeaders({ scriptHashes: [bad], styleHashes: [] })).toThrow(TypeError);
      expect(() => securityHeaders({ scriptHashes: [], styleHashes: [bad] })).toThrow(TypeError);
      expect(() => contentSecurityPolicyForMeta({ scriptHashes: [bad], styleHashes: [] })).toThrow(TypeError);
    },
  );
});

describe('contentSecurityPolicyForMeta', () => {
  it('is the header’s policy without the directive that a meta element cannot carry', () => {
    expect(`${contentSecurityPolicyForMeta(hashes)}; frame-ancestors 'none'`).toBe(headers.get('Content-Security-Policy'));
  });
});

describe('cacheControlFor', () => {
  it.each([
    ['/assets/index-B6i0.js', 'public, max-age=31536000, immutable'],
    ['/assets/deep/archivo.woff2', 'public, max-age=31536000, immutable'],
    ['/index.html', 'public, max-age=0, must-revalidate'],
    ['/service-worker.js', 'public, max-age=0, must-revalidate'],
    ['/assets', 'public, max-age=0, must-revalidate'],
    ['/earn/assets/x.js', 'public, max-age=0, must-revalidate'],
  ])('%s: %s', (pathname, expected) => {
    expect(cacheControlFor(pathname)).toBe(expected);
  });
});

test('responses other than pages have the same headers, but allow nothing', () => {
  const without = new Map(headersWithoutPage(securityHeaders(hashes)));
  expect([...without.keys()]).toEqual([...headers.keys()]);
  expect(without.get('Content-Security-Policy')).toBe("default-src 'none'; frame-ancestors 'none'");
  const denied = without.get('Permissions-Policy')!.split(', ');
  expect(denied).toEqual(['camera=()', 'geolocation=()', 'microphone=()', 'payment=()', 'usb=()']);
  expect(headers.get('Permissions-Policy')!.split(', ')).toEqual(expect.arrayContaining(denied));
  for (const shorter of ['Content-Security-Policy', 'Permissions-Policy']) without.delete(shorter);
  for (const [name, value] of without) expect(value).toBe(headers.get(name));
});
