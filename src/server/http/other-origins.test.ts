import { describe, expect, test } from 'vitest';

import { framedBy, framedHeaders, readableBy, readOrigins } from './other-origins.ts';
import { securityHeaders, withHsts } from './security-headers.ts';

const PLAY = 'https://play.example';
const asked = { method: 'GET', origin: PLAY, vary: undefined };

test('origins are read as browsers write them, and anything else is refused', () => {
  expect(readOrigins(' https://PLAY.example/ , http://localhost:8080')).toEqual([PLAY, 'http://localhost:8080']);
  expect(readOrigins('*')).toBe('*');
  const wrong = [
    'play.example',
    `${PLAY}/path`,
    'https://*.example',
    'null',
    `${PLAY},`,
    'https://a;b',
    "https://'self'",
    'https://user@play.example',
  ];
  expect(wrong.filter((text) => readOrigins(text) !== undefined)).toEqual([]);
});

describe('reading by other origins', () => {
  test('a listed origin may read, and caches are told that it depends on who asks', () => {
    expect(readableBy([PLAY], asked)).toMatchObject({ 'access-control-allow-origin': PLAY, vary: 'origin' });
    expect(readableBy([PLAY], { ...asked, vary: 'accept-encoding' })).toMatchObject({ vary: 'accept-encoding, origin' });
  });

  test('others may not, nor may anybody who would change something or show a key', () => {
    expect(readableBy([PLAY], { ...asked, origin: 'https://evil.example' })).toEqual({ vary: 'origin' });
    expect(readableBy([PLAY], { ...asked, origin: 'https://play.example.evil' })).toEqual({ vary: 'origin' });
    for (const method of ['POST', 'PUT', 'DELETE']) expect(readableBy('*', { ...asked, method })).toEqual({});
    const preflight = readableBy('*', { ...asked, method: 'OPTIONS' });
    expect(preflight['access-control-allow-methods']).toBe('GET, HEAD');
    expect(preflight['access-control-allow-headers']).not.toContain('authorization');
    expect(preflight).not.toHaveProperty('access-control-allow-credentials');
  });

  test('nothing is said unless somebody set it', () => {
    expect(readableBy([], asked)).toEqual({});
  });
});

test('pages are framed by those who are listed, and by nobody unless set', () => {
  const headers = securityHeaders({ scriptHashes: [], styleHashes: [] });
  expect(framedHeaders([], headers)).toBe(headers);
  const framed = new Map(framedHeaders([PLAY, 'https://b.example'], headers));
  expect(framed.has('X-Frame-Options')).toBe(false);
  expect(framed.get('Content-Security-Policy')).toMatch(/; frame-ancestors https:\/\/play\.example https:\/\/b\.example$/);
  expect(framedBy('*', "default-src 'none'; frame-ancestors 'none'")).toBe("default-src 'none'; frame-ancestors *");
});

test('HSTS reaches as far as the operator says', () => {
  const headers = securityHeaders({ scriptHashes: [], styleHashes: [] });
  const sent = (reach: Parameters<typeof withHsts>[0]) => new Map(withHsts(reach, headers)).get('Strict-Transport-Security');
  expect([sent('host'), sent('subdomains'), sent('off')]).toEqual(['max-age=63072000', 'max-age=63072000; includeSubDomains', 'max-age=0']);
});
