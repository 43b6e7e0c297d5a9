// Webhooks in the console: added, tested, edited, monitored, removed.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import { violations } from '../e2e/axe-violations.ts';
import { expect, test as base } from './console-people.ts';

/** A receiver on this machine that answers with a status and records the types of its messages. */
class Receiver {
  status = 204;
  readonly types: string[] = [];
  readonly #server: Server = createServer(async (request, response) => {
    const { type } = JSON.parse(await text(request)) as { readonly type: string };
    this.types.push(type);
    response.writeHead(this.status).end();
  });

  async open(): Promise<void> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/laurels`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }
}

const test = base.extend<{ readonly receiver: Receiver }>({
  // oxlint-disable-next-line no-empty-pattern -- a fixture names the ones it needs, and this needs none
  receiver: async ({}, use) => {
    const receiver = new Receiver();
    await receiver.open();
    await use(receiver);
    await receiver.close();
  },
});

test.use({ settings: { LAURELS_WEBHOOK_ALLOW: '127.0.0.1' } });

test('a webhook is added, tested, edited, removed and restored', async ({ console: page, game, receiver, complaints }) => {
  await test.step('for a Discord channel, events meant for operators start unticked', async () => {
    await page.goto('/console/webhooks');
    await page.getByRole('button', { name: 'New webhook' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel('Points held')).toBeChecked();
    await dialog.getByLabel('Destination').selectOption('discord');
    for (const name of ['Points held', 'Backup failed']) await expect(dialog.getByLabel(name)).not.toBeChecked();
    await expect(dialog.getByLabel('Podium changed')).toBeChecked();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await expect(dialog).toHaveCount(0);
  });
  complaints.allow(/400 \(Bad/, /404 \(Not Found/);
  await page.goto('/console/webhooks');
  await page.getByRole('button', { name: 'New webhook' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('results');
  await dialog.getByLabel('URL').fill('http://169.254.169.254/latest');
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  await expect(dialog.getByText(/^URL must be an allowed destination/)).toBeVisible();
  await dialog.getByLabel('URL').fill(receiver.url);
  await dialog.getByLabel('Podium changed').uncheck();
  await dialog.getByLabel('Days').check();
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'results' })).toBeVisible();
  expect(await game.call('webhook', { webhook: 'results' })).toMatchObject({ periods: ['daily'], boards: null });
  await expect(page.getByText(/^whpk_/)).toBeVisible();

  await page.getByRole('button', { name: 'Send test' }).click();
  await dialog.getByRole('button', { name: 'Send test' }).click();
  // The row appears first, and the dialog has a button of the same name.
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('row', { name: 'Test' })).toContainText('Delivered');
  expect(receiver.types).toEqual(['webhook.test']);
  await page.getByRole('button', { name: 'Send test' }).click();
  await dialog.getByLabel('Message', { exact: true }).selectOption('Sample: Results final');
  await expect(dialog.getByRole('region', { name: 'Message as sent' })).toContainText(/"type": "period\.final"[^]*"sample": true/);
  await dialog.getByRole('button', { name: 'Send test' }).click();
  await expect(dialog).toHaveCount(0);
  await expect.poll(() => receiver.types).toEqual(['webhook.test', 'period.final']);
  await expect(page.getByText('Delivering', { exact: true })).toBeVisible();

  await page.reload();
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('dialog').getByLabel('Points held').uncheck();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  expect((await game.call('webhook', { webhook: 'results' })).events).not.toContain('points.held');

  await page.getByRole('button', { name: 'Rotate key' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate key' }).click();
  await expect(page.getByText(/^whpk_/)).toHaveCount(2);

  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove webhook' }).click();
  await expect(page.getByText('No webhooks yet.', { exact: false })).toBeVisible();
  await page.getByRole('link', { name: 'Undo' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo action' }).click();
  await expect(page.getByText(/^Undone by entry/).first()).toBeVisible();
  expect(await game.call('webhook', { webhook: 'results' })).toMatchObject({ url: receiver.url });
});

test('a failed delivery shows its response, and is sent again', async ({ console: page, game, receiver }) => {
  receiver.status = 500;
  await game.call('addWebhook', { body: { name: 'results', url: receiver.url } });
  await game.call('testWebhook', { webhook: 'results' });
  await page.goto('/console/webhooks');
  const row = page.getByRole('row', { name: 'results' });
  await expect(row).toContainText('Failing');
  await row.getByRole('link', { name: 'results' }).click();
  await expect(page.getByRole('row', { name: 'Test' })).toContainText('500');
  receiver.status = 204;
  await page.getByRole('button', { name: 'Send again' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByRole('row', { name: 'Test' })).toContainText('Delivered');
  await page.getByLabel('Status').selectOption('failed');
  await expect(page.getByText('No matching deliveries.')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Status')).toHaveValue('failed');
});

test('another operator’s change is shown, and not overwritten', async ({ console: page, game, receiver, complaints }) => {
  complaints.allow(/412 \(Precondition/);
  await game.call('addWebhook', { body: { name: 'results', url: receiver.url } });
  await page.goto('/console/webhooks?webhook=results');
  await page.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Points held').uncheck();
  await game.call('changeWebhook', { webhook: 'results', body: { periods: ['daily'] } });
  // The page behind the form has the change by now; the form still compares with its initial values.
  await expect(page.getByText('All events; periods: days')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('environment changed this while you had it open.')).toBeVisible();
  expect(await game.call('webhook', { webhook: 'results' })).toMatchObject({ periods: ['daily'] });
  await expect(dialog.getByLabel('Points held')).not.toBeChecked();
});

test('the webhook pages are accessible, and never scroll sideways', async ({ console: page, game, receiver }) => {
  await game.call('addWebhook', { body: { name: 'a-webhook-with-a-name-as-long-as-may-be', url: receiver.url } });
  await game.call('testWebhook', { webhook: 'a-webhook-with-a-name-as-long-as-may-be' });
  for (const address of ['/console/webhooks', '/console/webhooks?webhook=a-webhook-with-a-name-as-long-as-may-be']) {
    await page.goto(address);
    await expect(page.getByText('Delivering', { exact: true })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 700 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  }
  await page.getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByRole('dialog').getByLabel('Points held')).toBeVisible();
  expect(await violations(page)).toEqual([]);
});
