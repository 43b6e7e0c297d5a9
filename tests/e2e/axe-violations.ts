// axe's findings on a page, in every theme and at every width.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';

// The minified build is half the size of the package's main file; every page loads it again.
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'];
/** A theme changes nothing but colours, so all other rules, which are most of the work, run in one theme only. */
const RULES_ABOUT_COLOUR = ['color-contrast', 'link-in-text-block'];
const ALL: axe.RunOptions = { runOnly: { type: 'tag', values: TAGS } };
const STRUCTURE: axe.RunOptions = {
  ...ALL,
  rules: Object.fromEntries(RULES_ABOUT_COLOUR.map((rule) => [rule, { enabled: false }])),
};
const COLOURS: axe.RunOptions = { runOnly: { type: 'rule', values: RULES_ABOUT_COLOUR } };
export const WIDTHS = [320, 768, 1280];
export const THEMES = ['dark', 'light', 'high contrast'] as const;
type Theme = (typeof THEMES)[number];

interface Findings {
  readonly passes: number;
  readonly violations: readonly string[];
}

/** Runs axe, which `page.evaluate` has injected (a page's CSP does not apply to it), on the marked elements or the whole page. */
function inspect(page: Page, options: axe.RunOptions, marked?: string): Promise<Findings> {
  return page.evaluate(
    async ({ options, marked }) => {
      const { run } = Reflect.get(globalThis, 'axe') as {
        run: (context: Document | Element[], options: axe.RunOptions) => Promise<axe.AxeResults>;
      };
      const context = marked === undefined ? document : (Reflect.get(globalThis, marked) as Element[]);
      const { passes, violations } = await run(context, { ...options, resultTypes: ['violations'] });
      return {
        passes: passes.length,
        violations: violations.flatMap(({ id, help, nodes }) =>
          nodes.map(({ target, any }) => `${id}: ${target.join(' ')}: ${any[0]?.message ?? help}`),
        ),
      };
    },
    { options, marked },
  );
}

/**
 * Shows a theme, and marks the elements with text whose look is new in this theme: those not shown at an earlier width, and those whose
 * colours, background or size class differ. Returns their number. An element that looks as before has the same contrast.
 */
function markNewLooks(page: Page, theme: Theme): Promise<number> {
  return page.evaluate((theme) => {
    document.documentElement.dataset['theme'] = theme === 'light' ? 'light' : 'dark';
    const isOpaque = (colour: string) => !/^rgba|\/|^transparent/.test(colour);
    /** Everything that tints or hides an element together with its content. */
    const tints = memoized((element) => {
      const { opacity, filter, mixBlendMode, clipPath } = getComputedStyle(element);
      return [opacity, filter, mixBlendMode, clipPath].join() + (element.parentElement === null ? '' : tints(element.parentElement));
    });
    /** The backgrounds behind an element, down to the first opaque one. Elements that paint nothing are skipped. */
    const floors = memoized((element) => {
      const { backgroundColor, backgroundImage } = getComputedStyle(element);
      const below = element.parentElement === null || isOpaque(backgroundColor) ? '' : floors(element.parentElement);
      if (backgroundColor === 'rgba(0, 0, 0, 0)' && backgroundImage === 'none') return below;
      return [backgroundColor, backgroundImage, below].join();
    });
    function memoized(look: (element: Element) => string): (element: Element) => string {
      const known = new Map<Element, string>();
      return (element) => known.get(element) ?? known.set(element, look(element)).get(element)!;
    }
    const own = (element: Element) => {
      const { color, fontSize, fontWeight, textShadow, textDecorationLine, borderBottom, position } = getComputedStyle(element);
      const { left, right, width, height } = element.getBoundingClientRect();
      const sizePx = Number.parseFloat(fontSize);
      // WCAG's threshold is lower for text of 18 pt, or of 14 pt in bold.
      const isLarge = sizePx >= 24 || (sizePx >= 18.5 && Number(fontWeight) >= 700);
      const isSeen = width > 1 && height > 1 && right > 0 && left < document.documentElement.clientWidth;
      return [color, isLarge, isSeen, fontWeight, textShadow, textDecorationLine, borderBottom, position].join();
    };
    const hasText = (element: Element) =>
      element.matches('input, select, textarea') ||
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent!.trim() !== '');
    const seen = ((globalThis as { seenLooks?: Record<string, WeakMap<Element, Set<string>>> }).seenLooks ??= {});
    const looks = (seen[theme] ??= new WeakMap());
    const fresh = [...document.body.querySelectorAll('*')].filter((element) => {
      if (!hasText(element) || !element.checkVisibility({ visibilityProperty: true })) return false;
      const look = own(element) + tints(element) + floors(element);
      const before = looks.get(element) ?? new Set();
      looks.set(element, new Set([...before, look]));
      return !before.has(look);
    });
    Reflect.set(globalThis, 'freshLooks', fresh);
    return fresh.length;
  }, theme);
}

/** Resets a page's window and media before it is checked again: `violations` leaves the window wide and contrast high. */
export async function asBefore(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.emulateMedia({ contrast: null, reducedMotion: null });
}

/** Everything axe finds in every theme and at every width, one line per finding; a colour is reported at the first width that shows it. */
export async function violations(page: Page, prepare?: () => Promise<void>): Promise<string[]> {
  const found: string[] = [];
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  let contrast: 'more' | 'no-preference' | undefined;
  for (const [i, width] of WIDTHS.entries()) {
    await page.setViewportSize({ width, height: 800 });
    const isFirst = i === 0;
    const lines = new Map<Theme, string[]>();
    // Each width starts with the theme that the previous one ended with: changing it takes longer than the check.
    for (const theme of i % 2 === 0 ? THEMES : THEMES.toReversed()) {
      const wanted = theme === 'high contrast' ? 'more' : 'no-preference';
      if (contrast !== wanted) {
        await page.emulateMedia({ contrast: (contrast = wanted), reducedMotion: 'reduce' });
        // Scripts are notified in the next frame; the console's preview of both themes follows.
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
      }
      if (prepare !== undefined) {
        await page.evaluate((value) => (document.documentElement.dataset['theme'] = value), theme === 'light' ? 'light' : 'dark');
        await prepare();
      }
      const fresh = await markNewLooks(page, theme);
      const findings: Findings[] = [];
      if (theme === 'dark') findings.push(await inspect(page, isFirst ? ALL : STRUCTURE));
      else if (isFirst) findings.push(await inspect(page, COLOURS));
      for (const { passes } of findings) expect(passes, 'axe looked at something').toBeGreaterThan(0);
      if (!isFirst && fresh > 0) findings.push(await inspect(page, COLOURS, 'freshLooks'));
      lines.set(
        theme,
        findings.flatMap((each) => each.violations.map((violation) => `${theme}, ${width} px: ${violation}`)),
      );
    }
    found.push(...THEMES.flatMap((theme) => lines.get(theme)!));
  }
  return found;
}
