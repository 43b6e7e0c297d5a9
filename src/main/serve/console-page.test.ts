import { expect, test } from 'vitest';

import { OWN_LOOK } from '../../server/appearance/site-look.ts';
import type { HttpRequest } from '../../server/http/http-message.ts';
import type { Problem } from '../../server/http/problem.ts';
import { createConsolePage } from './console-page.ts';

const page = createConsolePage({ css: '', theme: '', modules: ['/console/entry.js'] }, () => OWN_LOOK);

const ask = (target: string, etag: string | null = null) =>
  page({ method: 'GET', target, header: (name: string) => (name === 'if-none-match' ? etag : null) } as HttpRequest);

test('every page of the console is the console', async () => {
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

test('an address that is no page is 404, in the console’s own words, however often it is asked for', async () => {
  const first = await ask('/console/nowhere');
  expect(first).toMatchObject({ status: 404, headers: { 'content-type': 'text/html; charset=utf-8' } });
  expect((await ask('/console/nowhere', first.headers['etag'])).status).toBe(404);
});

test('a file that is not there is no page', async () => {
  for (const target of ['/console/logo.png?v=1', '/console/assets/gone-1.js', '/console/boards/x.css'])
    await expect(ask(target)).rejects.toMatchObject({ code: 'not-found' } satisfies Partial<Problem>);
});
