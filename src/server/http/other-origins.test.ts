import { describe, expect, test } from 'vitest';

import { framedBy, framedHeaders, readableBy, readOrigins } from './other-origins.ts';
import { securityHeaders, withHsts } from './security-headers.ts';

const PLAY = 'https://play.example';
const asked = { method: 'GET', origin: PLAY, vary: undefined };

test('accepts origins as browsers write them, and rejects anything else', () => {
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

describe('cross-origin reading', () => {
  test('allows a listed origin, and tells caches that the answer depends on it', () => {
    expect(readableBy([PLAY], asked)).toMatchObject({ 'access-control-allow-origin': PLAY, vary: 'origin' });
    expect(readableBy([PLAY], { ...asked, vary: 'accept-encoding' })).toMatchObject({ vary: 'accept-encoding, origin' });
  });

  test('allows neither other origins nor methods other than reading, nor credentials', () => {
    expect(readableBy([PLAY], { ...asked, origin: 'https://evil.example' })).toEqual({ vary: 'origin' });
    expect(readableBy([PLAY], { ...asked, origin: 'https://play.example.evil' })).toEqual({ vary: 'origin' });
    for (const method of ['POST', 'PUT', 'DELETE']) expect(readableBy('*', { ...asked, method })).toEqual({});
    const preflight = readableBy('*', { ...asked, method: 'OPTIONS' });
    expect(preflight['access-control-allow-methods']).toBe('GET, HEAD');
    expect(preflight['access-control-allow-headers']).not.toContain('authorization');
    expect(preflight).not.toHaveProperty('access-control-allow-credentials');
  });

  test('sends no headers by default', () => {
    expect(readableBy([], asked)).toEqual({});
  });
});

test('pages can be framed by listed origins only, by default by none', () => {
  const headers = securityHeaders({ scriptHashes: [], styleHashes: [] });
  expect(framedHeaders([], headers)).toBe(headers);
  const framed = new Map(framedHeaders([PLAY, 'https://b.example'], headers));
  expect(framed.has('X-Frame-Options')).toBe(false);
  expect(framed.get('Content-Security-Policy')).toMatch(/; frame-ancestors https:\/\/play\.example https:\/\/b\.example$/);
  expect(framedBy('*', "default-src 'none'; frame-ancestors 'none'")).toBe("default-src 'none'; frame-ancestors *");
});

test('HSTS has the scope that the operator set', () => {
  const headers = securityHeaders({ scriptHashes: [], styleHashes: [] });
  const sent = (reach: Parameters<typeof withHsts>[0]) => new Map(withHsts(reach, headers)).get('Strict-Transport-Security');
  expect([sent('host'), sent('subdomains'), sent('off')]).toEqual(['max-age=63072000', 'max-age=63072000; includeSubDomains', 'max-age=0']);
});
