// Whether a page fits: its targets for mouse and finger, its text in the window and its boxes.
import { expect, type Page, test } from '@playwright/test';

/** Controls whose target is smaller than `least` px in either direction, one line each. A radio button's target is its label. */
export function smallTargets(page: Page, least: number): Promise<string[]> {
  return page.evaluate((least) => {
    const controls = [...document.querySelectorAll<HTMLElement>('a[href], button, input:not([type="hidden"])')];
    return controls
      .filter((control) => control.checkVisibility({ visibilityProperty: true }) && control.getAttribute('href') !== '#main')
      .map((control) => ({ control, box: (control.closest('label') ?? control).getBoundingClientRect() }))
      .filter(({ box }) => box.width < least - 0.01 || box.height < least - 0.01)
      .map(
        ({ control, box }) =>
          `${control.textContent || control.getAttribute('aria-label')}: ${box.width.toFixed(1)} × ${box.height.toFixed(1)}`,
      );
  }, least);
}

/** Text beyond the left or right edge of the window, and the page if it is wider. A navigation that scrolls on its own is skipped. */
export function sideways(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.documentElement;
    const wide = root.scrollWidth > root.clientWidth ? [`the page is ${root.scrollWidth} px wide`] : [];
    const texts: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode() !== null) {
      const node = walker.currentNode;
      const parent = node.parentElement!;
      if (node.textContent?.trim() === '' || !parent.checkVisibility({ visibilityProperty: true }) || parent.closest('.visually-hidden'))
        continue;
      if (parent.closest('nav ul') !== null && getComputedStyle(parent.closest('nav ul')!).overflowX === 'auto') continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      // Text behind an ellipsis ends at its line's box, not beyond the window.
      let line: HTMLElement | null = parent;
      while (line !== null && getComputedStyle(line).textOverflow !== 'ellipsis') line = line.parentElement;
      const seen = line?.getBoundingClientRect() ?? { left: -Infinity, right: Infinity };
      for (const box of range.getClientRects()) {
        const [left, right] = [Math.max(box.left, seen.left), Math.min(box.right, seen.right)];
        if (left < -0.5 || right > root.clientWidth + 0.5) texts.push(`${node.textContent}: ${left} to ${right}`);
      }
    }
    return [...wide, ...texts];
  });
}

/** Text that is cut off by a box around it, by hidden overflow or a clip path. Decoration does not count. */
export function cutText(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode() !== null) {
      const node = walker.currentNode;
      const parent = node.parentElement!;
      if (node.textContent?.trim() === '' || !parent.checkVisibility({ visibilityProperty: true })) continue;
      if (parent.closest('[aria-hidden="true"], .visually-hidden, script, svg, th, [role="tooltip"]') !== null) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) {
        for (let around: HTMLElement | null = parent; around !== null && around !== document.body; around = around.parentElement) {
          const { overflowX, overflowY, clipPath, display } = getComputedStyle(around);
          if (display === 'inline' || (overflowX === 'visible' && overflowY === 'visible' && clipPath === 'none')) continue;
          const edge = around.getBoundingClientRect();
          if (box.left < edge.left - 1 || box.right > edge.right + 1 || box.top < edge.top - 1 || box.bottom > edge.bottom + 1) {
            found.push(
              `${node.textContent} (${Math.round(box.width)} × ${Math.round(box.height)} in ${Math.round(edge.width)} × ${Math.round(edge.height)})`,
            );
          }
        }
      }
    }
    return found;
  });
}

/** How many rows of the rankings are whole in the window, with nothing on top of them. */
export function wholeRows(page: Page): Promise<number> {
  return page.evaluate(() => {
    const rows = [...document.querySelectorAll('tbody tr')].map((row) => row.getBoundingClientRect());
    const isSeen = ({ left, top, bottom }: DOMRect) =>
      [top + 1, bottom - 1].every((y) => document.elementFromPoint(left + 1, y)?.closest('tbody') !== null);
    return rows.filter((box) => box.top >= 0 && box.bottom <= innerHeight && isSeen(box)).length;
  });
}

/** A window, and the minimum number of whole rows on the home page and on the leaderboards page. */
export interface RowsOnLoad {
  readonly width: number;
  readonly height: number;
  readonly home: number;
  readonly leaderboard: number;
}

/** Opens both pages with `open` in each window, and expects at least that many whole rows and nothing beyond the edges. */
export async function expectWholeRows(page: Page, windows: readonly RowsOnLoad[], open: (path: string) => Promise<void>): Promise<void> {
  for (const { width, height, home, leaderboard } of windows)
    await test.step(`at ${width} × ${height}`, async () => {
      await page.setViewportSize({ width, height });
      for (const [path, least] of [
        ['/', home],
        ['/leaderboard', leaderboard],
      ] as const) {
        await open(path);
        expect(await wholeRows(page), path).toBeGreaterThanOrEqual(least);
        expect(await sideways(page), path).toEqual([]);
      }
    });
}
