// A newcomer who has read nothing puts a game online within eight minutes, guided by the pages alone.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join as inFolder } from 'node:path';

import type { Locator } from '@playwright/test';

import { DAY_MS, MINUTE_MS } from '../../src/domain/durations.ts';
import { expect, join, test } from './console-people.ts';
import { NOON } from './live-site.ts';

/**
 * How long a person takes, in milliseconds: the keystroke-level model (Card, Moran and Newell, 1980) for a slow typist, plus the time to
 * find each control among the others.
 */
const TAKES = { find: 4000, decide: 1350, point: 1100, press: 200, type: 500 } as const;

const MOST_MS = 8 * MINUTE_MS;

/** Presses and types, and adds up how long a person would have taken. */
class Hand {
  takenMs = 0;

  async press(control: Locator): Promise<void> {
    this.takenMs += TAKES.find + TAKES.decide + TAKES.point + TAKES.press;
    // A list that loads above a button moves it away from the pointer.
    await expect(control.page().getByText('Loading…')).toHaveCount(0);
    await control.click();
  }

  async type(field: Locator, text: string): Promise<void> {
    this.takenMs += TAKES.find + TAKES.decide + TAKES.point + TAKES.press + TAKES.type * text.length;
    await field.fill(text);
  }

  /** Takes two presses: the field, and the file in the browser's dialog. */
  async give(field: Locator, name: string, text: string): Promise<void> {
    this.takenMs += 2 * (TAKES.find + TAKES.decide + TAKES.point + TAKES.press);
    await field.setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  }

  async choose(field: Locator, label: string): Promise<void> {
    this.takenMs += 2 * (TAKES.find + TAKES.decide + TAKES.point + TAKES.press);
    await field.selectOption({ label });
  }
}

const backups = mkdtempSync(inFolder(tmpdir(), 'laurels-newcomer-'));
test.afterAll(() => rmSync(backups, { recursive: true, force: true }));
test.use({ settings: { LAURELS_BACKUP_FOLDER: backups } });

test('in eight minutes a newcomer creates a board with prizes, a name and a colour, imports and posts points, voids one, practises, settles a week, and runs a restore drill', async ({
  page,
  game,
  complaints,
}) => {
  // Days later the session has expired.
  complaints.allow(/status of 401/);
  await join(page, game, 'Olga');
  const hand = new Hand();
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const start = async (name: string | RegExp) => {
    await hand.press(page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Overview' }));
    await hand.press(page.getByRole('main').getByRole('link', { name }));
  };

  // A name and a colour.
  await hand.press(page.getByRole('link', { name: 'Set your game’s name and colour' }));
  await hand.type(page.getByLabel('Name of your game'), 'Lantern Run');
  await hand.type(page.getByLabel('Colour', { exact: true }), '#e10600');
  await hand.press(button('Save appearance'));
  await expect(page.getByText('The site is up to date.').first()).toBeVisible();

  // A board with a unit.
  await start('Create a board');
  await hand.press(button('New board'));
  const dialog = page.getByRole('dialog');
  await hand.type(dialog.getByLabel('Title'), 'Night races');
  await hand.choose(dialog.getByLabel('Unit'), 'Custom unit');
  await hand.type(dialog.getByLabel('Singular'), 'star');
  await hand.type(dialog.getByLabel('Plural'), 'stars');
  await hand.press(button('Create board'));
  await expect(page.getByRole('row', { name: /Night races/ })).toContainText('stars');

  // Prizes.
  await start('Add prizes');
  await hand.press(page.getByRole('region', { name: 'Prizes' }).getByRole('link', { name: 'Add prizes' }));
  await hand.choose(page.getByLabel('Board', { exact: true }), 'Night races');
  await hand.type(page.getByLabel('Prize', { exact: true }), '500 coins');
  await hand.press(button('Add ranks'));
  await hand.type(page.getByLabel('Prize', { exact: true }).last(), '200 coins');
  await hand.press(button('Add prizes'));
  // The form has a row of its own with this text.
  await expect(page).not.toHaveURL(/entry=/);
  await expect(page.getByRole('row', { name: /200 coins/ })).toBeVisible();

  // Points, one entry of them by mistake.
  await start('Post points by hand');
  await hand.choose(page.getByLabel('Board', { exact: true }), 'Night races');
  await expect(page).toHaveURL(/board=night-races/);
  for (const [username, points] of [
    ['ada', '120'],
    ['bob', '90'],
    ['eve', '9000'],
  ] as const) {
    await hand.press(button('Post points'));
    await hand.type(dialog.getByLabel('Username'), username);
    await hand.type(dialog.getByLabel('Points', { exact: true }), points);
    await hand.press(dialog.getByRole('button', { name: 'Post points' }));
    // The row appears first, and the dialog has a button of the same name.
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('row', { name: new RegExp(username) })).toBeVisible();
  }
  await hand.press(page.getByRole('row', { name: /eve/ }).getByRole('button', { name: 'Void' }));
  await hand.type(dialog.getByLabel('Reason'), 'A mistake.');
  await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText('A podium would change.');
  await hand.press(dialog.getByRole('button', { name: 'Void event', exact: true }));
  await expect(page.getByRole('row', { name: /eve/ })).toContainText('Voided');

  const room = (name: string) => hand.press(page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name }));
  // The board stays selected on the other pages of a board.
  await room('Import');
  await hand.give(page.getByLabel('File'), 'season.csv', 'id,username,points\na,cy,40\nb,di,30\n');
  await hand.press(button('Import 2 rows'));
  await expect(page.getByRole('heading', { name: 'Import finished' })).toBeVisible();

  // The week: practised, reviewed for a day once it is over, and then paid out.
  await room('Periods');
  await hand.press(button('Weeks'));
  await expect(button('Weeks')).toHaveAttribute('aria-pressed', 'true');
  await hand.press(button('Run practice'));
  await expect(page.getByRole('region', { name: 'Practice settlement' }).getByRole('row', { name: /ada/ })).toContainText('due (practice)');
  await hand.press(button('Change review period'));
  await hand.choose(dialog.getByLabel('Review results with prizes for'), '1 day');
  await hand.press(button('Save'));
  await expect(dialog).toHaveCount(0);

  // The first backup exists as soon as there is a folder for it.
  await room('Backups');
  await hand.press(page.getByRole('row').nth(1).getByRole('button', { name: 'Restore drill' }));
  await hand.press(dialog.getByRole('button', { name: 'Start the drill' }));
  await expect(dialog.getByText('The backup can be restored')).toBeVisible();
  await hand.press(dialog.getByRole('button', { name: 'Done' }));

  await game.stopClockAt(NOON + 5 * DAY_MS);
  await expect.poll(async () => (await game.call('review', { board: 'night-races' })).provisional.length).toBe(1);
  await page.goto(`${game.url}/console`);
  await hand.press(button('Sign in with a passkey'));
  await hand.press(page.getByRole('link', { name: /under review/ }));
  await hand.press(button('Make final now'));
  await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText('500 coins');
  await hand.press(dialog.getByRole('button', { name: 'Make final', exact: true }));
  await expect(dialog).toHaveCount(0);
  // The overview is computed at most once a second.
  await game.stopClockAt(NOON + 5 * DAY_MS + 2000);
  await start(/prizes due/);
  await hand.press(page.getByRole('checkbox', { name: 'Select all on this page' }));
  await hand.press(page.getByRole('group', { name: 'Selection' }).getByRole('button', { name: 'Mark as paid' }));
  await hand.press(dialog.getByRole('button', { name: 'Mark as paid' }));
  await expect(dialog).toHaveCount(0);

  const { payouts } = await game.call('payouts', { query: { board: 'night-races' } });
  expect(payouts.map(({ player, prize, state }) => `${player?.username} ${prize} ${state}`).toSorted()).toEqual([
    'ada 500 coins paid',
    'bob 200 coins paid',
  ]);
  expect((await game.call('appearance')).name).toBe('Lantern Run');
  console.log(`Somebody would have taken ${(hand.takenMs / MINUTE_MS).toFixed(1)} minutes.`);
  expect(hand.takenMs).toBeLessThanOrEqual(MOST_MS);
});
