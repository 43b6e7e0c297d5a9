// The events of a board in the console: posted by hand, searched, voided with a preview, and restored.
import { violations } from '../e2e/axe-violations.ts';
import { expect, test } from './console-people.ts';

test('an operator previews points posted by hand, posts them, and undoes that from the notice', async ({
  console: page,
  game,
  complaints,
}) => {
  complaints.allow(/422 \(Unprocessable/);
  await game.scored([
    { username: 'ada', points: 100 },
    { username: 'bob', points: 60 },
  ]);
  await page.goto(`${game.url}/console/events`);
  await page.getByRole('button', { name: 'Post points' }).click();
  const dialog = page.getByRole('dialog', { name: 'Post points' });
  await expect(dialog.getByLabel('Event ID')).toHaveValue(/^console-[0-9a-f]{16}$/);
  const id = await dialog.getByLabel('Event ID').inputValue();
  await dialog.getByLabel('Username').fill('bob\u200b');
  await dialog.getByLabel('Points', { exact: true }).fill('50');
  await dialog.getByLabel('Activity').focus();
  await expect(dialog.getByLabel('Username')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('Username').fill('bob');
  await dialog.getByLabel('Activity').fill('Night race');
  await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText('bob: 60 → 110 pts, 2nd → 1st');
  await dialog.getByRole('button', { name: 'Post points' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('row', { name: id })).toContainText('Night race');
  const rankOfBob = async () => (await game.call('player', { username: 'bob' })).periods.map((period) => period.ranked && period.rank);
  expect(await rankOfBob()).toEqual([1, 1, 1, 1]);

  const notice = page.getByRole('status').filter({ hasText: 'Points posted for bob.' });
  await expect(notice).toContainText(`Voids event ${id}: bob loses 50 pts.`);
  await notice.getByRole('link', { name: 'Undo' }).click();
  const undoing = page.getByRole('dialog', { name: 'Undo: posted points by hand' });
  await expect(undoing).toContainText(`Voids event ${id}: bob loses 50 pts.`);
  await undoing.getByRole('button', { name: 'Undo action' }).click();
  await expect.poll(rankOfBob).toEqual([2, 2, 2, 2]);
});

test('a moderator previews who moves before voiding an event, and restores the event after a reload', async ({ console: page, game }) => {
  await game.scored([
    { id: 'match-1', username: 'ada', points: 100 },
    { id: 'match-2', username: 'bob', points: 60 },
  ]);
  await page.goto(`${game.url}/console/events?player=ada`);
  await page.getByRole('row', { name: 'match-1' }).getByRole('button', { name: 'Void' }).click();
  const dialog = page.getByRole('dialog', { name: 'Void event' });
  await expect(dialog).toContainText(/100\spts for ada on Leaderboard, .*\. Event match-1\./);
  const preview = dialog.getByRole('region', { name: 'Preview' });
  await expect(preview).toContainText('Nothing has changed yet.');
  await expect(preview.getByRole('figure', { name: 'Before' })).toContainText('ada');
  await expect(preview.getByRole('figure', { name: 'After' })).toContainText('bob');
  await preview.getByText('And 3 more periods').click();
  await expect(preview.getByRole('heading', { name: 'Leaderboard, all time' })).toBeVisible();
  await expect(preview).toContainText('ada: 1st with 100 pts → unranked');
  expect((await game.call('events', { board: 'main', query: { id: 'match-1' } })).events[0]!.voided).toBeNull();
  await dialog.getByLabel('Reason').fill('Sent twice.');
  await dialog.getByRole('button', { name: 'Void event' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('ada’s event was voided.')).toBeVisible();
  expect((await game.call('events', { board: 'main', query: { id: 'match-1' } })).events[0]!.voided?.reason).toBe('Sent twice.');

  await page.reload();
  const row = page.getByRole('row', { name: 'match-1' });
  await expect(row).toContainText('Sent twice.');
  await row.getByRole('button', { name: 'Restore' }).click();
  const again = page.getByRole('dialog', { name: 'Restore event' });
  await again.getByLabel('Reason').fill('It was right.');
  await again.getByRole('button', { name: 'Restore event' }).click();
  await expect(row.getByRole('button', { name: 'Void' })).toBeVisible();
  const { periods } = await game.call('player', { username: 'ada' });
  expect(periods).toContainEqual(expect.objectContaining({ ranked: true, rank: 1 }));
});

test('points that arrive meanwhile change the preview, and nothing is voided unseen', async ({ console: page, game, complaints }) => {
  complaints.allow(/409 \(Conflict/);
  await game.scored([{ id: 'match-1', username: 'ada', points: 100 }]);
  await page.goto(`${game.url}/console/events?id=match-1`);
  await page.getByRole('button', { name: 'Void' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('Sent twice.');
  await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText('1st with 100 pts → unranked');
  await game.score('ada', 40);
  await dialog.getByRole('button', { name: 'Void event' }).click();
  await dialog.getByRole('button', { name: 'Preview again' }).click();
  await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText('140 → 40 pts');
  expect((await game.call('events', { board: 'main', query: { id: 'match-1' } })).events[0]!.voided).toBeNull();
});

test('board, player and page are kept in the address, and an unknown player is reported', async ({ console: page, game, complaints }) => {
  complaints.allow(/404 \(Not Found/);
  await game.open('cup', 'Winter cup');
  await game.scored(
    Array.from({ length: 60 }, (_, i) => ({ id: `cup-${i}`, username: i % 2 === 0 ? 'ada' : 'bob', points: i + 1 })),
    'cup',
  );
  await page.goto(`${game.url}/console/events`);
  await expect(page.getByText('No events yet.')).toBeVisible();
  await page.getByLabel('Board').selectOption('Winter cup');
  await expect(page.getByRole('rowheader', { name: 'cup-59', exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Older' }).click();
  await expect(page.getByRole('rowheader', { name: 'cup-0', exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('rowheader', { name: 'cup-0', exact: true })).toBeVisible();
  await page.getByLabel('Username').fill('bob');
  await page.getByLabel('Username').press('Enter');
  await expect(page.getByRole('rowheader')).toHaveCount(30);
  await expect(page).toHaveURL(/board=cup&player=bob$/);
  await page.getByLabel('Username').fill('nobody');
  // Leaving the field is enough.
  await page.getByLabel('Username').blur();
  await expect(page.getByRole('alert').filter({ hasText: '"nobody"' })).toBeVisible();
});

test('the page is accessible, and never scrolls sideways', async ({ console: page, game }) => {
  await game.scored([
    { id: 'match-with-a-long-id-'.repeat(6), username: 'a'.repeat(64), points: 9_007_199_254_740_991, activity: 'x'.repeat(64) },
    { id: 'match-2', username: 'bob', points: 60 },
  ]);
  await game.call('reviseEvent', { board: 'main', body: { event: 'match-2', does: 'void', reason: 'r'.repeat(200) } });
  await page.goto(`${game.url}/console/events`);
  await expect(page.getByRole('row', { name: 'match-2' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await page.getByRole('button', { name: 'Post points' }).click();
  await expect(page.getByRole('dialog').getByLabel('Event ID')).toHaveValue(/./);
  expect(await violations(page)).toEqual([]);
});
