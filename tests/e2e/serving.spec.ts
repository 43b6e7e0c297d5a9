import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from '@playwright/test';

import { NOWHERE, ROUTES } from './site.ts';
import { CACHE_BUT_ASK, CACHE_FOR_EVER, securityHeaders, type CspHashes } from '../../src/server/http/security-headers.ts';

const build = join(import.meta.dirname, '../..', process.env['BUILD_DIR'] ?? 'build');
// Read in the test and not here: tests are listed before anything is built.
const csp = () => JSON.parse(readFileSync(join(build, 'csp.json'), 'utf8')) as CspHashes;

test('every page is served without a redirect, compressed and with security headers', async ({ request }) => {
  for (const path of ROUTES) {
    await test.step(path, async () => {
      const response = await request.get(path, { maxRedirects: 0 });
      const headers = response.headers();
      expect(response.status()).toBe(path === NOWHERE ? 404 : 200);
      expect(headers['content-type']).toBe('text/html;charset=utf-8');
      expect(headers['content-encoding']).toBe('br');
      expect(headers['cache-control']).toBe(CACHE_BUT_ASK);
      for (const [name, value] of securityHeaders(csp())) expect(headers[name.toLowerCase()], name).toBe(value);
      expect(await response.text()).toContain('placeholder="Search players..."');
    });
  }
});

test('files with a hash in their name are cached permanently, but a missing one is not', async ({ request }) => {
  const home = await (await request.get('/')).text();
  const files = home.match(/\/assets\/[\w.-]+\.(?:js|woff2)/g) ?? [];
  expect(files.length).toBeGreaterThan(1);
  for (const file of files) {
    const response = await request.get(file);
    expect(response.status(), file).toBe(200);
    expect(response.headers()['cache-control'], file).toBe(CACHE_FOR_EVER);
  }
  const missing = await request.get('/assets/no-such-file.js');
  expect(missing.status()).toBe(404);
  expect(missing.headers()['cache-control']).toBe(CACHE_BUT_ASK);
});
