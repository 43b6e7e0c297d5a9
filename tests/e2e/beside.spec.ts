// Beside a board, where there is room: the closest fight and how to earn points.
import { expect, open, period, test } from './site.ts';

test('the closest fight and three activities come from the sample data, whatever the filter', async ({ page }) => {
  await open(page, '/?q=zzz');
  const part = (name: string) => page.getByRole('region', { name });
  await expect(part('Closest fight')).toContainText('Tied on points');
  await expect(part('Closest fight')).toContainText('5th MossGolem6th QuillAndAsh');
  await period(page, 'Weekly').click();
  await expect(part('Closest fight')).toContainText('Tied on points');
  await expect(part('Earn points').getByRole('term')).toHaveText(['Daily Login Bonus', 'Complete Challenges', 'Tournament Participation']);
  await part('Earn points').getByRole('link', { name: 'All ways to earn points' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Earn Points');
});

test('the parts beside the board are left of the rankings, and right of them on a wide screen', async ({ page }) => {
  for (const width of [1280, 1920]) {
    await test.step(`${width} px`, async () => {
      await page.setViewportSize({ width, height: 1080 });
      await open(page, '/');
      const [ranks, fight] = [
        await page.getByRole('table').boundingBox(),
        await page.getByRole('region', { name: 'Closest fight' }).boundingBox(),
      ];
      if (width < 1536) expect(fight!.x + fight!.width).toBeLessThan(ranks!.x);
      else expect(ranks!.x + ranks!.width).toBeLessThan(fight!.x);
    });
  }
});
