// Nothing on a page moves by itself while it loads: what comes later has its place.
import type { Page } from '@playwright/test';

import { WIDTHS } from '../e2e/axe-violations.ts';
import { expect, field, noon, open, row, status, test } from './live-site.ts';

/** Sums up what moved without anybody having done anything, from before the first paint. */
async function shiftsFrom(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const shifts: string[] = [];
    Reflect.set(globalThis, 'shifts', shifts);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
      })[])
        shifts.push(
          `${entry.value.toFixed(5)}: ${entry.sources.map(({ node, previousRect: from, currentRect: to }) => `${node?.textContent?.slice(0, 40)} from ${from.x}, ${from.y} to ${to.x}, ${to.y}`).join(' | ')}`,
        );
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => Reflect.get(globalThis, 'shifts') as string[]);
}

/** Waits until what happened is painted, and whoever observes it was told. */
function twoFrames(page: Page): Promise<unknown> {
  return page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

for (const width of WIDTHS) {
  test(`at ${width} px nothing moves while a page with a board loads`, async ({ page, game }) => {
    await game.filled([...field(9), ...field(5).map((event) => Object.assign(event, { at: noon(-1) }))]);
    await page.setViewportSize({ width, height: 800 });
    // The typeface never comes: its swap is another matter.
    await page.route('**/*.woff2', () => {});
    const shifts = await shiftsFrom(page);
    for (const path of ['/', '/?period=weekly', '/leaderboard?mode=monthly']) {
      await page.goto('about:blank');
      await open(page, path);
      await expect(status(page)).toHaveText('Live');
      await expect(page.getByText(/^Resets /).filter({ visible: true })).toBeVisible();
      await twoFrames(page);
      expect(await shifts(), path).toEqual([]);
    }
    // A shift would be seen: the same page does move when something is put in its way.
    await page.evaluate(() => {
      const block = document.createElement('p');
      block.textContent = 'In the way';
      document.querySelector('main')!.prepend(block);
    });
    await expect.poll(async () => (await shifts()).length).toBeGreaterThan(0);
  });
}

test('where the visitor stands comes into room that was kept for it', async ({ page, game }) => {
  await game.filled(field(9).map((event) => Object.assign(event, { at: noon(-1) })));
  await game.scored(field(9));
  await page.addInitScript(() => localStorage.setItem('laurels:me', JSON.stringify({ username: 'player 007', name: 'Seven' })));
  await page.route('**/*.woff2', () => {});
  const shifts = await shiftsFrom(page);
  await open(page, '/');
  await expect(page.getByRole('region', { name: 'You: Seven' })).toContainText('points to 6th');
  await twoFrames(page);
  expect(await shifts()).toEqual([]);
});

// In the header and in the podium what comes later would push aside what is there.
for (const cutBehind of ['>Daily</button>', 'data-place="1">']) {
  test(`nothing moves while a page comes in two parts, cut behind ${cutBehind}`, async ({ page, game, relay }) => {
    await game.scored(field(9));
    relay.cutBehind = cutBehind;
    await page.route('**/*.woff2', () => {});
    const shifts = await shiftsFrom(page);
    await page.goto(relay.url, { waitUntil: 'commit' });
    await page.locator('header').waitFor({ state: 'attached' });
    // Long enough to paint what has come, if a browser did that before the rest comes.
    await page.waitForTimeout(1_000);
    relay.rest.resolve();
    await expect(status(page)).toHaveText('Live');
    await twoFrames(page);
    expect(await shifts()).toEqual([]);
  });
}

test('what is said beside the period changes nobody’s place', async ({ page, game }) => {
  await page.setViewportSize({ width: 320, height: 800 });
  await game.scored(field(9));
  await open(page, '/');
  await expect(status(page)).toHaveText('Live');
  const place = () => row(page, 'player 009').evaluate((element) => element.getBoundingClientRect().top + scrollY);
  const before = await place();
  await row(page, 'player 006').hover();
  await game.score('player 006', 5);
  await expect(status(page)).toHaveText('Paused while you use the table');
  expect(await place()).toBe(before);
});
