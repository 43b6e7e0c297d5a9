// axe on every route, theme, width and state. One page load for each state; theme and width change within it.
import type { Page } from '@playwright/test';
import axe from 'axe-core';

import { NOT_FOUND_COMPLAINTS, NOWHERE, ROUTES, expect, notices, open, playerSearch, test } from './site.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'];
/** A theme changes colours and nothing else, so the other rules need one theme only. */
const RULES_ABOUT_COLOUR = ['color-contrast', 'link-in-text-block'];
const WIDTHS = [320, 768, 1280];
const THEMES = ['dark', 'light', 'high contrast'] as const;

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
async function violations(page: Page, prepare?: () => Promise<void>): Promise<string[]> {
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

test('a violation would be found, in every theme and at every width', async ({ page }) => {
  await open(page, '/');
  await page.evaluate(() => {
    const pale = document.createElement('p');
    pale.textContent = 'Pale on the page';
    pale.style.color = 'rgb(128 128 128 / 0.3)';
    document.querySelector('main')!.append(pale);
  });
  const found = await violations(page);
  expect(found.filter((line) => line.includes('color-contrast'))).toHaveLength(WIDTHS.length * THEMES.length);
});

for (const path of ROUTES) {
  test(`${path} has no accessibility violation in any theme at any width`, async ({ page, complaints }) => {
    test.slow();
    if (path === NOWHERE) complaints.allow(...NOT_FOUND_COMPLAINTS);
    await open(page, path);
    expect(await violations(page)).toEqual([]);
  });
}

for (const { state, path } of [
  { state: 'the weekly board', path: '/?period=weekly' },
  { state: 'a board filtered to nobody', path: '/leaderboard?q=nobody&mode=all-time' },
  { state: 'a board filtered to somebody without a medal', path: '/?q=fo' },
  { state: 'a search without results', path: '/search?text=zzz&category=players' },
]) {
  test(`${state} has no accessibility violation`, async ({ page }) => {
    test.slow();
    await open(page, path);
    expect(await violations(page)).toEqual([]);
  });
}

test('a page with a notification on it has no accessibility violation', async ({ page }) => {
  test.slow();
  await open(page, '/');
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(notices(page)).toBeVisible();
  // The pointer on a notification keeps it.
  await notices(page).hover();
  expect(
    await violations(page, async () => {
      await notices(page).hover();
      await expect(notices(page)).toBeVisible();
    }),
  ).toEqual([]);
});

test('a page with a tooltip open has no accessibility violation', async ({ page }) => {
  test.slow();
  await open(page, '/whiteboard');
  const hint = page.locator('main button[aria-description]').first();
  expect(
    await violations(page, async () => {
      await hint.scrollIntoViewIfNeeded();
      await hint.click();
      await expect(page.getByRole('tooltip')).toBeVisible();
    }),
  ).toEqual([]);
});

test('a page with an open player search and a focused control has no accessibility violation', async ({ page }) => {
  test.slow();
  await open(page, '/search');
  await playerSearch(page).focus();
  expect(await violations(page)).toEqual([]);
});

test('the error page has no accessibility violation', async ({ page, complaints }) => {
  test.slow();
  complaints.allow(/broken on purpose/);
  await page.route('**/assets/earn-*.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `export const head = () => ({ title: 'Earn Points', description: 'Broken.' }); export const Component = () => { throw new Error('broken on purpose'); };`,
    }),
  );
  await open(page, '/earn');
  await expect(page.getByText('Unexpected Application Error!')).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test('forced colours leave every control a visible edge and the chosen one a different look', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await open(page, '/leaderboard');
  const looks = await page.locator('button[aria-pressed]').evaluateAll((buttons) =>
    buttons.map((button) => {
      const { borderTopWidth, borderTopStyle } = getComputedStyle(button);
      return { pressed: button.getAttribute('aria-pressed') === 'true', width: Number.parseFloat(borderTopWidth), style: borderTopStyle };
    }),
  );
  expect(looks.filter(({ width, style }) => width < 1 || style === 'none')).toEqual([]);
  const widest = Math.max(...looks.filter(({ pressed }) => !pressed).map(({ width }) => width));
  expect(looks.filter(({ pressed, width }) => pressed && width <= widest)).toEqual([]);
});
