// Constants of the specification, section 9, measured in the browser on a clock that the test moves.
import type { Locator, Page } from '@playwright/test';

import { expect, notices, open, passTime, test } from './site.ts';

/** Opens a page and then stops its time. */
async function openOnClock(page: Page, path: string): Promise<void> {
  await page.clock.install({ time: 0 });
  await open(page, path);
  await page.clock.pauseAt(60_000);
}

test.describe('tooltips', () => {
  const hint = (page: Page, i: number): Locator => page.locator('main button[aria-description]').nth(i);
  const tooltip = (page: Page): Locator => page.getByRole('tooltip');
  const away = (page: Page): Promise<void> => page.mouse.move(2, 890);

  test('open after 700 ms, or at once within 300 ms of another one, and stay open under the pointer', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await openOnClock(page, '/whiteboard');
    /** Lets enough time pass for any earlier tooltip to be forgotten. */
    const settle = async () => {
      await page.keyboard.press('Escape');
      await away(page);
      await page.clock.runFor(5000);
      await expect(tooltip(page)).toBeHidden();
    };
    await test.step('they open once the pointer has rested for 700 ms', async () => {
      await hint(page, 0).hover();
      await page.clock.runFor(699);
      await expect(tooltip(page)).toBeHidden();
      await page.clock.runFor(1);
      await expect(tooltip(page)).toBeVisible();
      await expect(tooltip(page)).toHaveText((await hint(page, 0).getAttribute('aria-description'))!);
      await settle();
    });
    await test.step('they do not open when the pointer leaves earlier', async () => {
      await hint(page, 0).hover();
      await page.clock.runFor(699);
      await away(page);
      await page.clock.runFor(5000);
      await expect(tooltip(page)).toBeHidden();
      await settle();
    });
    for (const { pause, opens } of [
      { pause: 299, opens: 'at once' },
      { pause: 300, opens: 'after 700 ms' },
    ]) {
      await test.step(`they open ${opens} when another one closed ${pause} ms ago`, async () => {
        await hint(page, 0).hover();
        await page.clock.runFor(700);
        await expect(tooltip(page)).toBeVisible();
        // Escape closes it at this very moment; leaving would add the pointer's grace period.
        await page.keyboard.press('Escape');
        await expect(tooltip(page)).toBeHidden();
        await away(page);
        await page.clock.runFor(pause);
        await hint(page, 1).hover();
        await page.clock.runFor(opens === 'at once' ? 0 : 699);
        if (opens === 'at once') await page.clock.runFor(1);
        await expect(tooltip(page)).toBeVisible({ visible: opens === 'at once' });
        await page.clock.runFor(1);
        await expect(tooltip(page)).toBeVisible();
        await expect(tooltip(page)).toHaveText((await hint(page, 1).getAttribute('aria-description'))!);
        await settle();
      });
    }
    await test.step('they open at once when the pointer goes straight from one to the next', async () => {
      await hint(page, 0).hover();
      await page.clock.runFor(700);
      await expect(tooltip(page)).toHaveText((await hint(page, 0).getAttribute('aria-description'))!);
      await hint(page, 3).hover();
      await page.clock.runFor(1);
      await expect(tooltip(page)).toHaveText((await hint(page, 3).getAttribute('aria-description'))!);
      await settle();
    });
    await test.step('they stay open while the pointer is on their text, and close when it leaves', async () => {
      await hint(page, 0).hover();
      await page.clock.runFor(700);
      await tooltip(page).hover();
      await page.clock.runFor(10_000);
      await expect(tooltip(page)).toBeVisible();
      await away(page);
      await page.clock.runFor(1000);
      await expect(tooltip(page)).toBeHidden();
      await settle();
    });
    await test.step('they open at once on keyboard focus and on a click, and close on Escape', async () => {
      await hint(page, 0).click();
      await expect(tooltip(page)).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(tooltip(page)).toBeHidden();
      await page.keyboard.press('Tab');
      await expect(hint(page, 1)).toBeFocused();
      await expect(tooltip(page)).toHaveText((await hint(page, 1).getAttribute('aria-description'))!);
      await page.keyboard.press('Tab');
      await expect(tooltip(page)).toHaveText((await hint(page, 2).getAttribute('aria-description'))!);
      await settle();
    });
  });
});

test.describe('notifications', () => {
  /** Notifications that are not being dismissed. */
  const shown = (page: Page): Locator => page.locator('[data-sonner-toast]:not([data-removed="true"])');
  const say = (page: Page, event: 'online' | 'offline'): Promise<boolean> => page.evaluate((type) => dispatchEvent(new Event(type)), event);

  /** Lets the library load on a running clock, then stops the clock with no notification left. */
  async function openWithNoticesLoaded(page: Page, path: string): Promise<void> {
    await page.clock.install({ time: 0 });
    await open(page, path);
    await say(page, 'online');
    await expect(shown(page)).toHaveCount(1);
    await page.clock.fastForward(10_000);
    await expect(notices(page)).toHaveCount(0);
    await page.clock.pauseAt(60_000);
  }

  /** Advances the clock by single milliseconds until a notification appears, then expects it to last for its duration ± 20 ms. */
  async function expectToStay(page: Page, text: string, duration: number): Promise<void> {
    await expect(async () => {
      await page.clock.runFor(1);
      expect(await shown(page).count()).toBe(1);
    }).toPass({ intervals: [10] });
    await expect(shown(page)).toContainText(text);
    await page.clock.runFor(duration - 20);
    await expect(shown(page)).toHaveCount(1);
    await page.clock.runFor(40);
    await expect(shown(page)).toHaveCount(0);
    await page.clock.runFor(1000);
    await expect(notices(page)).toHaveCount(0);
  }

  test('copying a link shows a notification for 4000 ms', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await openWithNoticesLoaded(page, '/leaderboard?period=weekly');
    await page.getByRole('button', { name: 'Copy link' }).click();
    await expectToStay(page, 'Link to this view copied', 4000);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
  });

  test('"Back online" stays for 4000 ms, and "You are offline" for 5000 ms', async ({ page }) => {
    await openWithNoticesLoaded(page, '/');
    await say(page, 'online');
    await expectToStay(page, 'Back online', 4000);
    await say(page, 'offline');
    await expectToStay(page, 'You are offline', 5000);
  });

  test('at most three are visible at once, each 356 px wide and 14 px from the next, announced, and without taking the focus', async ({
    page,
  }) => {
    const come = (count: number) => passTime(page, 1, async () => (await shown(page).count()) === count);
    /** Waits until the notifications of the previous step are gone. */
    const settle = async () => {
      await page.mouse.move(2, 2);
      await page.clock.runFor(10_000);
      await expect(notices(page)).toHaveCount(0);
    };
    await openWithNoticesLoaded(page, '/');
    await test.step('they are announced to a screen reader and do not take the focus', async () => {
      await page.getByRole('button', { name: 'Copy link' }).focus();
      await page.keyboard.press('Enter');
      await come(1);
      expect(await notices(page).evaluate((notice) => notice.closest('[aria-live]')?.getAttribute('aria-live'))).toBe('polite');
      await expect(page.getByRole('button', { name: 'Copy link' })).toBeFocused();
    });
    await test.step('at most three are visible at once', async () => {
      await settle();
      for (let count = 1; count <= 5; count += 1) {
        await say(page, 'offline');
        await come(count);
      }
      await expect(page.locator('[data-sonner-toast][data-visible="true"]')).toHaveCount(3);
      const opaque = () => shown(page).evaluateAll((all) => all.filter((one) => getComputedStyle(one).opacity !== '0').length);
      await expect.poll(opaque).toBe(3);
      await shown(page).first().hover();
      await expect.poll(opaque).toBe(3);
    });
    await test.step('each is 356 px wide, and 14 px from the next', async () => {
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await settle();
      await say(page, 'offline');
      await say(page, 'online');
      await say(page, 'offline');
      await come(3);
      // The pointer spreads them out.
      await shown(page).first().hover();
      const boxes = () =>
        shown(page).evaluateAll((all) =>
          all
            .map((one) => one.getBoundingClientRect())
            .toSorted((a, b) => a.top - b.top)
            .map(({ top, bottom, width }) => ({ top, bottom, width })),
        );
      await expect
        .poll(async () => {
          const all = await boxes();
          return all.slice(1).map(({ top }, i) => Math.round(top - all[i]!.bottom));
        })
        .toEqual([14, 14]);
      expect((await boxes()).map(({ width }) => width)).toEqual([356, 356, 356]);
    });
    await test.step('a link that may not be copied shows a notification too', async () => {
      await page.addInitScript(() => {
        Object.defineProperty(navigator, 'clipboard', {
          value: { writeText: () => Promise.reject(new DOMException('No', 'NotAllowedError')) },
        });
      });
      await page.clock.resume();
      await open(page, '/');
      await page.getByRole('button', { name: 'Copy link' }).click();
      await expect(shown(page)).toContainText('Copy it from the address bar');
    });
  });
});
