// The form of a new board in the console.
import { expect, test } from './console-people.ts';

test('a board of times is proposed as best and low first, and what somebody chose stays', async ({ console: page, game }) => {
  await page.goto(`${game.url}/console/boards`);
  await page.getByRole('button', { name: 'New board' }).click();
  const dialog = page.getByRole('dialog', { name: 'New board' });
  const [unit, total, order] = ['Unit', 'A player’s score is', 'Order'].map((label) => dialog.getByLabel(label));
  await dialog.getByLabel('Title').fill('Sprint');
  await expect(total!).toHaveValue('sum');
  await unit!.selectOption('Time (in milliseconds)');
  await expect(total!).toHaveValue('best');
  await expect(order!).toHaveValue('low');
  await dialog.getByText(/^API request: /).click();
  await expect(dialog.getByText(/"scoring":\s*"best",\s*"direction":\s*"low"/)).toBeVisible();
  await order!.selectOption('Highest first');
  await unit!.selectOption('Laps');
  await unit!.selectOption('Time (in milliseconds)');
  await expect(order!).toHaveValue('high');
  await dialog.getByRole('button', { name: 'Create board' }).click();
  await expect(dialog).toBeHidden();
  expect(await game.call('board', { board: 'sprint' })).toMatchObject({ unit: 'time', scoring: 'best', direction: 'high' });
});
