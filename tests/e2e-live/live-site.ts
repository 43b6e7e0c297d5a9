// Basis of the live edition's browser tests: a game for each test, and the pages of its site.
import type { Locator, Page } from '@playwright/test';

import { LIVE_PAGES } from '../../src/web/live/pages/live-pages.ts';
import { test as base } from '../e2e/site.ts';
import { type Environment, Game, GameServer } from './game.ts';
import { Relay } from './relay.ts';

export {
  address,
  type Complaints,
  expect,
  navigation,
  noticeComes,
  open,
  passTime,
  period,
  playerSearch,
  ready,
  searchText,
  stopTime,
} from '../e2e/site.ts';

/** The start of every test, for the server and the pages, in epoch milliseconds: a Wednesday noon in the middle of a month. */
export const NOON = Date.parse('2026-11-18T12:00:00Z');

/** Every page without a name in its path. The others are tested with existing names. */
export const LIVE_ROUTES: readonly string[] = LIVE_PAGES.flatMap(({ path }) => (path.includes(':') ? [] : [path]));

export interface LiveFixtures {
  /** The server's settings, as an operator sets them. */
  readonly settings: Environment;
  /** A server of the test's own, without any points yet. */
  readonly game: Game;
  /** A proxy to that server that can tamper with its traffic. */
  readonly relay: Relay;
}

export const test = base.extend<LiveFixtures, { gameServer: GameServer }>({
  gameServer: [
    // oxlint-disable-next-line no-empty-pattern -- a fixture names the ones it needs, and this needs none
    async ({}, use) => {
      const server = new GameServer();
      await use(server);
      await server.kill();
    },
    { scope: 'worker' },
  ],
  settings: [{}, { option: true }],
  // oxlint-disable-next-line no-empty-pattern -- as above
  aheadMs: async ({}, use) => use(NOON - Date.now()),
  game: async ({ gameServer, aheadMs, settings }, use) => {
    const game = await Game.start(gameServer, aheadMs, settings);
    await use(game);
    await game.discard();
  },
  relay: async ({ game }, use) => {
    const relay = await Relay.to(game.url);
    await use(relay);
    await relay.close();
  },
  baseURL: async ({ game }, use) => use(game.url),
});

/** Every player on the page, the podium first, such as `4 ann 1,200`. */
export function standings(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const words = (element: Element | undefined) => {
      const walker = document.createTreeWalker(element!, NodeFilter.SHOW_TEXT);
      while (walker.nextNode() !== null) {
        const { parentElement, textContent } = walker.currentNode;
        if (textContent!.trim() !== '' && parentElement!.closest('.visually-hidden') === null) return textContent!.trim();
      }
      return '';
    };
    const lanes = [1, 2, 3].flatMap((place) => {
      const lane = document.querySelector(`ol[aria-label="Podium"] > li[data-place="${place}"]`);
      // Between two pages there is no lane.
      if (lane === null) return [];
      const [holder, plate] = lane.children;
      if (plate!.getAttribute('data-medal') === 'awaiting') return [];
      return [`${words(plate!.querySelector(':scope > [aria-hidden]')!)} ${words(holder!.children[1])} ${words(holder!.children[2])}`];
    });
    const rows = [...document.querySelectorAll('tr[data-player]')].map(({ children: [rank, player, , points] }) =>
      [words(rank), words(player!.querySelector('span > span:not([aria-hidden])')!), words(points)].join(' '),
    );
    return [...lanes, ...rows];
  });
}

/** A player's row of the rankings table. */
export function row(page: Page, name: string): Locator {
  return page.getByRole('table', { name: 'Rankings' }).getByRole('row').filter({ hasText: name });
}

/** A lane of the podium. */
export function lane(page: Page, place: 1 | 2 | 3): Locator {
  return page.getByRole('list', { name: 'Podium' }).locator(`li[data-place="${place}"]`);
}

/** The line that says whether the page is current. */
export function status(page: Page): Locator {
  return page.locator('main [role="status"][data-state]');
}

/** A day before or after the start of the tests, in UTC: `2026-11-20`. */
export function day(offset: number): string {
  return new Date(NOON + offset * 86_400_000).toISOString().slice(0, 10);
}

/** Noon of such a day. */
export function noon(offset: number): string {
  return `${day(offset)}T12:00:00Z`;
}

/** As many players as `size`, `player 001` first, each ten points behind the one before. */
export function field(size: number): { username: string; points: number }[] {
  return Array.from({ length: size }, (_, i) => ({ username: `player ${String(i + 1).padStart(3, '0')}`, points: 10 * (size - i) }));
}
