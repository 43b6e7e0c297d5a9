// The content security policy is never violated, and pages request nothing but the site's own files.
import type { Page, Request } from '@playwright/test';

import {
  NOT_FOUND_COMPLAINTS,
  NOWHERE,
  PAGES,
  ROUTES,
  expect,
  navigation,
  open,
  period,
  playerSearch,
  searchText,
  test,
  noticeComes,
  stopTime,
} from './site.ts';

/** Counts `securitypolicyviolation` from before the first script of every document. */
async function countViolations(page: Page): Promise<string[]> {
  const violations: string[] = [];
  await page.exposeBinding('reportViolation', (_source, text: string) => violations.push(text));
  await page.addInitScript(() => {
    addEventListener(
      'securitypolicyviolation',
      (event) => {
        const report: unknown = Reflect.get(globalThis, 'reportViolation');
        if (typeof report === 'function') report(`${event.effectiveDirective} ${event.blockedURI} ${event.sample}`);
      },
      { capture: true },
    );
  });
  return violations;
}

/** Uses every control of a page. */
async function useEverything(page: Page): Promise<void> {
  await period(page, 'Weekly').click();
  await playerSearch(page).fill('a');
  await expect(page).toHaveURL(/[?&]q=a/);
  for (const theme of ['Light', 'System', 'Dark']) await page.getByRole('radio', { name: theme }).check();
  for (const group of ['Mode', 'Category']) {
    for (const button of await page.getByRole('group', { name: group }).getByRole('button').all()) await button.click();
  }
  if ((await searchText(page).count()) > 0) await searchText(page).fill('nothing like this');
  const hint = page.locator('main button[aria-description]').first();
  if ((await hint.count()) > 0) {
    // Scrolling closes tooltips, so it must be over before the click.
    await hint.scrollIntoViewIfNeeded();
    await hint.click();
    await expect(page.getByRole('tooltip')).toBeVisible();
  }
  await stopTime(page);
  const share = page.getByRole('button', { name: 'Copy link' });
  if ((await share.count()) > 0) {
    await share.click();
    await noticeComes(page);
  }
  await page.evaluate(() => dispatchEvent(new Event('offline')));
  await noticeComes(page, 'You are offline');
  await page.clock.resume();
}

test('no page and no action violates the policy: every request goes to the site’s own origin, succeeds, and fetches no data', async ({
  page,
  context,
  complaints,
  baseURL,
  request,
}) => {
  complaints.allow(...NOT_FOUND_COMPLAINTS);
  await context.grantPermissions(['clipboard-write']);
  const violations = await countViolations(page);
  const requests: Request[] = [];
  page.on('request', (asked) => requests.push(asked));
  const missing: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400 && !new URL(response.url()).pathname.endsWith(NOWHERE)) missing.push(response.url());
  });
  await page.clock.install({ time: 0 });
  for (const path of ROUTES) {
    await open(page, path);
    await useEverything(page);
  }
  // Files that a page names but does not request itself.
  const links = await page
    .locator('head link[href], head meta[property="og:image"]')
    .evaluateAll((elements) => elements.map((element) => element.getAttribute('href') ?? element.getAttribute('content') ?? ''));
  // Once more, without permission to copy a link.
  await context.clearPermissions();
  await open(page, '/');
  await useEverything(page);
  await open(page, '/');
  for (const { name } of PAGES) await navigation(page).getByRole('link', { name, exact: true }).click();

  expect(violations).toEqual([]);
  expect(requests.length).toBeGreaterThan(20);
  const { origin } = new URL(baseURL!);
  expect(requests.map((asked) => asked.url()).filter((url) => new URL(url).origin !== origin)).toEqual([]);
  const files = new Set(['document', 'script', 'font', 'image', 'manifest', 'stylesheet']);
  const isIcon = (asked: Request) => new URL(asked.url()).pathname === '/icon.svg';
  const data = requests.filter((asked) => !files.has(asked.resourceType()) && !isIcon(asked));
  expect(data.map((asked) => `${asked.resourceType()} ${asked.url()}`)).toEqual([]);
  expect(requests.filter((asked) => asked.method() !== 'GET')).toEqual([]);

  const manifest = (await (await request.get('/site.webmanifest')).json()) as { icons: { src: string }[] };
  for (const url of [...links, ...manifest.icons.map((icon) => icon.src), '/robots.txt']) {
    const response = await request.get(url);
    if (!response.ok()) missing.push(url);
  }
  expect(missing).toEqual([]);
});

test('violations are counted', async ({ page, complaints }) => {
  complaints.allow(/Content Security Policy/);
  const violations = await countViolations(page);
  await open(page, '/');
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'globalThis.intruded = true';
    document.body.append(script);
    document.body.setAttribute('style', 'color: red');
    const image = new Image();
    image.src = 'https://elsewhere.example/pixel.gif';
  });
  await expect
    .poll(() => violations.map((text) => text.split(' ')[0]))
    .toEqual(expect.arrayContaining(['script-src-elem', 'style-src-attr', 'img-src']));
  expect(await page.evaluate(() => Reflect.get(globalThis, 'intruded'))).toBeUndefined();
});

test('the policy denies everything by default and allows nothing unsafe, in the header and in the document', async ({ page }) => {
  const response = await page.goto('/');
  const inDocument = await page.locator('meta[http-equiv="content-security-policy" i]').getAttribute('content');
  for (const policy of [response?.headers()['content-security-policy'], inDocument]) {
    expect(policy).toMatch(/(^|; ?)default-src 'none'(;|$)/);
    expect(policy).not.toMatch(/unsafe-|\*|data:|blob:|https?:/);
  }
});
