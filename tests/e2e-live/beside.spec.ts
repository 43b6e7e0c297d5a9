// What stands beside a live board.
import { expect, field, open, period, test } from './live-site.ts';

const part = (page: Parameters<typeof open>[0], name: string) => page.getByRole('region', { name });

test('what can be won in the chosen period is said from the first rank on, and nothing where there is nothing', async ({ page, game }) => {
  await game.scored(field(5));
  await open(page, '/');
  await expect(page.getByRole('table')).toBeVisible();
  await expect(part(page, 'What can be won')).toHaveCount(0);
  await game.tell({
    prizes: [
      { period: 'daily', from: 1, prize: '500 coins' },
      { period: 'daily', from: 4, to: 200, prize: '50 coins' },
    ],
  });
  await expect(part(page, 'What can be won').getByRole('term')).toHaveText(['1st', '4th to 200th']);
  await expect(part(page, 'What can be won').getByRole('definition')).toHaveText(['500 coins', '50 coins']);
  await period(page, 'Weekly').click();
  await expect(part(page, 'What can be won')).toHaveCount(0);
});
