// A page of another site in the browser of a signed-in operator: it can neither act, nor read, nor frame the console.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { expect, test as base } from './console-people.ts';

interface Foreign {
  /** Serves a page on another origin and resolves with its address. */
  readonly foreign: (html: string) => Promise<string>;
}

const test = base.extend<Foreign>({
  // oxlint-disable-next-line no-empty-pattern -- a fixture names the ones it needs, and this needs none
  foreign: async ({}, use) => {
    let page = '';
    const server = createServer((_, answer) => answer.setHeader('content-type', 'text/html').end(page));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    await use(async (html) => {
      page = `<!doctype html><title>Foreign</title>${html}`;
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    });
    server.close();
  },
});

test('forms, fetches and frames of another site do nothing and see nothing', async ({ console: page, game, foreign, complaints }) => {
  complaints.allow(/./);
  const before = await game.call('boards');
  const address = await foreign(`
    <form method="post" action="${game.url}/api/v1/boards" enctype="text/plain"><input name='{"name":"forged","title":"' value='x"}'></form>
    <iframe src="${game.url}/console"></iframe>`);
  const other = await page.context().newPage();
  await other.goto(address);

  const asked = await other.evaluate(async (site) => {
    const tries: readonly RequestInit[] = [
      { credentials: 'include' },
      { credentials: 'include', mode: 'no-cors' },
      { credentials: 'include', headers: { 'laurels-console': '1' } },
      { credentials: 'include', method: 'POST', body: '{"name":"forged","title":"x"}' },
      { credentials: 'include', method: 'POST', mode: 'no-cors', body: '{"name":"forged","title":"x"}' },
      { credentials: 'include', method: 'POST', headers: { 'content-type': 'application/json', 'laurels-console': '1' }, body: '{}' },
    ];
    return Promise.all(
      tries.map((init) =>
        fetch(`${site}/api/v1/boards`, init).then(
          async (answer) => `${answer.type} ${await answer.text()}`,
          () => 'refused',
        ),
      ),
    );
  }, game.url);
  expect(asked).toEqual(asked.map(() => 'refused'));
  expect(asked).toHaveLength(6);

  await other.evaluate(() => document.querySelector('form')!.submit());
  await other.waitForURL(`${game.url}/api/v1/boards`);
  await expect(other.locator('body')).toContainText('"status":4');

  expect(await game.call('boards')).toEqual(before);
  expect((await game.call('audit', { query: { act: 'make-board' } })).entries.filter(({ by }) => by.kind === 'person')).toEqual([]);
});

test.describe('with framing allowed for every site', () => {
  test.use({ settings: { LAURELS_FRAME_ORIGINS: '*' } });

  test('the console still cannot be framed', async ({ console: page, game, foreign, complaints }) => {
    complaints.allow(/./);
    const address = await foreign(`<iframe src="${game.url}/console"></iframe>`);
    const other = await page.context().newPage();
    await other.goto(address);
    const frame = other.frames().find((each) => each !== other.mainFrame())!;
    expect(await frame.evaluate(() => document.body.textContent).catch(() => '')).not.toContain('Overview');
    const { headers } = await fetch(`${game.url}/console`);
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });
});
