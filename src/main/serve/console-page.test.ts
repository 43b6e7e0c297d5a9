import { expect, test } from 'vitest';

import { OWN_LOOK } from '../../server/appearance/site-look.ts';
import type { HttpRequest } from '../../server/http/http-message.ts';
import type { Problem } from '../../server/http/problem.ts';
import { createConsolePage } from './console-page.ts';
import { previewPage } from './preview-page.ts';

const SITE = {
  page: { css: 'p{}', beforePaint: 'before()', startScripts: '' },
  modules: { '/': ['/assets/entry.js'] },
  csp: { scriptHashes: [], styleHashes: [] },
};
const page = createConsolePage(
  { css: '', theme: '', modules: ['/console/entry.js'] },
  () => OWN_LOOK,
  (request) => previewPage(SITE, OWN_LOOK, request),
);

const ask = (target: string, etag: string | null = null) =>
  page({ method: 'GET', target, header: (name: string) => (name === 'if-none-match' ? etag : null) } as HttpRequest);

test('every page of the console is served the same document', async () => {
  for (const target of [
    '/console',
    '/console/',
    '/console/boards',
    '/console/audit?before=7',
    '/console/join',
    '/console/sign-in?refused=late',
  ])
    expect([target, await ask(target)]).toMatchObject([target, { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } }]);
});

test('an unknown address is 404 with the console’s own page, even with a known entity tag', async () => {
  const first = await ask('/console/nowhere');
  expect(first).toMatchObject({ status: 404, headers: { 'content-type': 'text/html; charset=utf-8' } });
  expect((await ask('/console/nowhere', first.headers['etag'])).status).toBe(404);
});

test('a missing file is not answered with a page', async () => {
  for (const target of ['/console/logo.png?v=1', '/console/assets/gone-1.js', '/console/boards/x.css'])
    await expect(ask(target)).rejects.toMatchObject({ code: 'not-found' } satisfies Partial<Problem>);
});

test('a preview is the same document for all boards, never cached and never framed', async () => {
  const [one, other] = [await ask('/console/preview'), await ask('/console/preview/players/ada?board=staff')];
  expect(one.body).toBe(other.body);
  expect(one).toMatchObject({
    status: 200,
    headers: { 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex', 'x-frame-options': 'DENY' },
  });
  expect(one.headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expect((await ask('/console/previews')).status).toBe(404);
});
