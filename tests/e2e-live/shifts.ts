import type { Page } from '@playwright/test';

/** Layout shifts on the pages of a tab from now on, as the browser counts them. Call it before the first page is opened. */
export async function shiftsFrom(page: Page): Promise<() => Promise<string[]>> {
  // The typeface never arrives: its swap is tested elsewhere.
  await page.route('**/*.woff2', () => {});
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

/** Waits until pending changes are painted and observers have been called. */
export function twoFrames(page: Page): Promise<unknown> {
  return page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}
