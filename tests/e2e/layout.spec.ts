// Nothing moves while a page loads, and the podium has the layout of the design.
import type { Page } from '@playwright/test';

import { NOT_FOUND_COMPLAINTS, NOWHERE, ROUTES, expect, navigation, open, period, playerSearch, test, typefaceComes } from './site.ts';

/** Sums up layout shifts from the first frame on. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    Reflect.set(globalThis, 'shifted', 0);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (Reflect.get(entry, 'hadRecentInput') === true) continue;
        Reflect.set(globalThis, 'shifted', Number(Reflect.get(globalThis, 'shifted')) + Number(Reflect.get(entry, 'value')));
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return async () => {
    await page.evaluate(async () => {
      await document.fonts.ready;
      // Observers report after a frame.
      await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined)));
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    });
    return page.evaluate(() => Number(Reflect.get(globalThis, 'shifted')));
  };
}

test('nothing shifts while a page loads, at any width', async ({ page, complaints }) => {
  complaints.allow(...NOT_FOUND_COMPLAINTS);
  const shifted = await watchShifts(page);
  for (const width of [1920, 1280, 390, 320]) {
    await test.step(`${width} px`, async () => {
      await page.setViewportSize({ width, height: 800 });
      for (const path of [...ROUTES, '/?period=weekly', '/?q=nobody', '/leaderboard?mode=monthly&q=a', '/search?text=fal']) {
        await open(page, path);
        expect(await shifted(), path).toBe(0);
      }
    });
  }
  await test.step('a shift would be detected', async () => {
    await open(page, '/');
    await page.evaluate(() => {
      const bar = document.createElement('div');
      bar.style.height = '200px';
      document.body.prepend(bar);
    });
    await expect.poll(shifted).toBeGreaterThan(0);
  });
});

test('nothing shifts when the typeface arrives after the first paint, at any width', async ({ page }) => {
  const shifted = await watchShifts(page);
  for (const width of [1280, 320]) {
    await test.step(`${width} px`, async () => {
      await page.setViewportSize({ width, height: 800 });
      for (const path of ROUTES.filter((route) => route !== NOWHERE)) {
        // Held back until the page is painted and React listens.
        const held = Promise.withResolvers<void>();
        await page.route('**/*.woff2', async (route) => {
          await held.promise;
          await route.continue();
        });
        await open(page, path);
        held.resolve();
        await typefaceComes(page);
        // Fallback and typeface cannot break every line alike; what matters is that the score, reported in thousandths, is 0.
        expect(await shifted(), path).toBeLessThan(0.0005);
        await page.unroute('**/*.woff2');
      }
    });
  }
});

interface Lane {
  readonly place: string;
  readonly left: number;
  readonly width: number;
  readonly plateHeight: number;
  readonly bottom: number;
}

function lanes(page: Page): Promise<Lane[]> {
  return page
    .getByRole('list', { name: 'Podium' })
    .getByRole('listitem')
    .evaluateAll((items) =>
      items.map((item) => {
        const plate = item.querySelector(':scope > [data-medal]')!.getBoundingClientRect();
        const { left, width } = item.getBoundingClientRect();
        return { place: (item as HTMLElement).dataset['place'] ?? '', left, width, plateHeight: plate.height, bottom: plate.bottom };
      }),
    );
}

test('the podium is 2nd, 1st, 3rd on one baseline, at the heights of the design, at every width and under any filter', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const { width, heights, least, most } of [
    { width: 1280, heights: [58, 76, 46], least: 290, most: 320 },
    { width: 768, heights: [58, 76, 46], least: 200, most: 262 },
    { width: 320, heights: [40, 52, 32], least: 94, most: 110 },
  ]) {
    for (const query of ['', '?q=nobody', '?q=nova']) {
      await test.step(`/${query} at ${width} px`, async () => {
        await page.setViewportSize({ width, height: 900 });
        await open(page, `/${query}`);
        const seen = await lanes(page);
        expect(seen.map(({ place }) => place)).toEqual(['2', '1', '3']);
        expect(seen.map(({ left }) => left)).toEqual(seen.map(({ left }) => left).toSorted((a, b) => a - b));
        expect(seen.map(({ plateHeight }) => Math.round(plateHeight))).toEqual(heights);
        expect(new Set(seen.map(({ bottom }) => Math.round(bottom))).size).toBe(1);
        for (const lane of seen) {
          expect(lane.width).toBeGreaterThanOrEqual(least);
          expect(lane.width).toBeLessThanOrEqual(most);
          expect(Math.abs(lane.width - seen[0]!.width)).toBeLessThan(0.5);
        }
      });
    }
  }
});

test('the podium stays in place when a filter empties lanes, and the header when the period or the page is switched', async ({ page }) => {
  await test.step('switching the period or the page keeps the header in place', async () => {
    await open(page, '/');
    const header = () => page.getByRole('banner').boundingBox();
    const before = await header();
    await period(page, 'Weekly').click();
    await expect(page).toHaveURL('/?period=weekly');
    expect(await header()).toEqual(before);
    await navigation(page).getByRole('link', { name: 'Whiteboard' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Analytics Dashboard');
    expect(await header()).toEqual(before);
  });
  await test.step('the podium stays in place when a filter empties lanes', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await open(page, '/');
    const before = await lanes(page);
    await playerSearch(page).fill('nobody at all');
    await expect(page.getByText('Awaiting Champion')).toHaveCount(3);
    expect(await lanes(page)).toEqual(before);
  });
});
