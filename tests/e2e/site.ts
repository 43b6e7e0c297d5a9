// Basis of every browser test: the pages, how to open one, how to read a board, and a `test` that fails when the page complains: console
// errors and warnings (hydration and policy errors included), uncaught errors, and dialogs.
import { test as base, expect, type Locator, type Page } from '@playwright/test';

import { CLOCK_SHIFT_MS, shiftDate } from '../../scripts/tools/shifted-date.ts';
import { HEARTBEAT_EVERY_MS } from '../../src/contract/live-source.ts';
import { SAMPLE_PAGES } from '../../src/web/sample/sample-pages.ts';

/** The pages of the specification, with the name in the navigation and the heading. */
export const PAGES = [
  { path: '/', name: 'Reward', heading: 'Who leads today', title: 'Daily leaderboard · Laurels' },
  { path: '/earn', name: 'Earn', heading: 'Earn Points', title: 'Earn Points · Laurels' },
  { path: '/whiteboard', name: 'Whiteboard', heading: 'Analytics Dashboard', title: 'Analytics Dashboard · Laurels' },
  { path: '/search', name: 'Search', heading: 'Search', title: 'Search · Laurels' },
  { path: '/leaderboard', name: 'Leaderboard', heading: 'Leaderboards', title: 'Leaderboards · Laurels' },
] as const;

/** A path that has no page. */
export const NOWHERE = '/no/such/page';

/** Every page of the edition, in the specification or not, plus a path without a page. */
export const ROUTES: readonly string[] = [...SAMPLE_PAGES.map((page) => page.path), NOWHERE];

/** Labels of the navigation. */
export const NAMES: readonly string[] = SAMPLE_PAGES.flatMap(({ name }) => name ?? []);

/** The browser's own message about a missing document, and the not-found page's log entry. */
export const NOT_FOUND_COMPLAINTS = [/^Failed to load resource: .* 404 \(Not Found\)/, /^404: no page at /];

/** The runner blocks service workers outside the offline tests; these are its message and the site's. */
const WORKER_BLOCKED = [/^Service Worker registration blocked by Playwright$/, /^Offline use is not available: /];

export class Complaints {
  readonly heard: string[] = [];
  readonly #allowed: RegExp[] = [...WORKER_BLOCKED];

  /** Collects the complaints of a page; call it before the page's first script. */
  listenTo(page: Page): void {
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') this.heard.push(message.text());
    });
    page.on('pageerror', (error) => this.heard.push(`Uncaught: ${error.message} ${error.stack}`));
    page.on('dialog', (dialog) => {
      this.heard.push(`Dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
  }

  /** Allows complaints that a test causes on purpose. */
  allow(...patterns: readonly RegExp[]): void {
    this.#allowed.push(...patterns);
  }

  unexpected(): string[] {
    return this.heard.filter((text) => !this.#allowed.some((pattern) => pattern.test(text)));
  }
}

export interface Fixtures {
  readonly complaints: Complaints;
  /** How far the pages' clock is ahead of the machine's, in milliseconds. */
  readonly aheadMs: number;
}

export const test = base.extend<Fixtures>({
  serviceWorkers: 'block',
  aheadMs: 0,
  context: async ({ context, aheadMs }, use) => {
    const shiftMs = CLOCK_SHIFT_MS + aheadMs;
    if (shiftMs !== 0) await context.addInitScript(shiftDate, shiftMs);
    await use(context);
  },
  complaints: [
    async ({ page }, use) => {
      const complaints = new Complaints();
      complaints.listenTo(page);
      await use(complaints);
      expect(complaints.unexpected(), 'the page complained').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** Opens an address and waits until React listens. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'commit' });
  await ready(page);
}

/** Waits until the typeface is in use. On a first visit, nothing shows that it is coming until it has loaded. */
export async function typefaceComes(page: Page): Promise<void> {
  await page.waitForFunction(() => localStorage.getItem('laurels:typeface') !== null);
  await page.evaluate(() => document.fonts.ready);
}

/** Waits until React listens. */
export async function ready(page: Page): Promise<void> {
  await page.locator('html[data-ready]').waitFor({ state: 'attached' });
}

/** Stops the time of a page on which `page.clock` is installed: from then on timers wait for the test, however slow it is. */
export async function stopTime(page: Page): Promise<void> {
  // Further ahead than any machine needs to get there, but too short a silence for the page to think its connection lost.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 2 * HEARTBEAT_EVERY_MS);
}

/** How much page time may pass before an expected event counts as missing, in milliseconds. */
const LONG_ENOUGH_MS = 60_000;

/**
 * Advances the stopped time of a page by a few milliseconds at a time until a condition holds. Returns how much time passed in the page, in
 * milliseconds; the speed of the machine does not matter.
 */
export async function passTime(page: Page, stepMs: number, isSo: () => Promise<boolean>): Promise<number> {
  for (let passedMs = 0; passedMs <= LONG_ENOUGH_MS; passedMs += stepMs) {
    if (await isSo()) return passedMs;
    await page.clock.runFor(stepMs);
    // Gives work that does not depend on page time, such as a response, a chance to finish.
    await page.waitForTimeout(10);
  }
  throw new Error(`${LONG_ENOUGH_MS} ms passed in the page, and it was not so.`);
}

/** The address as a visitor sees it, without the origin. */
export function address(page: Page): string {
  const { pathname, search, hash } = new URL(page.url());
  return pathname + search + hash;
}

export function playerSearch(page: Page): Locator {
  return page.getByRole('searchbox', { name: 'Search players', exact: true });
}

export function searchText(page: Page): Locator {
  return page.getByRole('searchbox', { name: 'Search players, tournaments and achievements' });
}

/** A button of the Daily/Weekly toggle. */
export function period(page: Page, name: 'Daily' | 'Weekly'): Locator {
  return page.getByRole('group', { name: 'Period' }).getByRole('button', { name, exact: true });
}

export function navigation(page: Page): Locator {
  return page.getByRole('navigation', { name: 'Main' });
}

/** Notifications on screen. */
export function notices(page: Page): Locator {
  return page.locator('[data-sonner-toast]');
}

/** Waits for a notification on a page whose time is stopped, so it stays as long as the test needs it. */
export async function noticeComes(page: Page, words: string | RegExp = ''): Promise<void> {
  await passTime(page, 20, () => notices(page).filter({ hasText: words }).first().isVisible());
}

export interface BoardOnScreen {
  /** The lanes from left to right: `2 PipVoltage 11,900 silver`, or the text of an empty one. */
  readonly podium: readonly string[];
  /** The rows from top to bottom: `4 OldIronsides 9,640 500`, or the text of an empty table. */
  readonly rows: readonly string[];
}

/** Reads the podium and the rankings table from the document. */
export function readBoard(page: Page): Promise<BoardOnScreen> {
  return page.evaluate(() => {
    const lines = (element: Element) => {
      const texts: string[] = [];
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      while (walker.nextNode() !== null)
        if (walker.currentNode.parentElement!.closest('.visually-hidden') === null)
          texts.push(walker.currentNode.textContent?.trim() ?? '');
      return texts.filter((text) => text !== '');
    };
    const lane = (item: Element) => {
      const plate = item.querySelector(':scope > [data-medal]');
      const medal = plate?.getAttribute('data-medal');
      if (plate === null || medal === 'awaiting') return lines(item.children[0]!).join(' ');
      const [holder] = item.children;
      const [name = ''] = lines(holder!.children[1]!);
      const [points = ''] = lines(holder!.children[2]!);
      const rank = Number.parseInt(plate.querySelector('[aria-hidden]')?.textContent ?? '');
      return `${rank} ${name} ${points} ${medal}`;
    };
    const row = (item: Element) =>
      [...item.children]
        .map((cell) => lines(cell).findLast((text) => /[\p{L}\p{N}]/u.test(text)) ?? '')
        .join(' ')
        .trim();
    return {
      podium: [...document.querySelectorAll('ol[aria-label="Podium"] > li')].map(lane),
      rows: [...document.querySelectorAll('table tbody tr')].map(row),
    };
  });
}
