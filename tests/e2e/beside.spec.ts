// What stands beside a board: under the heading where there is room, below the ranks where there is not.
import { expect, open, period, playerSearch, test } from './site.ts';

const won = (page: Parameters<typeof open>[0]) => page.getByRole('region', { name: 'What can be won' });

test('what can be won is said rank by rank, whoever is looked for, and the closest fight and some ways up', async ({ page }) => {
  await test.step('what can be won, whoever is looked for', async () => {
    await open(page, '/?q=zzz');
    await expect(won(page).getByRole('term')).toHaveText(['1st', '2nd', '3rd', '4th', '5th', '6th', '7th', '8th']);
    await expect(won(page).getByRole('definition')).toHaveText(['First', 'Second', 'Third', '500', '400', '300', '200', '100']);
    await period(page, 'Weekly').click();
    await playerSearch(page).fill('');
    await expect(won(page).getByRole('definition')).toHaveCount(8);
  });
  await test.step('what is more than a column holds is behind a disclosure', async () => {
    await open(page, '/leaderboard');
    const last = won(page).getByText('10th', { exact: true });
    await expect(last).toBeHidden();
    await won(page).getByText('2 more').click();
    await expect(last).toBeVisible();
  });
  await test.step('where there is room, the closest fight and some ways up are told from what the sample has', async () => {
    await open(page, '/?q=zzz');
    const part = (name: string) => page.getByRole('region', { name });
    await expect(part('Closest fight')).toContainText('Level on points');
    await expect(part('Closest fight')).toContainText('5th MossGolem6th QuillAndAsh');
    await period(page, 'Weekly').click();
    await expect(part('Closest fight')).toContainText('Level on points');
    await expect(part('Ways up').getByRole('term')).toHaveText(['Daily Login Bonus', 'Complete Challenges', 'Tournament Participation']);
    await part('Ways up').getByRole('link', { name: 'All ways to earn points' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Earn Points');
  });
});

test('what can be won stands beside the ranks where there is room, and below them where there is not', async ({ page }) => {
  for (const width of [1280, 1199, 390]) {
    await test.step(`${width} px`, async () => {
      await page.setViewportSize({ width, height: 800 });
      await open(page, '/');
      const [prizes, ranks] = [await won(page).boundingBox(), await page.getByRole('table').boundingBox()];
      if (width < 1200) expect(prizes!.y).toBeGreaterThan(ranks!.y + ranks!.height);
      else expect(prizes!.x + prizes!.width).toBeLessThan(ranks!.x);
    });
  }
  await test.step('on a wide screen, on both sides of the board', async () => {
    await page.setViewportSize({ width: 1920, height: 1080 });
    await open(page, '/');
    const [prizes, ranks, fight] = await Promise.all(
      [won(page), page.getByRole('table'), page.getByRole('region', { name: 'Closest fight' })].map((part) => part.boundingBox()),
    );
    expect(prizes!.x + prizes!.width).toBeLessThan(ranks!.x);
    expect(ranks!.x + ranks!.width).toBeLessThan(fight!.x);
  });
});
