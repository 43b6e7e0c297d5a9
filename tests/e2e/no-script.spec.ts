// With scripts off every page can be read, and links lead from one to the next.
import { HOME_DAILY, LEADERBOARD_DAILY } from './sample-rankings.ts';
import { NOT_FOUND_COMPLAINTS, NOWHERE, PAGES, expect, navigation, readBoard, test } from './site.ts';

test.use({ javaScriptEnabled: false });

test('with scripts off the rankings can be read, every page is reached by its link, and an unknown path leads home', async ({
  page,
  complaints,
}) => {
  await test.step('the rankings on home and on the leaderboard', async () => {
    await page.goto('/');
    await expect(page.getByRole('list', { name: 'Podium' })).toBeVisible();
    await expect(page.getByRole('table', { name: 'Rankings' })).toBeVisible();
    expect(await readBoard(page)).toEqual(HOME_DAILY);
    await page.goto('/leaderboard');
    await expect(page.getByRole('table', { name: 'Rankings' })).toBeVisible();
    expect(await readBoard(page)).toEqual(LEADERBOARD_DAILY);
  });
  await test.step('every page is reached by its link and shows its content', async () => {
    await page.goto('/');
    const content = {
      '/earn': page.getByRole('article').nth(5),
      '/whiteboard': page.getByText('Total Players', { exact: true }),
      '/search': page.getByRole('list', { name: 'Results' }).getByRole('listitem').nth(4),
      '/leaderboard': page.getByText('TinyTempest', { exact: true }),
      '/': page.getByRole('list', { name: 'Podium' }).getByText('NovaFalcon'),
    };
    for (const { path, name, heading, title } of [...PAGES.slice(1), PAGES[0]]) {
      await navigation(page).getByRole('link', { name, exact: true }).click();
      await expect(page).toHaveURL(new RegExp(`${path}$`));
      await expect(page).toHaveTitle(title);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      await expect(content[path]).toBeVisible();
    }
  });
  await test.step('an address with another view still shows a ranking', async () => {
    await page.goto('/?period=weekly&q=nova');
    await expect(page.getByRole('table', { name: 'Rankings' })).toBeVisible();
  });
  await test.step('an unknown path shows the not-found page and leads home', async () => {
    complaints.allow(...NOT_FOUND_COMPLAINTS);
    const response = await page.goto(NOWHERE);
    expect(response?.status()).toBe(404);
    await expect(page.getByText('Oops! Page not found')).toBeVisible();
    await page.getByRole('link', { name: 'Return to Home' }).click();
    await expect(page.getByRole('list', { name: 'Podium' })).toBeVisible();
  });
});
