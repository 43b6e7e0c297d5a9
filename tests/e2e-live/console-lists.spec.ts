// Lists of the console: selection, bulk actions in few presses, sorting, saved views, export, and the side panel.
import { readFileSync } from 'node:fs';

import type { Locator, Page } from '@playwright/test';

import { DAY_MS, HOUR_MS } from '../../src/domain/durations.ts';
import { violations } from '../e2e/axe-violations.ts';
import { expect, letIn, test } from './console-people.ts';
import { NOON } from './live-site.ts';

/** Uses a page and counts the presses. */
class Hand {
  presses = 0;

  async press(control: Locator): Promise<void> {
    this.presses += 1;
    await control.click();
  }

  /** Takes two presses: the field, and its option. */
  async choose(field: Locator, label: string): Promise<void> {
    this.presses += 2;
    await field.selectOption({ label });
  }
}

const wholePage = (page: Page) => page.getByRole('checkbox', { name: 'Select all on this page' });
const bar = (page: Page) => page.getByRole('group', { name: 'Selection' });
const isFocusLost = (page: Page) => page.evaluate(() => document.activeElement === document.body);

test('twelve held events are accepted in at most four presses, and none of them twice', async ({ console: page, game, complaints }) => {
  complaints.allow(/409 \(Conflict/);
  await game.call('setLimits', { board: 'main', body: { event: 100 } });
  await game.scored(Array.from({ length: 12 }, (_, i) => ({ username: `player-${i}`, points: 500 + i, id: `held-${i}` })));
  await page.goto('/console/held');
  await expect(page.getByRole('main').getByText('12 waiting')).toBeVisible();
  const hand = new Hand();
  await hand.press(wholePage(page));
  await expect(bar(page)).toContainText('12 selected');
  await hand.press(bar(page).getByRole('button', { name: 'Accept' }));
  const dialog = page.getByRole('dialog', { name: 'Accept 12 held events' });
  await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText('Nothing has changed yet.');

  await test.step('another operator accepts one of them meanwhile: nothing is accepted unseen', async () => {
    const { held } = await game.call('held', { query: { event: 'held-7' } });
    await game.call('acceptHeld', { held: held[0]!.id });
    await dialog.getByRole('button', { name: 'Accept points' }).click();
    await expect(dialog.getByRole('alert').filter({ hasText: /\S/ })).toBeVisible();
    expect((await game.call('rankings', { board: 'main' })).total).toBe(1);
    await page.keyboard.press('Escape');
    await bar(page).getByRole('button', { name: 'Clear' }).click();
    await expect(page.getByRole('main').getByText('11 waiting')).toBeVisible();
  });

  const again = new Hand();
  await again.press(wholePage(page));
  await again.press(bar(page).getByRole('button', { name: 'Accept' }));
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('Nothing has changed yet.');
  await again.press(page.getByRole('dialog').getByRole('button', { name: 'Accept points' }));
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText('Nothing to review.')).toBeVisible();
  expect(again.presses).toBeLessThanOrEqual(4);
  expect((await game.call('rankings', { board: 'main' })).total).toBe(12);
  await expect.poll(() => isFocusLost(page)).toBe(false);
});

test('25 prizes are marked as paid in at most four presses', async ({ page, game }) => {
  await game.tell({ prizes: [{ period: 'daily', from: 1, to: 25, prize: '100 coins' }] });
  await game.scored(Array.from({ length: 25 }, (_, i) => ({ username: `player-${i}`, points: 500 + i })));
  await game.stopClockAt(NOON + DAY_MS);
  await expect.poll(async () => (await game.call('payouts')).payouts.length).toBe(25);
  await letIn(page, game, 'Olga');
  await page.goto('/console/payouts');
  await expect(page.getByRole('main').getByText('25 due')).toBeVisible();
  const hand = new Hand();
  await hand.press(wholePage(page));
  await hand.press(bar(page).getByRole('button', { name: 'Mark as paid' }));
  await hand.press(page.getByRole('dialog').getByRole('button', { name: 'Mark as paid' }));
  await expect(page.getByText('No prizes due.')).toBeVisible();
  expect(hand.presses).toBeLessThanOrEqual(4);
  expect((await game.call('payouts', { query: { state: 'paid', limit: 100 } })).payouts).toHaveLength(25);
});

test('10,000 events of one key between two times are voided, and that is undone, in at most eight presses', async ({
  console: page,
  game,
}) => {
  const { key } = await game.call('addKey', { body: { name: 'broken-server', role: 'write' } });
  const hour = (of: number) => new Date(NOON - of * HOUR_MS).toISOString();
  await game.scored([{ username: 'ada', points: 5, id: 'right', at: hour(3) }]);
  for (let batch = 0; batch < 10; batch += 1) {
    const events = Array.from({ length: 1000 }, (_, i) => ({ id: `e-${batch}-${i}`, username: `p-${i % 20}`, points: 1, at: hour(3) }));
    await fetch(`${game.url}/api/v1/points`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ events: batch === 0 ? [...events.slice(1), { ...events[0]!, at: hour(6) }] : events }),
    });
  }
  await page.goto('/console/events');
  const hand = new Hand();
  await hand.choose(page.getByLabel('Posted by'), 'Key broken-server');
  // Typed on the keyboard, so not counted.
  const local = (text: string) => page.evaluate((at) => new Date(at).toLocaleString('sv').replace(' ', 'T').slice(0, 16), text);
  await page.getByLabel('From').fill(await local(hour(4)));
  // The address changes before the list does.
  const filtered = page.waitForResponse(/until=/);
  await page.getByLabel('Until').fill(await local(hour(2)));
  await filtered;
  await expect(page.getByRole('rowheader', { name: 'right' })).toHaveCount(0);
  await hand.press(wholePage(page));
  await hand.press(bar(page).getByRole('button', { name: 'Select all matching' }));
  await expect(bar(page).getByRole('button', { name: 'Clear' })).toBeFocused();
  await hand.press(bar(page).getByRole('button', { name: 'Void' }));
  const dialog = page.getByRole('dialog', { name: 'Void all matching events' });
  await dialog.getByLabel('Reason').fill('Every win was counted twice.');
  await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText('9,999');
  await hand.press(dialog.getByRole('button', { name: 'Void events' }));
  await expect(page.getByText('Voided 9,999 events.')).toBeVisible();
  const total = async () => (await game.call('rankings', { board: 'main' })).standings.reduce((sum, { points }) => sum + points, 0);
  expect(await total()).toBe(6);
  await hand.press(page.getByRole('status').filter({ hasText: 'Voided 9,999 events.' }).getByRole('link', { name: 'Undo' }));
  await hand.press(page.getByRole('dialog', { name: /^Undo/ }).getByRole('button', { name: 'Undo action' }));
  await expect.poll(total).toBe(10_005);
  expect(hand.presses).toBeLessThanOrEqual(8);
});

test('a filter set while the previous one is still being applied is kept', async ({ console: page, game }) => {
  await game.scored(Array.from({ length: 25 }, (_, i) => ({ username: `player-${i}`, points: 1 + i })));
  const browser = await page.context().newCDPSession(page);
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  for (const pauseMs of [0, 20, 80]) {
    await page.goto('/console/events');
    await expect(page.getByRole('rowheader')).toHaveCount(25);
    await page.getByLabel('Posted by').evaluate(async (select: HTMLSelectElement, ms) => {
      const type = (name: string, value: string) => {
        const box = select.form!.elements.namedItem(name) as HTMLInputElement;
        box.focus();
        // React overrides the box's own setter, and ignores an event for text that it has seen being set.
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(box, value);
        box.dispatchEvent(new Event('input', { bubbles: true }));
      };
      select.value = select.options[1]!.value;
      select.dispatchEvent(new Event('change', { bubbles: true }));
      await new Promise((resolve) => setTimeout(resolve, ms));
      type('from', '2020-01-01T00:00');
      type('until', '2020-01-02T00:00');
    }, pauseMs);
    await expect(page, `after ${pauseMs} ms`).toHaveURL(/from=.*until=/);
    await expect(page.getByLabel('Until')).toHaveValue('2020-01-02T00:00');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(page.getByLabel('Until')).toHaveValue('');
  }
});

test('a list is used by keyboard, and its selection survives paging but not other filters', async ({ console: page, game }) => {
  await game.scored(Array.from({ length: 60 }, (_, i) => ({ username: `player-${`${i}`.padStart(2, '0')}`, points: 60 - i })));
  await page.goto('/console/players?limit=25');
  await expect(page.getByRole('rowheader')).toHaveCount(25);
  await expect(page.getByText('1–25')).toBeVisible();
  const boxes = page.getByRole('checkbox', { name: /^Select player/ });
  await boxes.first().focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+Space');
  await expect(bar(page)).toContainText('3 selected');
  await page.getByRole('link', { name: 'Older' }).click();
  await expect(page.getByText('26–50')).toBeVisible();
  await boxes.first().click();
  await boxes.nth(2).click({ modifiers: ['Shift'] });
  await expect(bar(page)).toContainText('6 selected');
  await bar(page).getByRole('button', { name: 'Hide' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Hide players' }).click();
  await expect(page.getByText('Hid 6 players.')).toBeVisible();
  await expect(bar(page)).not.toContainText('selected');
  await expect.poll(() => isFocusLost(page)).toBe(false);

  await page.getByLabel('Status').selectOption('Hidden');
  await expect(page.getByText('6 hidden')).toBeVisible();
  await wholePage(page).click();
  await expect(bar(page)).toContainText('6 selected');
  expect(await violations(page)).toEqual([]);
  await page.getByLabel('Search').fill('player-5');
  await expect(page.getByRole('rowheader')).toHaveCount(3);
  await expect(bar(page)).not.toContainText('selected');

  await test.step('a fully loaded list can be sorted, and the address keeps the order', async () => {
    await page.getByRole('button', { name: 'Points, all time' }).click();
    await expect(page.getByRole('columnheader', { name: 'Points, all time' })).toHaveAttribute('aria-sort', 'ascending');
    await page.getByRole('button', { name: 'Points, all time' }).click();
    await expect(page).toHaveURL(/sort=-total/);
    await expect(page.getByRole('columnheader', { name: 'Points, all time' })).toHaveAttribute('aria-sort', 'descending');
    const names = await page.getByRole('rowheader').allTextContents();
    expect(names).toEqual(names.toSorted());
    // Two presses before the page has caught up still count as two: unsorted, then ascending.
    await page.getByRole('button', { name: 'Points, all time' }).evaluate((button: HTMLElement) => {
      button.click();
      button.click();
    });
    await expect(page).toHaveURL(/sort=total/);
    await page.getByRole('button', { name: 'Points, all time' }).click();
    await expect(page).toHaveURL(/sort=-total/);
  });

  await test.step('the filtered list is saved as a named view', async () => {
    await page.getByRole('button', { name: 'Save view' }).click();
    await page.getByLabel('Name of this view').fill('Hidden fifties');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Remove view' })).toBeFocused();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(page).not.toHaveURL(/q=/);
    await expect(page.getByRole('search')).toBeFocused();
    await page.getByRole('link', { name: 'Hidden fifties' }).click();
    await expect(page.getByLabel('Search')).toHaveValue('player-5');
    await expect(page.getByRole('rowheader')).toHaveCount(3);
    await page.getByRole('button', { name: 'Remove view' }).press('Enter');
    await expect(page.getByRole('button', { name: 'Save view' })).toBeFocused();
  });

  await test.step('all matching rows are exported, from every page', async () => {
    await page.goto('/console/players?limit=25');
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const lines = readFileSync(await (await downloading).path(), 'utf8')
      .trim()
      .split('\r\n');
    expect(lines).toHaveLength(61);
    expect(lines[0]).toContain('username,displayName,');
    await expect(page.getByText('60 rows exported.')).toBeVisible();
  });

  await test.step('a row opens at the side, by key and by click, and returns the focus', async () => {
    const first = page.getByRole('rowheader').first().getByRole('link');
    const side = page.getByRole('dialog', { name: /^player-/ });
    await first.focus();
    await page.keyboard.press('Enter');
    await expect(side).toContainText('All time');
    await expect(page).toHaveURL(/row=player-/);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(side).toHaveCount(0);
    await expect(first).toBeFocused();
    await page
      .getByRole('row')
      .nth(2)
      .getByText(/^(?:Shown|Hidden)$/)
      .click();
    await expect(side).toBeVisible();
    await side.getByRole('button', { name: 'Close' }).click();
    await expect(side).toHaveCount(0);
  });
});
