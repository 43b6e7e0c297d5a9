// The overview: what a new site still lacks, what happens on it, and a practice settlement.
import { programVersion } from '../../src/server/operation/this-process.ts';
import { violations } from '../e2e/axe-violations.ts';
import { sideways } from '../e2e/fit.ts';
import { expect, test } from './console-people.ts';

test('a new site is tried with a test event, which counts, and a practice settlement, which leaves nothing behind', async ({
  console: page,
  game,
}) => {
  await page.goto('/console');
  const part = (name: string) => page.getByRole('region', { name, exact: true });
  const dialog = page.getByRole('dialog');
  await expect(part('Needs attention')).toContainText('There is no backup.');
  await expect(page.getByRole('main')).toContainText(`Laurels ${programVersion()}`);
  const step = part('Get started').getByRole('listitem').filter({ hasText: 'Post points by hand' });
  await expect(step).not.toContainText('Done');

  await test.step('a test event, with a preview and an undo', async () => {
    await step.getByRole('button', { name: 'Post a test event' }).click();
    await expect(dialog).toContainText('test-player');
    await dialog.getByRole('button', { name: 'Post test event' }).click();
    await expect(page.getByText('Points posted for test-player.').first()).toBeVisible();
    await expect(page.getByRole('link', { name: 'Undo' })).toBeVisible();
    await expect(step).toContainText('Done');
  });

  await test.step('it is counted, and the chart is available as a table', async () => {
    await expect(part('Most active boards').getByRole('row', { name: /Leaderboard/ })).toContainText('1');
    const chart = part('Activity').getByRole('figure', { name: 'Players' });
    await chart.getByRole('button', { name: 'Show as a table' }).click();
    await expect(chart.getByRole('row')).toHaveCount(2);
    await expect(chart.getByRole('row').last()).toContainText('1');
    await part('Activity').getByRole('button', { name: 'Last 30 days' }).click();
    await expect(page).toHaveURL(/activity=days/);
    await expect(chart.getByRole('row').last()).toContainText('2026');
  });

  await test.step('boards that end together share one line', async () => {
    await game.open('relay', 'Relay');
    await page.reload();
    await expect(part('Ending soon').getByRole('link', { name: '2 boards (day)' })).toHaveCount(1);
  });

  await test.step('a practice settlement', async () => {
    await page.getByRole('link', { name: 'See how a week ends' }).click();
    await page.getByRole('button', { name: 'Run practice' }).click();
    const payout = part('Practice settlement').getByRole('row', { name: /test-player/ });
    await expect(payout).toContainText('Practice prize 1');
    await expect(payout).toContainText('due (practice)');
    await page.setViewportSize({ width: 320, height: 800 });
    expect(await sideways(page)).toEqual([]);
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Discard practice' }).click();
    await expect(payout).toHaveCount(0);
    expect((await game.call('payouts', {})).payouts).toEqual([]);
  });

  await page.goto('/console');
  await part('Get started').getByRole('button', { name: 'Dismiss this list' }).click();
  await expect(part('Get started')).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Activity' })).toBeVisible();
  await expect(part('Get started')).toHaveCount(0);
});
