// A board in a frame of another site.
import { asBefore, violations } from '../e2e/axe-violations.ts';
import { GamePage } from './game-page.ts';
import { expect, field, open, test } from './live-site.ts';

test('a site listed in a public key can frame a board at its full height, with live updates; no other site can', async ({
  page,
  game,
  complaints,
}) => {
  complaints.allow(/Refused to frame|frame-ancestors|Framing '/);
  await game.scored(field(5));
  const site = await GamePage.at();
  await game.call('addKey', { body: { name: 'web', role: 'play', bounds: { origins: [site.origin] } } });
  const script = site.html;
  site.html = `${script}<iframe title="Leaderboard" src="${game.url}/embed/main?theme=light&amp;rows=4"></iframe>
    <script type="module">fitFrame(document.querySelector('iframe'));</script>`;
  await page.goto(site.origin);
  const frame = page.frameLocator('iframe');
  await expect(frame.getByRole('list', { name: 'Rankings' }).getByRole('listitem')).toHaveCount(2);
  const heights = async () => {
    const inner = await frame.locator('main').evaluate((main) => Math.ceil(main.getBoundingClientRect().height));
    return [await page.locator('iframe').evaluate((each) => (each as HTMLIFrameElement).style.height), `${inner}px`];
  };
  await expect(async () => {
    const [outer, inner] = await heights();
    expect(outer).toBe(inner);
  }).toPass();
  const [before] = await heights();
  await game.score('ann', 100);
  await expect(frame.locator('[data-place="1"]')).toContainText('ann');
  await expect(frame.getByRole('list', { name: 'Rankings' }).getByRole('listitem')).toHaveCount(3);
  await expect.poll(async () => Number.parseInt((await heights())[0]!, 10)).toBeGreaterThan(Number.parseInt(before!, 10));

  const link = frame.getByRole('link');
  await expect(link).toHaveCount(1);
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(frame.locator('button, input, form, [tabindex]')).toHaveCount(0);
  expect(await page.context().cookies()).toEqual([]);

  // No site can frame the rest of the site, and no other site the board.
  site.html = `${script}<iframe title="Site" src="${game.url}/"></iframe>`;
  await page.goto(site.origin);
  await expect.poll(() => page.frames().some((each) => each.url().startsWith('chrome-error:'))).toBe(true);
  const other = await GamePage.at('localhost');
  other.html = `${script}<iframe title="Leaderboard" src="${game.url}/embed/main"></iframe>`;
  await page.goto(other.origin);
  await expect.poll(() => page.frames().some((each) => each.url().startsWith('chrome-error:'))).toBe(true);
  await Promise.all([site.close(), other.close()]);
});

test('a framed board has the theme and the accent of its address, names errors there, and has no accessibility violation', async ({
  page,
  game,
  complaints,
}) => {
  complaints.allow(/status of 40[04]/);
  await game.scored(field(12));
  await page.goto('/embed/main?theme=dark&accent=ff8800');
  await expect(page.getByRole('list', { name: 'Rankings' }).getByRole('listitem')).toHaveCount(7);
  const look = () =>
    page.evaluate(() => [
      getComputedStyle(document.documentElement).colorScheme,
      getComputedStyle(document.documentElement).getPropertyValue('--signal'),
    ]);
  const [, accent] = await look();
  expect(await violations(page)).toEqual([]);
  await asBefore(page);
  await page.goto('/embed/main?theme=auto&period=all-time&rows=0');
  expect((await look())[0]).toBe('light dark');
  expect((await look())[1]).not.toBe(accent);
  await expect(page.getByRole('link', { name: 'See all on Laurels' })).toHaveAttribute('href', /^\/leaderboard\?mode=all-time/);
  for (const [query, fault] of [
    ['main?rows=99', '"rows" must be a whole number from 0 to 47'],
    ['main?theme=pink', '"theme" must be "auto", "dark" or "light"'],
    ['main?accent=%23fff', '"accent" must be a colour such as ff8800'],
    ['nothing', 'There is no board "nothing"'],
  ] as const) {
    await page.goto(`/embed/${query}`);
    await expect(page.getByText(fault)).toBeVisible();
  }
  await open(page, '/');
});
