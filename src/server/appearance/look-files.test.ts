import { expect, test } from 'vitest';

import type { HttpRequest } from '../http/http-message.ts';
import type { Picture } from '../pictures/picture.ts';
import { createLookFiles, lookFiles } from './look-files.ts';
import { lookOf, OWN_LOOK, type SiteLook } from './site-look.ts';
import { webManifest } from './web-manifest.ts';

const LANTERN = lookOf({ name: 'Lantern Run', colour: '#e10600', poweredBy: true });

/** Files of a look that a test can change, and the pictures drawn for them. */
function served(first: SiteLook) {
  const drawn: Picture[] = [];
  let look = first;
  let fails = false;
  const answer = createLookFiles(
    () => look,
    async (picture) => {
      drawn.push(picture);
      if (fails) throw new Error('no thread');
      return new TextEncoder().encode(JSON.stringify(picture));
    },
  );
  const ask = (target: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') =>
    answer({ method, target, header: (name: string) => headers[name] ?? null } as HttpRequest);
  return { drawn, ask, show: (next: SiteLook) => (look = next), fail: (does: boolean) => (fails = does) };
}

test('the default look has no files, so that the built ones are served', async () => {
  expect(lookFiles(OWN_LOOK, '/').size).toBe(0);
  expect(await served(OWN_LOOK).ask('/icon-192.png')).toBeUndefined();
});

test('each picture is drawn once, and again for another look', async () => {
  const { ask, drawn, show } = served(LANTERN);
  const [one, again] = await Promise.all([ask('/icon-192.png'), ask(`/icon-192.png?v=${LANTERN.version}`)]);
  expect(drawn).toHaveLength(1);
  expect(one).toMatchObject({
    status: 200,
    headers: { 'content-type': 'image/png', 'cache-control': 'public, max-age=0, must-revalidate' },
  });
  expect(again!.headers['cache-control']).toContain('immutable');
  show(lookOf({ name: 'Comet Run', poweredBy: true }));
  const other = await ask(`/icon-192.png?v=${LANTERN.version}`, { 'if-none-match': one!.headers['etag']! });
  expect(other).toMatchObject({ status: 200, headers: { 'cache-control': 'public, max-age=0, must-revalidate' } });
  expect(drawn).toHaveLength(2);
});

test('answers 304 to a known entity tag, and HEAD without a body', async () => {
  const { ask } = served(LANTERN);
  const { etag } = (await ask('/social-card.png'))!.headers;
  expect(await ask('/social-card.png', { 'if-none-match': etag! })).toMatchObject({ status: 304, body: null });
  expect(await ask('/social-card.png', {}, 'HEAD')).toMatchObject({ status: 200, body: null });
});

test('a failed picture is retried', async () => {
  const { ask, fail } = served(LANTERN);
  fail(true);
  await expect(ask('/icon-32.png')).rejects.toThrow('no thread');
  fail(false);
  expect(await ask('/icon-32.png')).toMatchObject({ status: 200 });
});

test('serves a logo only if the look has one, and nothing at other paths', async () => {
  const { ask } = served(LANTERN);
  for (const path of ['/logo.png', '/icon.svg', '/', '/icon-32.png/', '/__proto__']) expect(await ask(path)).toBeUndefined();
});

test.each([
  ['Lantern Run', 'Lantern Run'],
  ['Lantern Run in the City', 'Lantern'],
  ['Extraordinarily', 'Extraordinarily'],
  ['愛', '愛'],
])('the launcher name of %s is %s', (name, short) => {
  expect(JSON.parse(webManifest('/', lookOf({ name, poweredBy: true })))).toMatchObject({ name, short_name: short });
});
