// What stands beside a board: under the heading where there is room, below the ranks where there is not.
import { expect, open, period, test } from './site.ts';

test('the closest fight and some ways to earn points are told from what the sample has, whatever the search; prizes only on the board', async ({
  page,
}) => {
  await open(page, '/?q=zzz');
  const part = (name: string) => page.getByRole('region', { name });
  await expect(part('Closest fight')).toContainText('Tied');
  await expect(part('Closest fight')).toContainText('5th MossGolem6th QuillAndAsh');
  await period(page, 'Weekly').click();
  await expect(part('Closest fight')).toContainText('Tied');
  await expect(part('Earn points').getByRole('term')).toHaveText(['Daily Login Bonus', 'Complete Challenges', 'Tournament Participation']);
  await expect(part('Prizes')).toHaveCount(0);
  await part('Earn points').getByRole('link', { name: 'All ways to earn points' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Earn Points');
});

test('the closest fight stands beside the ranks where there is room, and below them where there is not', async ({ page }) => {
  const [fight, ways] = ['Closest fight', 'Earn points'].map((name) => page.getByRole('region', { name }));
  const box = async (part = page.getByRole('table')) => (await part.boundingBox())!;
  for (const width of [1280, 1199, 390]) {
    await test.step(`${width} px`, async () => {
      await page.setViewportSize({ width, height: 800 });
      await open(page, '/');
      const [beside, ranks] = [await box(fight), await box()];
      if (width < 1200) expect(beside.y).toBeGreaterThan(ranks.y + ranks.height);
      else expect(beside.x + beside.width).toBeLessThan(ranks.x);
    });
  }
  await test.step('on a wide screen, on both sides of the board', async () => {
    await page.setViewportSize({ width: 1920, height: 1080 });
    await open(page, '/');
    const [left, ranks, right] = [await box(fight), await box(), await box(ways)];
    expect(left.x + left.width).toBeLessThan(ranks.x);
    expect(ranks.x + ranks.width).toBeLessThan(right.x);
  });
});
