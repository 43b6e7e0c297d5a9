// The privacy page and the licences page: linked from every page, readable by everybody, and true of browsers.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Page } from '@playwright/test';

import { ROOT } from '../../scripts/tools/child-process.ts';
import { buildFolder } from '../../scripts/build/stale.ts';
import type { Licences } from '../../src/contract/site-documents.ts';
import { PROVED_IN_A_BROWSER } from '../live/privacy-proofs.ts';
import { expect, LIVE_ROUTES, open, ready, test } from './live-site.ts';
import { GamePage, type GameScope } from './game-page.ts';
import type { Game } from './game.ts';

/** A package in a dynamic import, or in a static import that is not type-only. */
const PACKAGE = /(?:^(?:import|export) (?!type\b)(?:[^';]*from )?|\bimport\()'((?:@[\w-]+\/)?[a-z][\w-]*)(?:\/[^':]*)?'/gm;

const keysOf = (page: Page, kind: 'localStorage' | 'sessionStorage') =>
  page.evaluate((name) => Object.keys(Reflect.get(globalThis, name) as object).toSorted(), kind);

/** The IndexedDB content of a game's page. */
const storedIn = (page: Page) =>
  page.evaluate(async () => {
    const databases = (await indexedDB.databases()).map(({ name }) => name!);
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error!));
      });
    const opened = await done(indexedDB.open(databases[0]!));
    const all = (store: string) => done<unknown[]>(opened.transaction(store).objectStore(store).getAll());
    const [guest, plays] = [await all('guest'), await all('plays')];
    opened.close();
    return { databases, guest, plays };
  });

const PROOFS: Readonly<Record<(typeof PROVED_IN_A_BROWSER)[number], (page: Page, game: Game, says: string) => Promise<void>>> = {
  async storage(page, game, says) {
    expect(says).toBe(
      'Your browser stores the theme you choose and whether the typeface is loaded. If you, or a game on this site, mark a player as yourself, it stores that player, and your rank and neighbours at your last visits.',
    );
    await game.scored([
      { username: 'ann', points: 5 },
      { username: 'bob', points: 9 },
    ]);
    for (const path of [...LIVE_ROUTES, '/players/ann', '/privacy', '/licences']) {
      await open(page, path);
      await page.waitForFunction(() => localStorage.getItem('laurels:typeface') !== null);
    }
    expect(await keysOf(page, 'localStorage')).toEqual(['laurels:typeface']);
    await open(page, '/');
    await page.getByRole('radio', { name: 'Light' }).check();
    await page.getByRole('searchbox', { name: 'Your name' }).fill('ann');
    await page.getByRole('region', { name: 'Is this you?' }).getByRole('button', { name: 'ann' }).click();
    await expect.poll(() => keysOf(page, 'localStorage')).toEqual(['laurels:me', 'laurels:theme', 'laurels:typeface', 'laurels:visits']);
    expect(await page.evaluate(() => localStorage.getItem('laurels:me'))).toContain('ann');
  },

  async games(page, game, says) {
    expect(says).toBe(
      'A game that uses this site can store your guest in your browser or on your device, with their secret and recovery code, and finished plays until this site has answered.',
    );
    const gamePage = await GamePage.at();
    const { key } = await game.call('addKey', { body: { name: 'web', role: 'play', bounds: { origins: [gamePage.origin] } } });
    const answer = Promise.withResolvers<void>();
    await page.route('**/finish', async (route) => {
      await answer.promise;
      await route.continue();
    });
    await page.goto(gamePage.origin);
    await page.locator('html[data-ready]').waitFor({ state: 'attached' });
    await page.evaluate(
      async ({ url, key }) => {
        const laurels = (globalThis as unknown as GameScope).createLaurels({ url, key });
        const play = await laurels.begin('main');
        void play.finish(5);
      },
      { url: game.url, key },
    );
    const plays = (one: object) => ({ databases: [`laurels ${game.url}`], plays: one });
    await expect.poll(() => storedIn(page)).toMatchObject(plays([{ body: { points: 5 } }]));
    const { guest } = await storedIn(page);
    expect(Object.keys(guest[0] as object).toSorted()).toEqual(['code', 'name', 'secret', 'username']);
    // And the random text that their secret and code are derived from.
    expect(guest.slice(1)).toEqual([expect.stringMatching(/^[\da-f]{64}$/)]);
    answer.resolve();
    await expect.poll(() => storedIn(page)).toMatchObject(plays([]));
    for (const kind of ['localStorage', 'sessionStorage'] as const) expect(await keysOf(page, kind)).toEqual([]);
    await page.unrouteAll();
    await page.goto('about:blank');
    await gamePage.close();
  },

  async session(page, _game, says) {
    expect(says).toBe('Until you close a tab, it also stores how far you scrolled.');
    for (const path of LIVE_ROUTES) await open(page, path);
    expect(await keysOf(page, 'sessionStorage')).toEqual(['react-router-scroll-positions']);
    expect(await page.evaluate(() => sessionStorage.getItem('react-router-scroll-positions'))).toMatch(/^\{("[^"]+":\d+,?)*\}$/);
  },

  async 'console-storage'(page, _game, says) {
    expect(says).toBe('For operators, it also stores how they arranged the console.');
    const named = readFileSync(join(ROOT, 'src/web/console/list/kept-views.ts'), 'utf8');
    expect(named).toContain('laurels:console-views');
    await page.goto('/console/sign-in');
    await page.getByRole('heading', { level: 1 }).waitFor();
    for (const key of await keysOf(page, 'localStorage')) expect(key).toMatch(/^laurels:(?:theme|typeface|setup|console-\w+)$/);
  },

  async hosts(page, game, says) {
    expect(says).toBe('Pages load nothing from other servers. There are no ads, no analytics and no third parties.');
    const hosts = new Set<string>();
    page.on('request', (request) => hosts.add(new URL(request.url()).origin));
    await game.scored([{ username: 'ann', points: 5, avatar: '🦊' }]);
    for (const path of [...LIVE_ROUTES, '/players/ann', '/players/ann/why', '/privacy', '/licences', '/api', '/console/sign-in']) {
      await page.goto(path);
      await page.waitForLoadState('load');
    }
    expect([...hosts]).toEqual([game.url]);
  },
};

for (const id of PROVED_IN_A_BROWSER)
  test(`the privacy page is true in a browser: ${id}`, async ({ page, game }) => {
    await open(page, '/privacy');
    await PROOFS[id](page, game, (await page.locator(`#${id}`).textContent())!);
  });

test('every page links to both documents, which have the site’s layout and need no scripts', async ({ page, browser, game }) => {
  const links = page.getByRole('navigation', { name: 'About this site' });
  for (const path of [...LIVE_ROUTES, '/privacy']) {
    await open(page, path);
    await expect(links.getByRole('link')).toHaveText(['Privacy', 'Licences']);
  }
  await links.getByRole('link', { name: 'Licences' }).click();
  await expect(page).toHaveTitle('Licences · Laurels');
  await ready(page);
  await page.getByText('Licence text').first().click();
  await expect(page.locator('details[open] pre')).not.toBeEmpty();
  await expect(page.locator('details[open] pre')).toBeVisible();
  await page.getByRole('radio', { name: 'Light' }).check();
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await expect(page.getByRole('radio', { name: 'Light' })).toBeChecked();
  await page.getByRole('button', { name: 'Weekly' }).click();
  await expect(page).toHaveURL(/\/\?period=weekly$/);
  await open(page, '/?view=tv');
  await expect(links).toBeHidden();
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: game.url });
  const plain = await context.newPage();
  await plain.goto('/');
  await plain.getByRole('link', { name: 'Privacy' }).click();
  await expect(plain.getByRole('heading', { level: 2 })).toHaveText([
    'Stored data',
    'Your browser',
    'Retention',
    'Your rights and contact',
  ]);
  await plain.emulateMedia({ media: 'print' });
  await expect(plain.getByRole('navigation')).toHaveCount(0);
  await expect(plain.getByText('You can ask the operator')).toBeVisible();
  await context.close();
});

test('the licences page names every package in the pages', async ({ page }) => {
  const imported = new Set(
    ['contract', 'domain', 'remote', 'web', 'worker', 'main/browser', 'main/editions', 'main/render'].flatMap((folder) =>
      readdirSync(join(ROOT, 'src', folder), { recursive: true, withFileTypes: true }).flatMap(({ name, parentPath }) => {
        if (!/\.tsx?$/.test(name) || /\.(?:test|suite)\./.test(name) || parentPath.endsWith('worker')) return [];
        const source = readFileSync(join(parentPath, name), 'utf8');
        return [...source.matchAll(PACKAGE)].map(([, of]) => of!);
      }),
    ),
  );
  for (const known of ['react', 'react-dom', 'react-router', 'sonner', 'zod']) expect([...imported]).toContain(known);
  const { packages } = JSON.parse(readFileSync(join(buildFolder('live'), 'licences.json'), 'utf8')) as Licences;
  expect([...imported].filter((name) => !packages.some((each) => each.name === name))).toEqual([]);
  await open(page, '/licences');
  const shown = await page.locator('main').textContent();
  for (const { name, version } of packages) expect(shown).toContain(`${name} ${version} · `);
});
