// Hostile text in boxes, query and path stays text: no script runs, no element appears, and the page keeps working.
import type { Page } from '@playwright/test';

import { NOT_FOUND_COMPLAINTS, expect, navigation, open, playerSearch, searchText, test } from './site.ts';

/** Each would set `intruded` or open a dialog if it were ever treated as more than text. */
const PAYLOADS = [
  '<script>intruded=1</script>',
  '"><script>intruded=1</script>',
  "'><script>intruded=1</script>",
  '</script><script>intruded=1</script>',
  '</title><script>intruded=1</script>',
  '</style><script>intruded=1</script>',
  '</textarea><script>intruded=1</script>',
  '--><script>intruded=1</script>',
  ']]><script>intruded=1</script>',
  '<ScRiPt>intruded=1</sCrIpT>',
  '<script/src=data:,intruded=1></script>',
  '<script src=//elsewhere.example/x.js></script>',
  '<img src=x onerror=intruded=1>',
  '"><img src=x onerror=intruded=1>',
  '<img/src/onerror=intruded=1>',
  '<svg onload=intruded=1>',
  '<svg><script>intruded=1</script></svg>',
  '<svg><animate onbegin=intruded=1 attributeName=x dur=1s>',
  '<svg><a xlink:href="javascript:intruded=1"><text y=9>x</text></a>',
  '<math><mtext><img src=x onerror=intruded=1></mtext></math>',
  '<body onload=intruded=1>',
  '<iframe src="javascript:parent.intruded=1"></iframe>',
  '<iframe srcdoc="<script>parent.intruded=1</script>"></iframe>',
  '<object data="javascript:intruded=1"></object>',
  '<embed src="javascript:intruded=1">',
  '<a href="javascript:intruded=1">x</a>',
  '<form action="javascript:intruded=1"><button>x</button></form>',
  '<input autofocus onfocus=intruded=1>',
  '" autofocus onfocus=intruded=1 x="',
  "' onmouseover=intruded=1 x='",
  '" style="animation:x" onanimationstart=intruded=1 x="',
  '<details open ontoggle=intruded=1>',
  '<video><source onerror=intruded=1></video>',
  '<audio src=x onerror=intruded=1>',
  '<marquee onstart=intruded=1>',
  '<meta http-equiv=refresh content="0;url=javascript:intruded=1">',
  '<link rel=stylesheet href=//elsewhere.example/x.css>',
  '<base href=//elsewhere.example/>',
  '<style>@import"//elsewhere.example/x.css";</style>',
  '<template><script>intruded=1</script></template>',
  '<noscript><p title="</noscript><img src=x onerror=intruded=1>">',
  '<div popover id=x onbeforetoggle=intruded=1>',
  'javascript:intruded=1',
  'javascript://%0aintruded=1',
  'data:text/html,<script>intruded=1</script>',
  'vbscript:intruded=1',
  '{{constructor.constructor("intruded=1")()}}',
  '${intruded=1}',
  '#{intruded=1}',
  '<%= intruded=1 %>',
  '{"__proto__":{"intruded":1}}',
  '__proto__[intruded]=1',
  'constructor.prototype.intruded=1',
  "';intruded=1;//",
  '";intruded=1;//',
  '\\";intruded=1;//',
  '`;intruded=1;//',
  "alert(1)//'/*`/*--></title></style></script><svg/onload=alert(1)>",
  '\u2028intruded=1',
  '\u202egpj.exe',
  '%3Cscript%3Eintruded=1%3C/script%3E',
  '&lt;script&gt;intruded=1&lt;/script&gt;',
  '&#60;script&#62;intruded=1&#60;/script&#62;',
  '\uff1cscript\uff1eintruded=1\uff1c/script\uff1e',
  "' OR '1'='1",
  '../../../../etc/passwd',
];

/** The number of elements that could do harm. It must not depend on visitor input. */
function dangerous(page: Page): Promise<number> {
  return page.evaluate(
    () => document.querySelectorAll('script, iframe, object, embed, img, base, form, meta, a[href*="script:" i], svg a').length,
  );
}

function intruded(page: Page): Promise<unknown> {
  return page.evaluate(() => [Reflect.get(globalThis, 'intruded'), Reflect.get({}, 'intruded')]);
}

test('there are at least fifty payloads, all different', () => {
  expect(new Set(PAYLOADS).size).toBeGreaterThanOrEqual(50);
  expect(new Set(PAYLOADS).size).toBe(PAYLOADS.length);
});

test('a payload that runs would be detected', async ({ page }) => {
  await open(page, '/');
  const before = await dangerous(page);
  await page.evaluate(() => {
    Reflect.set(globalThis, 'intruded', 1);
    document.body.append(document.createElement('iframe'));
  });
  expect(await intruded(page)).toEqual([1, undefined]);
  expect(await dangerous(page)).toBe(before + 1);
});

test('payloads typed into a box stay text', async ({ page }) => {
  for (const { path, box } of [
    { path: '/', box: playerSearch },
    { path: '/leaderboard', box: playerSearch },
    { path: '/search', box: searchText },
  ]) {
    await test.step(path, async () => {
      await open(page, path);
      const before = await dangerous(page);
      for (const payload of PAYLOADS) {
        await box(page).fill(payload);
        await expect(box(page)).toHaveValue(payload.slice(0, 100));
      }
      await box(page).press('Enter');
      expect(await dangerous(page)).toBe(before);
      expect(await intruded(page)).toEqual([undefined, undefined]);
    });
  }
});

test('payloads in every query parameter stay text', async ({ page }) => {
  await open(page, '/search');
  const before = await dangerous(page);
  for (const payload of PAYLOADS) {
    const value = encodeURIComponent(payload);
    const keys = ['period', 'q', 'page', 'mode', 'text', 'category', value];
    await open(page, `/search?${keys.map((key) => `${key}=${value}`).join('&')}#${value}`);
    for (const box of [playerSearch, searchText]) await expect(box(page), payload).toHaveValue(payload.slice(0, 100));
    expect(await dangerous(page), payload).toBe(before);
    expect(await intruded(page), payload).toEqual([undefined, undefined]);
  }
  await navigation(page).getByRole('link', { name: 'Leaderboard' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Leaderboards');
});

test('payloads in the path show the not-found page and stay text', async ({ page, complaints }) => {
  complaints.allow(...NOT_FOUND_COMPLAINTS);
  await open(page, '/nowhere');
  const before = await dangerous(page);
  // Two per address: loading a page takes longer than checking it.
  for (let i = 0; i < PAYLOADS.length; i += 2) {
    const payload = PAYLOADS.slice(i, i + 2).join(' and ');
    const [one = '', other = ''] = PAYLOADS.slice(i, i + 2).map(encodeURIComponent);
    await open(page, `/x${one}/x${other}?q=${one}`);
    await expect(page.getByText('Oops! Page not found'), payload).toBeVisible();
    expect(await dangerous(page), payload).toBe(before);
    expect(await intruded(page), payload).toEqual([undefined, undefined]);
  }
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page.getByRole('list', { name: 'Podium' })).toBeVisible();
});
