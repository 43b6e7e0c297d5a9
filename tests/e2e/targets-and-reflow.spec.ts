// Targets are large enough, for a mouse and for a finger; nothing scrolls sideways at 320 px, and text may be
// spaced out (WCAG 1.4.12) without losing any of it.
import { cutText, sideways, smallTargets } from './fit.ts';
import { NOT_FOUND_COMPLAINTS, ROUTES, expect, notices, open, test, noticeComes, stopTime } from './site.ts';

const STATES = [
  ...ROUTES,
  '/?period=weekly',
  '/leaderboard?mode=all-time&period=weekly',
  '/?q=nobody+at+all',
  '/?q=fo',
  '/search?text=nothing+like+this',
  `/search?text=${'W'.repeat(100)}&q=${'W'.repeat(100)}`,
];

test.beforeEach(({ complaints }) => complaints.allow(...NOT_FOUND_COMPLAINTS));

test('every route in every state fits: target sizes, a narrow phone, text at twice its size, and spaced-out text', async ({ page }) => {
  for (const path of STATES) {
    await test.step(path.slice(0, 40), async () => {
      await open(page, path);
      // With a mouse every target is at least 24 px.
      for (const width of [1280, 768, 320]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await smallTargets(page, 24), `${path} at ${width} px`).toEqual([]);
      }
      await page.setViewportSize({ width: 320, height: 640 });
      expect(await sideways(page), `${path} at 320 px`).toEqual([]);
      // A browser zoomed to 200 % has half the width: 640 px of a 1280 px window.
      await page.setViewportSize({ width: 640, height: 400 });
      expect(await cutText(page), `${path} at twice its size`).toEqual([]);
      expect(await sideways(page), `${path} at twice its size`).toEqual([]);
      // A constructed style sheet, because the policy allows no style element.
      await page.evaluate(() => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(
          '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
        );
        document.adoptedStyleSheets.push(sheet);
      });
      for (const width of [320, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await cutText(page), `${path} spaced out at ${width} px`).toEqual([]);
        expect(await sideways(page), `${path} spaced out at ${width} px`).toEqual([]);
      }
    });
  }
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 320, height: 640 } });

  test('every target is at least 44 px', async ({ page }) => {
    for (const path of STATES) {
      await open(page, path);
      expect(await smallTargets(page, 44), path).toEqual([]);
    }
  });

  test('a tap opens a tooltip, and a tap elsewhere closes it', async ({ page }) => {
    await open(page, '/whiteboard');
    const hint = page.locator('main button[aria-description]').first();
    await hint.scrollIntoViewIfNeeded();
    await hint.tap();
    await expect(page.getByRole('tooltip')).toBeVisible();
    await page.getByRole('heading', { level: 1 }).tap();
    await expect(page.getByRole('tooltip')).toBeHidden();
  });
});

test('at 320 px a notification and a tooltip fit', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.clock.install({ time: 0 });
  await open(page, '/');
  await stopTime(page);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await noticeComes(page);
  await expect(notices(page)).toBeInViewport({ ratio: 1 });
  expect(await sideways(page)).toEqual([]);
  await page.clock.resume();
  for (const hint of await page.locator('main button[aria-description]').all()) {
    await hint.scrollIntoViewIfNeeded();
    await hint.click();
    await expect(page.getByRole('tooltip')).toBeInViewport({ ratio: 1 });
    expect(await sideways(page)).toEqual([]);
  }
});
