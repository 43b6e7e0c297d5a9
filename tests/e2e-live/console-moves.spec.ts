// Navigation in the console: what stays while the next page loads, what needs confirmation, and what is shown when a page can't be fetched.
import { expect, test } from './console-people.ts';

const ROOM = /boards-room/;

test('a page stays until the next one is fetched, and following its link twice adds one history entry', async ({ console: page }) => {
  await page.goto('/console/keys');
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Keys');
  const held = Promise.withResolvers<void>();
  await page.route(ROOM, async (route) => {
    await held.promise;
    await route.continue();
  });
  const asked = page.waitForRequest(ROOM);
  const link = page.getByRole('link', { name: 'Boards', exact: true });
  await link.click();
  await link.click();
  await asked;
  await expect(heading).toHaveText('Keys');
  held.resolve();
  await expect(heading).toHaveText('Boards');
  await expect(page.getByRole('main')).toBeFocused();
  await page.goBack();
  await expect(heading).toHaveText('Keys');
  await page.goForward();
  await expect(heading).toHaveText('Boards');
});

test('a page whose code can’t be fetched says so, and the others still open', async ({ console: page, complaints }) => {
  complaints.allow(/boards-room|ERR_FAILED/);
  await page.goto('/console/keys');
  await page.route(ROOM, (route) => route.abort());
  await page.getByRole('link', { name: 'Boards', exact: true }).click();
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('This page could not be loaded');
  await page.getByRole('link', { name: 'Webhooks', exact: true }).click();
  await expect(heading).toHaveText('Webhooks');
  await page.getByRole('link', { name: 'Boards', exact: true }).click();
  await expect(heading).toHaveText('This page could not be loaded');
  await page.unroute(ROOM);
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(heading).toHaveText('Boards');
});

test('Back and Forward ask before discarding unsaved changes', async ({ console: page }) => {
  const heading = page.getByRole('heading', { level: 1 });
  await page.goto('/console/keys');
  for (const name of ['Boards', 'Appearance', 'Webhooks']) {
    await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name, exact: true }).click();
    await expect(heading).toHaveText(name);
  }
  await page.goBack();
  await expect(heading).toHaveText('Appearance');
  const name = page.getByLabel('Name of your game');
  await name.fill('Lantern Run');
  const asked = page.getByRole('dialog', { name: 'Discard unsaved changes?' });
  for (const [steps, then] of [
    [-1, 'Boards'],
    [1, 'Webhooks'],
    [-2, 'Keys'],
  ] as const) {
    await page.evaluate((by) => history.go(by), steps);
    await asked.getByRole('button', { name: 'Keep editing' }).click();
    await expect(page).toHaveURL(/appearance$/);
    await expect(name).toHaveValue('Lantern Run');
    await page.evaluate((by) => history.go(by), steps);
    await asked.getByRole('button', { name: 'Discard changes' }).click();
    await expect(heading).toHaveText(then);
    await page.evaluate((by) => history.go(by), -steps);
    await expect(heading).toHaveText('Appearance');
    await name.fill('Lantern Run');
  }
});

test('leaving a form while it is being saved does not lead back to it', async ({ console: page, game }) => {
  await page.goto('/console/catalogue?entry=new');
  await page.getByRole('textbox', { name: 'Title' }).fill('Quiz');
  await page.getByRole('textbox', { name: 'Task' }).fill('Answer ten questions.');
  await page.getByRole('spinbutton', { name: 'Points' }).fill('50');
  await page.getByRole('textbox', { name: 'Time it takes' }).fill('20 min');
  const held = Promise.withResolvers<void>();
  await page.route('**/api/v1/catalogue', async (route) => {
    if (route.request().method() === 'PUT') await held.promise;
    await route.continue();
  });
  const sent = page.waitForRequest((request) => request.method() === 'PUT');
  await page.getByRole('button', { name: 'Add activity' }).click();
  await sent;
  await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Overview' }).click();
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Overview');
  held.resolve();
  await expect(page.getByText('Added. It’s live on the site.')).toBeVisible();
  await expect(heading).toHaveText('Overview');
  await expect(page).toHaveURL(/\/console$/);
  expect((await game.call('catalogue')).activities.map(({ title }) => title)).toContain('Quiz');
});
