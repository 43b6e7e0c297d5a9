// axe on every route, in every theme, width and state. Each state is loaded once; theme and width change on the loaded page.
import { asBefore, THEMES, violations, WIDTHS } from './axe-violations.ts';
import { NOT_FOUND_COMPLAINTS, NOWHERE, ROUTES, expect, notices, open, playerSearch, test, noticeComes, stopTime } from './site.ts';

test('violations are found: a colour in every theme, even at one width only, and a missing name at every width', async ({ page }) => {
  await open(page, '/');
  await page.evaluate(() => {
    const style = new CSSStyleSheet();
    style.replaceSync(`
      .pale, .grows-pale { color: rgb(128 128 128 / 0.3) }
      .late { display: none }
      @media (width < 700px) or (width > 1000px) { .grows-pale { color: inherit } }
      @media (width < 700px) { .floor { background: none !important } }
      @media (width > 1000px) { .late { display: block } }
    `);
    document.adoptedStyleSheets.push(style);
    const main = document.querySelector('main')!;
    for (const [id, classes] of Object.entries({ always: 'pale', between: 'grows-pale', wide: 'pale late' })) {
      const text = document.createElement('p');
      text.id = id;
      text.className = classes;
      text.textContent = `Pale: ${id}`;
      main.append(text);
    }
    // The same text on another background.
    const floor = document.createElement('div');
    floor.className = 'floor';
    floor.style.background = 'color-mix(in srgb, currentcolor 85%, gray)';
    floor.append(Object.assign(document.createElement('p'), { id: 'floor', textContent: 'Almost as its background' }));
    main.append(floor, Object.assign(document.createElement('button'), { id: 'nameless', type: 'button' }));
  });
  const found = await violations(page);
  const where = (id: string) => found.filter((line) => line.includes(`#${id}`)).map((line) => line.split(':', 2).join(':'));
  const inEveryTheme = (width: number) => THEMES.map((theme) => `${theme}, ${width} px: color-contrast`);
  expect(where('always')).toEqual(inEveryTheme(320));
  expect(where('between')).toEqual(inEveryTheme(768));
  expect(where('floor')).toEqual(inEveryTheme(768));
  expect(where('wide')).toEqual(inEveryTheme(1280));
  expect(where('nameless')).toEqual(expect.arrayContaining(WIDTHS.map((width) => `dark, ${width} px: button-name`)));
});

test('no page in any state has an accessibility violation in any theme at any width', async ({ page, complaints }) => {
  // Takes minutes, so a slow machine may exceed the timeout for tests that hang.
  test.slow();
  for (const path of [
    '/?period=weekly',
    // Filtered to nobody, and to a player without a medal.
    '/leaderboard?q=nobody&mode=all-time',
    '/?q=fo',
    // A search without results.
    '/search?text=zzz&category=players',
    ...ROUTES,
  ]) {
    await test.step(path, async () => {
      if (path === NOWHERE) {
        expect(complaints.unexpected()).toEqual([]);
        complaints.allow(...NOT_FOUND_COMPLAINTS);
      }
      await asBefore(page);
      await open(page, path);
      expect(await violations(page), path).toEqual([]);
    });
  }
  await test.step('with the player search open and focused', async () => {
    await asBefore(page);
    await open(page, '/search');
    await playerSearch(page).focus();
    expect(await violations(page)).toEqual([]);
  });
});

test('a page with a notification has no accessibility violation', async ({ page }) => {
  await page.clock.install({ time: 0 });
  await open(page, '/');
  await stopTime(page);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await noticeComes(page);
  // A notification stays while the pointer is on it.
  await notices(page).hover();
  await page.clock.resume();
  expect(
    await violations(page, async () => {
      await notices(page).hover();
      await expect(notices(page)).toBeVisible();
    }),
  ).toEqual([]);
});

test('a page with a tooltip open has no accessibility violation', async ({ page }) => {
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

test('the error page has no accessibility violation', async ({ page, complaints }) => {
  complaints.allow(/broken on purpose/);
  await page.route('**/assets/earn-*.js*', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `export const head = () => ({ title: 'Earn Points', description: 'Broken.' }); export const Component = () => { throw new Error('broken on purpose'); };`,
    }),
  );
  await open(page, '/earn');
  await expect(page.getByText('Unexpected Application Error!')).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test('in forced colours every control has a visible edge, and the chosen one looks different', async ({ page }) => {
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
