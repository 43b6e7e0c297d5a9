// The board forms of the console.
import { expect, test } from './console-people.ts';

test('a board of times defaults to the best score, lowest first, and a manual choice is kept', async ({ console: page, game }) => {
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

test('saving limits keeps the play limits, and the cheating budget follows the input', async ({ console: page, game }) => {
  await game.call('addKey', { body: { name: 'web', role: 'play', bounds: { plays: 100 } } });
  await game.call('setLimits', { board: 'main', body: { event: 50, play: { rate: 0.5, hour: 4, podium: true } } });
  await page.goto(`${game.url}/console/boards?q=main`);
  await page.getByRole('button', { name: 'Limits' }).click();
  const dialog = page.getByRole('dialog', { name: /^Limits of/ });
  const budget = dialog.getByRole('region', { name: 'Cheating budget' });
  await expect(budget).toContainText('could gain at most 200 pts per hour. With many guests, 5,000 pts.');
  await dialog.getByLabel('Max plays per player and hour').fill('');
  await expect(budget).toContainText('could gain at most 5,000 pts per hour.');
  await dialog.getByLabel('Max per player and hour', { exact: true }).fill('120');
  await expect(budget).toContainText('could gain at most 120 pts per hour.');
  await dialog.getByRole('button', { name: 'Save limits' }).click();
  await expect(dialog).toBeHidden();
  expect(await game.call('limits', { board: 'main' })).toMatchObject({
    limits: { event: 50, hour: 120, play: { seconds: null, rate: 0.5, hour: null, day: null, podium: true } },
  });
});

test('saving limits unchanged keeps them, on any board, and a daily challenge has attempts', async ({ console: page, game }) => {
  await game.call('makeBoard', { body: { name: 'sprint', title: 'Sprint', unit: 'time' } });
  const limits = { event: 50, hour: null, day: null, history: null, names: true, challenge: true, replays: 3 };
  const play = { seconds: 20, rate: null, hour: 4, day: 5, podium: true };
  const every = {
    main: { ...limits, hour: 500, day: 900, history: 2.5, play: { ...play, rate: 0.5 } },
    sprint: { ...limits, play },
  };
  const kept = async (board: string) => (await game.call('limits', { board })).limits;
  for (const [board, body] of Object.entries(every)) {
    await game.call('setLimits', { board, body });
    await page.goto(`${game.url}/console/boards?q=${board}`);
    await page.getByRole('button', { name: 'Limits' }).click();
    const dialog = page.getByRole('dialog', { name: /^Limits of/ });
    await expect(dialog.getByLabel('Attempts per day')).toHaveValue('5');
    await dialog.getByRole('button', { name: 'Save limits' }).click();
    await expect(dialog).toBeHidden();
    expect(await kept(board)).toEqual(body);
  }

  await page.getByRole('button', { name: 'Limits' }).click();
  const dialog = page.getByRole('dialog', { name: /^Limits of/ });
  await dialog.getByLabel('Daily challenge').uncheck();
  await expect(dialog.getByLabel('Max plays per player and day')).toHaveValue('5');
  await dialog.getByLabel('Replays kept per day').fill('101');
  await dialog.getByRole('button', { name: 'Save limits' }).click();
  await expect(dialog).toBeVisible();
  await dialog.getByLabel('Replays kept per day').fill('0');
  await dialog.getByRole('button', { name: 'Save limits' }).click();
  await expect(dialog).toBeHidden();
  expect(await kept('sprint')).toEqual({ ...every.sprint, challenge: false, replays: 0 });
});
