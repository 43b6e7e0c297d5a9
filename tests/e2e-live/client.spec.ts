// The client for web games, in the pages of a game on another origin.
import type { Page } from '@playwright/test';

import type { Finished, Guest, Laurels } from '../../clients/web/src/laurels-client.ts';
import { inlineScript } from '../../scripts/build/inline-script.ts';
import { HOUR_MS } from '../../src/domain/durations.ts';
import { seeded } from '../seeded.ts';
import { GamePage, type GameScope } from './game-page.ts';
import type { Game } from './game.ts';
import { type Complaints, expect, NOON, test as base } from './live-site.ts';

/** The browser's messages about dropped connections, and about what another origin may not do. */
const DROPPED = [/^Failed to load resource: (?:net::ERR_|the server responded with a status of)/];
const REFUSED = [...DROPPED, /blocked by CORS policy/];

/** How many connections are dropped; CLIENT_DROPS=1000 in the long run. */
const DROPS = Number(process.env['CLIENT_DROPS'] ?? 40);
const PLAYS = Math.ceil(DROPS / 4);

const test = base.extend<{ readonly gamePage: GamePage & { readonly origin: string } }>({
  // oxlint-disable-next-line no-empty-pattern -- a fixture names the ones it needs, and this needs none
  gamePage: async ({}, use) => {
    const page = await GamePage.at();
    await use(page);
    await page.close();
  },
});

type Scope = GameScope & { laurels: Laurels; told: Finished[]; rounds: Promise<Finished>[] };

/** Creates a public key for pages on `origins`. */
async function keyFor(game: Game, name: string, origins: readonly string[]): Promise<string> {
  const { key } = await game.call('addKey', { body: { name, role: 'play', bounds: { origins: [...origins] } } });
  return key;
}

/** Loads the game, with a client of the site at `url`. */
async function load(page: Page, origin: string, url: string, key: string): Promise<void> {
  await page.goto(origin);
  await page.locator('html[data-ready]').waitFor({ state: 'attached' });
  await page.evaluate(
    ({ url, key }) => {
      const scope = globalThis as unknown as Scope;
      scope.told = [];
      scope.rounds = [];
      scope.laurels = scope.createLaurels({ url, key, onFinished: (finished) => scope.told.push(finished) });
    },
    { url, key },
  );
}

/** Opens another page in the same browser, whose complaints count too. */
async function another(page: Page, complaints: Complaints): Promise<Page> {
  const other = await page.context().newPage();
  complaints.listenTo(other);
  return other;
}

const play = (page: Page, points: number) =>
  page.evaluate(async (points) => (await (globalThis as unknown as Scope).laurels.begin('main')).finish(points), points);

/** Begins a play and finishes it, without waiting for the answer. */
const finish = (page: Page, points: number) =>
  page.evaluate(async (points) => {
    const scope = globalThis as unknown as Scope;
    const begun = await scope.laurels.begin('main');
    scope.rounds.push(begun.finish(points));
  }, points);

/** Why a client call failed: the status and the fields at fault, or `unreadable` if there was no readable answer. */
const failure = (page: Page, call: 'guest' | 'play') =>
  page.evaluate(async (call) => {
    const { laurels } = globalThis as unknown as Scope;
    const asked = call === 'guest' ? laurels.guest() : laurels.begin('main').then((begun) => begun.finish(1));
    return asked.then(
      () => 'none',
      (error: { status?: number; errors?: { field: string }[] }) =>
        [error.status ?? 'unreadable', ...(error.errors ?? []).map(({ field }) => field)].join(' '),
    );
  }, call);

/** How many plays this page has stored and not sent. */
const queued = (page: Page, url: string) =>
  page.evaluate(
    (name) =>
      new Promise<number>((resolve, reject) => {
        const opened = indexedDB.open(name);
        opened.addEventListener('error', () => reject(opened.error!));
        opened.addEventListener('success', () => {
          const counted = opened.result.transaction('plays').objectStore('plays').count();
          counted.addEventListener('success', () => {
            opened.result.close();
            resolve(counted.result);
          });
        });
      }),
    `laurels ${url}`,
  );

async function totals(game: Game) {
  const { standings } = await game.call('rankings', { board: 'main', query: { period: 'all-time' } });
  return standings.map(({ points }) => points);
}

test(`each play counts once, across ${DROPS} dropped connections, reloads and two tabs`, async ({
  page,
  game,
  relay,
  gamePage,
  complaints,
}) => {
  complaints.allow(...DROPPED);
  const chance = seeded();
  const key = await keyFor(game, 'web', [gamePage.origin]);
  await load(page, gamePage.origin, relay.url, key);
  const second = await another(page, complaints);
  await load(second, gamePage.origin, relay.url, key);
  let dropped = 0;
  let answersDropped = 0;
  relay.drops = ({ method, url }) => {
    if (method !== 'POST' || !url!.endsWith('/finish') || dropped >= DROPS || chance() < 0.2) return undefined;
    dropped += 1;
    if (chance() < 0.5) return 'request';
    answersDropped += 1;
    return 'answer';
  };
  let sum = 0;
  for (let i = 0; i < PLAYS; i += 1) {
    const tab = i % 2 === 0 ? page : second;
    sum += i + 1;
    await finish(tab, i + 1);
    if (chance() < 0.2) await load(tab, gamePage.origin, relay.url, key);
  }
  // The connection comes back, again and again.
  for (let left = await queued(page, relay.url); ; left = await queued(page, relay.url)) {
    if (left === 0 && dropped === DROPS) break;
    if (left === 0) await finish(page, ((sum += 7), 7));
    await Promise.all([page, second].map((tab) => tab.evaluate(() => void dispatchEvent(new Event('online')))));
  }
  console.log(`${dropped} connections dropped, ${answersDropped} of them in place of the answer`);
  expect(dropped).toBe(DROPS);
  expect(answersDropped).toBeGreaterThan(DROPS / 10);
  // One guest, whichever tab came first, with the sum of all plays.
  await expect.poll(() => totals(game)).toEqual([sum]);
  const outcomes = await Promise.all(
    [page, second].map((tab) =>
      tab.evaluate(async () => (await Promise.all((globalThis as unknown as Scope).rounds)).map(({ outcome }) => outcome)),
    ),
  );
  expect(new Set(outcomes.flat())).toEqual(new Set(['counted']));
});

test('a page on another origin posts with a public key that lists it, and with no other key', async ({
  page,
  game,
  gamePage,
  complaints,
}) => {
  complaints.allow(...REFUSED);
  const key = await keyFor(game, 'web', [gamePage.origin]);
  const elsewhere = await keyFor(game, 'elsewhere', ['https://elsewhere.example']);
  const { key: writeKey } = await game.call('addKey', { body: { name: 'write', role: 'write' } });
  await load(page, gamePage.origin, game.url, key);
  expect(await play(page, 12)).toMatchObject({ outcome: 'counted', report: { points: 12 } });
  expect(await totals(game)).toEqual([12]);

  await load(page, gamePage.origin, game.url, elsewhere);
  expect(await failure(page, 'play')).toBe('403 Origin');
  await load(page, gamePage.origin, game.url, writeKey);
  expect(await failure(page, 'play')).toMatch(/^403/);
  // Nor can the page post points directly, with either key: the browser blocks it.
  const post = (of: string) =>
    page.evaluate(
      async ({ url, of }) =>
        fetch(`${url}/api/v1/points`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${of}` },
          body: JSON.stringify({ id: 'x', username: 'eve', points: 5 }),
        }).then(
          ({ status }) => status,
          () => 'unreadable',
        ),
      { url: game.url, of },
    );
  expect(await post(writeKey)).toBe('unreadable');
  expect(await post(key)).toBe('unreadable');

  const unlisted = await GamePage.at('localhost');
  await load(page, unlisted.origin, game.url, key);
  expect(await failure(page, 'guest')).toBe('unreadable');
  await unlisted.close();
  expect(await totals(game)).toEqual([12]);
});

test('a play whose answer comes after a reload is reported; one that expired meanwhile is refused, with the reason', async ({
  page,
  game,
  relay,
  gamePage,
  complaints,
}) => {
  complaints.allow(...DROPPED);
  const key = await keyFor(game, 'web', [gamePage.origin]);
  await load(page, gamePage.origin, relay.url, key);
  const drop = { request: 'request', answer: 'answer' } as const;
  for (const [dropped, points] of [
    [drop.answer, 5],
    [drop.request, 9],
  ] as const) {
    relay.drops = ({ method, url }) => (method === 'POST' && url!.endsWith('/finish') ? dropped : undefined);
    await finish(page, points);
    await expect.poll(() => queued(page, relay.url)).toBeGreaterThan(0);
    // The server has received the first play, but not the second.
    if (dropped === 'answer') await expect.poll(() => totals(game)).toEqual([5]);
  }
  await game.stopClockAt(NOON + 7 * HOUR_MS);
  relay.drops = () => undefined;
  // The next build of the game has its own key.
  await load(page, gamePage.origin, relay.url, await keyFor(game, 'build-2', [gamePage.origin]));
  await expect.poll(() => page.evaluate(() => (globalThis as unknown as Scope).told.length)).toBe(2);
  const told = await page.evaluate(() => (globalThis as unknown as Scope).told);
  expect(told.map(({ outcome }) => outcome)).toEqual(['counted', 'refused']);
  expect(told[1]).toMatchObject({ reason: expect.stringContaining('could be finished until') });
  expect(await queued(page, relay.url)).toBe(0);
  expect(await totals(game)).toEqual([5]);
});

test('two tabs that begin at once share one guest, with and without locks', async ({ page, game, gamePage, complaints }) => {
  const key = await keyFor(game, 'web', [gamePage.origin]);
  const second = await another(page, complaints);
  const usernames = () =>
    Promise.all([page, second].map((tab) => tab.evaluate(async () => (await (globalThis as unknown as Scope).laurels.guest()).username)));
  await Promise.all([page, second].map((tab) => load(tab, gamePage.origin, game.url, key)));
  const [one, other] = await usernames();
  expect(one).toBe(other);
  await page.evaluate(() => (globalThis as unknown as Scope).laurels.forgetGuest());
  await page.context().addInitScript(() => Object.defineProperty(navigator, 'locks', { value: undefined }));
  await Promise.all([page, second].map((tab) => load(tab, gamePage.origin, game.url, key)));
  const [third, fourth] = await usernames();
  expect(third).toBe(fourth);
  expect(third).not.toBe(one);
});

/** Calls a guest method of the client in the page. */
const call = <T>(
  page: Page,
  name: 'guest' | 'knownGuest' | 'recover' | 'rename' | 'leave' | 'data' | 'events' | 'erase',
  ...args: string[]
) =>
  page.evaluate(
    async ({ name, args }) =>
      ((globalThis as unknown as Scope).laurels[name] as (...args: string[]) => Promise<unknown>)(...args).catch(
        (error: Error & { errors?: { field: string }[] }) => error.errors?.[0]?.field ?? error.message,
      ),
    { name, args },
  ) as Promise<T>;

test('a guest renames, leaves, exports and erases themselves, and moves to another browser, despite lost answers', async ({
  page,
  browser,
  game,
  relay,
  gamePage,
  complaints,
}) => {
  complaints.allow(...DROPPED);
  const key = await keyFor(game, 'web', [gamePage.origin]);
  await load(page, gamePage.origin, relay.url, key);
  expect(await call(page, 'rename', 'Ada')).toBe('guest');
  // Every answer is lost until the game is loaded again.
  relay.drops = ({ method }) => (method === 'POST' ? 'answer' : undefined);
  expect(await call(page, 'guest', 'Ada')).toMatch(/fetch/);
  relay.drops = () => undefined;
  await load(page, gamePage.origin, relay.url, key);
  const ada = await call<Guest>(page, 'guest', 'Ada');
  expect(ada.name).toBe('Ada');
  await play(page, 5);
  expect(await call(page, 'rename', 'Adele')).toEqual({ ...ada, name: 'Adele' });
  await load(page, gamePage.origin, relay.url, key);
  expect(await call(page, 'knownGuest')).toEqual({ ...ada, name: 'Adele' });
  expect(await call(page, 'data')).toMatchObject({ guest: { name: 'Adele' }, boards: [{ board: { name: 'main' } }] });
  expect(await call(page, 'events', 'main')).toMatchObject({ events: [{ points: 5 }], next: null });
  expect(await call(page, 'leave', 'main')).toEqual({ board: 'main', events: 1, held: 0 });
  expect(await totals(game)).toEqual([]);

  const context = await browser.newContext();
  const phone = await context.newPage();
  complaints.listenTo(phone);
  await load(phone, gamePage.origin, relay.url, key);
  let lost = 0;
  relay.drops = ({ method, url }) => (method === 'POST' && url!.endsWith('/recover') && (lost += 1) === 1 ? 'answer' : undefined);
  const recovered = await call<Guest>(phone, 'recover', ada.code);
  expect([lost, recovered.username, recovered.code === ada.code]).toEqual([2, ada.username, false]);
  await play(phone, 7);
  expect(await call(phone, 'erase')).toBeUndefined();
  expect(await call(phone, 'knownGuest')).toBeUndefined();
  const { standings } = await game.call('rankings', { board: 'main', query: { period: 'all-time' } });
  expect(standings.map(({ player, points }) => [player.displayName, points])).toEqual([['Erased player', 7]]);
  await context.close();
});

test('a guest that the server no longer has is replaced once, in every tab, and keeps the name if it is free', async ({
  page,
  game,
  gamePage,
  complaints,
}) => {
  complaints.allow(...DROPPED);
  const key = await keyFor(game, 'web', [gamePage.origin]);
  const second = await another(page, complaints);
  const tabs = [page, second];
  await Promise.all(tabs.map((tab) => load(tab, gamePage.origin, game.url, key)));
  const [ada] = await Promise.all(tabs.map((tab) => call<Guest>(tab, 'guest', 'Ada')));
  const erased = await fetch(`${game.url}/api/v1/guests/erase`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ guest: ada!.secret }),
  });
  expect(erased.status).toBe(200);
  await Promise.all(tabs.map((tab, i) => play(tab, i + 1)));
  const [again, ...others] = await Promise.all(tabs.map((tab) => call<Guest>(tab, 'knownGuest')));
  expect([again!.name, again!.username === ada!.username, others]).toEqual(['Ada', false, [again]]);
  expect(await totals(game)).toEqual([3]);
  // The guest moves to another device and keeps the name there.
  await fetch(`${game.url}/api/v1/guests/recover`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ code: again!.code }),
  });
  await play(page, 4);
  expect((await call<Guest>(page, 'knownGuest')).name).not.toBe('Ada');
  expect(await totals(game)).toEqual([4, 3]);
});

test('a browser that stores nothing can still play, as one guest per page', async ({ page, game, gamePage }) => {
  const key = await keyFor(game, 'web', [gamePage.origin]);
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('denied', 'SecurityError');
    };
  });
  await load(page, gamePage.origin, game.url, key);
  expect(await play(page, 3)).toMatchObject({ outcome: 'counted' });
  expect(await play(page, 4)).toMatchObject({ outcome: 'counted' });
  expect(await totals(game)).toEqual([7]);
});

test('the client receives changes, including those while its connection was lost', async ({ page, game, relay, gamePage, complaints }) => {
  complaints.allow(...DROPPED);
  const key = await keyFor(game, 'web', [gamePage.origin]);
  await load(page, gamePage.origin, relay.url, key);
  await page.evaluate(() => {
    const { laurels } = globalThis as unknown as Scope;
    const show = async () => {
      const { standings } = await laurels.rankings('main', { limit: 1 });
      document.title = `${standings[0]?.points}`;
    };
    laurels.watch('main', () => void show());
  });
  await expect.poll(() => relay.listening).toBe(1);
  await game.score('ann', 5);
  await expect(page).toHaveTitle('5');
  relay.dropListeners();
  await game.score('ann', 6);
  await expect(page).toHaveTitle('11');
  expect(relay.listened).toBe(2);
});

test('in React, a board stays current, never shows another board’s ranks, and cleans up after itself', async ({
  page,
  game,
  relay,
  gamePage,
}) => {
  await keyFor(game, 'web', [gamePage.origin]);
  await game.open('cup', 'Cup');
  await game.score('ann', 5);
  await game.scored([{ username: 'bob', points: 5 }], 'cup');
  await page.goto(gamePage.origin);
  await page.addScriptTag({ content: await inlineScript('tests/e2e-live/board-page.tsx') });
  const show = (board?: string) => page.evaluate((board) => (Reflect.get(globalThis, 'show') as (board?: string) => void)(board), board);
  await page.evaluate((url) => (Reflect.get(globalThis, 'start') as (url: string) => void)(url), relay.url);
  await show('main');
  await expect(page.locator('p')).toHaveText('main: ann');
  await game.score('cy', 50);
  await expect(page.locator('p')).toHaveText('main: cy');

  // The answer for the next board is held back.
  const release = Promise.withResolvers<void>();
  await page.route('**/boards/cup/rankings?*', async (route) => {
    await release.promise;
    await route.continue();
  });
  await show('cup');
  await expect(page.locator('p')).toHaveText('loading');
  release.resolve();
  await expect(page.locator('p')).toHaveText('cup: bob');
  await expect.poll(() => relay.listening).toBe(1);
  await show();
  await expect(page.locator('p')).toHaveCount(0);
  await expect.poll(() => relay.listening).toBe(0);
});
