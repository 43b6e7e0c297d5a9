// Held points, periods and prizes in the console: decided, settled and paid.
import type { Page } from '@playwright/test';

import { violations } from '../e2e/axe-violations.ts';
import { expect, letIn, test } from './console-people.ts';
import type { Game } from './game.ts';
import { day } from './live-site.ts';

const MIDNIGHT = Date.parse(`${day(1)}T00:00:00Z`);

/** A day that is over and under review: ann won, ahead of bob and a player with a long name. */
async function reviewDay(game: Game): Promise<void> {
  await game.stopClockAt(MIDNIGHT - 60_000);
  await game.tell({
    prizes: [
      { period: 'daily', from: 1, prize: 'Golden lantern' },
      { period: 'daily', from: 2, to: 4, prize: '100 coins' },
    ],
  });
  await game.call('setReview', { board: 'main', body: { reviewMinutes: 1440 } });
  await game.scored([
    { username: 'ann', points: 300 },
    { username: 'bob', points: 200 },
    {
      username: 'whoever-has-a-very-long-username-indeed',
      displayName: 'Maximiliane Freifrau von und zu Hohenlohe-Waldenburg',
      points: 100,
    },
  ]);
  await game.stopClockAt(MIDNIGHT + 120_000);
  await expect.poll(async () => (await game.call('review', { board: 'main' })).provisional.length).toBe(1);
}

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
}

const dialog = (page: Page) => page.getByRole('dialog');

test('held points are accepted after a preview of who moves, or rejected with a reason', async ({ console: page, game, complaints }) => {
  complaints.allow(/400 \(Bad Request/);
  await page.goto(`${game.url}/console/held`);
  await expect(page.getByText('Nothing to review.')).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Boards' })).toBeVisible();

  await game.call('setLimits', { board: 'main', body: { event: 100 } });
  await game.scored([
    { username: 'ann', points: 50 },
    { username: 'bob', points: 500 },
    { username: 'cy', points: 5000 },
  ]);
  await page.reload();
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await expect(row('bob')).toContainText('Over the limit per event');
  await expect(row('bob')).toContainText('500');

  await row('bob').getByRole('button', { name: 'Accept' }).click();
  await expect(dialog(page)).toContainText('bob: unranked → 1st with 500 pts');
  await expect(dialog(page)).toContainText('A podium would change.');
  expect((await game.call('rankings', { board: 'main' })).total).toBe(1);
  await dialog(page).getByRole('button', { name: 'Accept points' }).click();
  await expect(row('bob')).toHaveCount(0);
  expect((await game.call('rankings', { board: 'main' })).standings[0]).toMatchObject({ points: 500, player: { username: 'bob' } });

  await row('cy').getByRole('button', { name: 'Reject' }).click();
  await dialog(page).getByLabel('Reason').fill('   ');
  await dialog(page).getByRole('button', { name: 'Reject points' }).click();
  await expect(dialog(page).getByLabel('Reason')).toHaveAttribute('aria-invalid', 'true');
  await dialog(page).getByLabel('Reason').fill('No match was played then.');
  await dialog(page).getByRole('button', { name: 'Reject points' }).click();
  await expect(page.getByText('Nothing to review.')).toBeVisible();

  await page.getByLabel('Status').selectOption('Rejected');
  await expect(row('cy')).toContainText('“No match was played then.”');
  await page.reload();
  await expect(row('cy')).toContainText('Rejected');
  await page.getByLabel('Status').selectOption('All');
  await expect(row('bob')).toContainText('Accepted');
  await page.getByLabel('Username').fill('cy');
  await page.getByLabel('Username').press('Enter');
  await expect(row('bob')).toHaveCount(0);
  await expect(page).toHaveURL(/state=all&player=cy/);
  expect(await violations(page)).toEqual([]);
  await expectNoSidewaysScroll(page);
});

test('a day under review is made final after a preview of its prizes, which are then paid', async ({ page, game, complaints }) => {
  complaints.allow(/409 \(Conflict/, /412 \(Precondition/);
  await reviewDay(game);
  await letIn(page, game, 'Olga');
  await page.goto(`${game.url}/console/periods`);
  await expect(page.getByText('One period is under review.')).toBeVisible();
  const open = page.getByRole('table', { name: 'Not final yet' });
  await expect(open.getByRole('row')).toHaveCount(5);
  await expect(open.getByRole('row').nth(1)).toContainText('Under review');
  await expect(open.getByRole('row').nth(1)).toContainText('2nd to 4th: 100 coins');
  expect(await violations(page)).toEqual([]);
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.getByRole('button', { name: 'Make final now' }).click();
  await expect(dialog(page)).toContainText('3 prizes would be due');
  await expect(dialog(page)).toContainText('1st ann: Golden lantern');
  // The winner is hidden meanwhile: the preview is stale, and nothing is done.
  await game.call('setPlayerVisibility', { username: 'ann', body: { state: 'hidden' } });
  await dialog(page).getByRole('button', { name: 'Make final', exact: true }).click();
  await expect(dialog(page).getByRole('alert')).toContainText('Nothing was changed.');
  await dialog(page).getByRole('button', { name: 'Preview again' }).click();
  await expect(dialog(page)).toContainText('1st bob: Golden lantern');
  await dialog(page).getByRole('button', { name: 'Make final', exact: true }).click();
  await expect(page.getByText('Nothing to review.')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Closed periods' }).getByRole('row').nth(1)).toContainText('1st bob');

  // A period with due prizes cannot be reopened.
  await page.getByRole('button', { name: 'Reopen' }).click();
  await expect(dialog(page).getByRole('alert')).toContainText('prizes of this period were awarded');
  await page.keyboard.press('Escape');

  await page.goto(`${game.url}/console/payouts`);
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await expect(row('bob')).toContainText('Golden lantern');
  expect(await violations(page)).toEqual([]);
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await row('bob').getByRole('button', { name: 'Mark as paid' }).click();
  await dialog(page).getByLabel('Note').fill('By mail');
  await dialog(page).getByRole('button', { name: 'Mark as paid' }).click();
  await expect(row('bob')).toHaveCount(0);

  // Another operator decides the other prize first.
  await row('Hohenlohe').getByRole('button', { name: 'Decline' }).click();
  await dialog(page).getByLabel('Note').fill('Not this time');
  const [other] = (await game.call('payouts', { query: { state: 'due' } })).payouts;
  await game.call('markPayout', { payout: other!.id, body: { state: 'paid', note: 'Mine' } });
  await dialog(page).getByRole('button', { name: 'Decline prize' }).click();
  await expect(dialog(page).getByText('changed this while you had it open')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard changes' }).click();
  expect(await game.call('payout', { payout: other!.id })).toMatchObject({ state: 'paid', note: 'Mine' });

  await expect(page.getByText('No prizes due.')).toBeVisible();
  await page.getByLabel('Status').selectOption('Paid');
  await expect(row('bob')).toContainText('“By mail”');
  await page.reload();
  await row('bob').getByRole('button', { name: 'Mark as due' }).click();
  await dialog(page).getByRole('button', { name: 'Mark as due' }).click();
  await expect(row('bob')).toHaveCount(0);
  expect((await game.call('payouts', { query: { state: 'due' } })).payouts).toMatchObject([{ player: { username: 'bob' }, note: null }]);
});

test('the review period is set, an invalid one is refused, and a preview says who would win what', async ({
  console: page,
  game,
  complaints,
}) => {
  complaints.allow(/400 \(Bad Request/);
  await game.tell({ prizes: [{ period: 'weekly', from: 1, to: 3, prize: 'Cup' }] });
  await game.scored([
    { username: 'ann', points: 7 },
    { username: 'bob', points: 7 },
    { username: 'cy', points: 9 },
  ]);
  await game.call('setPlayerVisibility', { username: 'cy', body: { state: 'removed', reason: 'Two accounts.' } });
  await page.goto(`${game.url}/console/periods?board=main&kind=weekly`);
  await expect(page.getByRole('table', { name: 'Winners if it ended now' }).getByRole('row').nth(2)).toContainText('tied; joined first');
  await expect(page.getByText('cy would be 1st and win Cup: removed, “Two accounts.”')).toBeVisible();
  await expect(page.getByText('3rd: Cup', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Change review period' }).click();
  await dialog(page).getByLabel('Review results with prizes for').selectOption('Custom');
  await dialog(page).getByLabel('Minutes').fill('50000');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(dialog(page).getByLabel('Minutes')).toHaveAttribute('aria-invalid', 'true');
  await dialog(page).getByLabel('Review results with prizes for').selectOption('3 days');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('are under review for 3 days.')).toBeVisible();
  expect(await game.call('review', { board: 'main' })).toMatchObject({ reviewMinutes: 4320 });

  await page.getByRole('button', { name: 'Months', exact: true }).click();
  await expect(page).toHaveURL(/kind=monthly/);
  await expect(page.getByText('It has no prizes.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Months', exact: true })).toHaveAttribute('aria-pressed', 'true');
});
