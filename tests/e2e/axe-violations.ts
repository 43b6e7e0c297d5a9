// What axe finds on a page, in every theme and at every width.
import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'];
/** A theme changes colours and nothing else, so the other rules need one theme only. */
const RULES_ABOUT_COLOUR = ['color-contrast', 'link-in-text-block'];
export const WIDTHS = [320, 768, 1280];
export const THEMES = ['dark', 'light', 'high contrast'] as const;

interface Findings {
  readonly passes: number;
  readonly violations: readonly string[];
}

/** Runs axe, which `page.evaluate` has put into the page; the policy of the page does not hold for the test. */
function inspect(page: Page, runOnly: axe.RunOnly): Promise<Findings> {
  return page.evaluate(async (runOnly) => {
    const { run } = Reflect.get(globalThis, 'axe') as { run: (context: Document, options: axe.RunOptions) => Promise<axe.AxeResults> };
    const { passes, violations } = await run(document, { runOnly, resultTypes: ['violations'] });
    return {
      passes: passes.length,
      violations: violations.flatMap(({ id, help, nodes }) =>
        nodes.map(({ target, any }) => `${id}: ${target.join(' ')}: ${any[0]?.message ?? help}`),
      ),
    };
  }, runOnly);
}

/** Everything axe finds in every theme and at every width, one line for each finding. */
export async function violations(page: Page, prepare?: () => Promise<void>): Promise<string[]> {
  const found: string[] = [];
  await page.evaluate(axe.source);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    for (const theme of THEMES) {
      await page.emulateMedia({ contrast: theme === 'high contrast' ? 'more' : 'no-preference', reducedMotion: 'reduce' });
      await page.evaluate((value) => (document.documentElement.dataset['theme'] = value), theme === 'light' ? 'light' : 'dark');
      await prepare?.();
      const findings = await inspect(
        page,
        theme === 'dark' ? { type: 'tag', values: RULES } : { type: 'rule', values: RULES_ABOUT_COLOUR },
      );
      expect(findings.passes, 'axe looked at something').toBeGreaterThan(0);
      found.push(...findings.violations.map((violation) => `${theme}, ${width} px: ${violation}`));
    }
  }
  return found;
}
