// Files in the console: imports of points, and backups.
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { violations } from '../e2e/axe-violations.ts';
import { expect, test } from './console-people.ts';

const csv = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

test('a file is checked line by line before anything is stored, then imported and undone', async ({ console: page, game }) => {
  await game.scored([{ username: 'ada', points: 5 }]);
  await page.goto(`${game.url}/console/import`);
  const file = page.getByLabel('File');
  const total = async () =>
    (await game.call('rankings', { board: 'main', query: { period: 'all-time' } })).standings.map(({ points }) => points);
  await test.step('errors are reported with their lines', async () => {
    await file.setInputFiles(csv('season.csv', '\ufeffid,username,points\r\na,"ada, the 1st",1\r\nb,,2\r\nc,cy,1.5\r\n'));
    await expect(page.getByText('2 rows can’t be imported; 1 can.')).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: 'username is missing' })).toContainText('Line 3');
    await expect(page.getByRole('row').filter({ hasText: 'must be a whole number' })).toContainText('Line 4');
    expect(await violations(page)).toEqual([]);
    await file.setInputFiles(csv('season.csv', 'id,username,score\n'));
    await expect(page.getByText('Line 1: unknown column "score".')).toBeVisible();
  });
  await test.step('a file that is too large is refused before it is read', async () => {
    await page.evaluate(() => Object.defineProperty(File.prototype, 'size', { get: () => 200_000_000, configurable: true }));
    await file.setInputFiles(csv('huge.csv', 'id,username,points\na,ada,1\n'));
    await expect(page.getByText('The file has 200 MB; a browser imports up to 64 MB.')).toBeVisible();
    await page.reload();
  });
  const rows = Array.from({ length: 3000 }, (_, i) => `e${i},player-${i % 10},1`);
  const season = csv('season.csv', ['id,username,points', ...rows].join('\r\n'));
  await test.step('leaving halfway asks for confirmation, and the same file continues', async () => {
    let sent = 0;
    const hold = Promise.withResolvers<undefined>();
    await page.route('**/api/v1/points/import*', async (route) => {
      sent += 1;
      if (sent === 2) await hold.promise;
      await route.continue();
    });
    await file.setInputFiles(season);
    await page.getByRole('button', { name: 'Import 3,000 rows' }).click();
    await expect(page.getByText('1,000 of 3,000')).toBeVisible();
    await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Players', exact: true }).click();
    const asks = page.getByRole('dialog');
    await expect(asks).toContainText('Rows that were sent stay.');
    await asks.getByRole('button', { name: 'Keep importing' }).click();
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await expect(page.getByText('1,000 of 3,000 rows were sent, and stay.')).toBeVisible();
    const answered = page.waitForResponse('**/api/v1/points/import*');
    hold.resolve(undefined);
    await answered;
    await page.reload();
    await expect(page.getByRole('rowheader', { name: /^season\.csv \([0-9a-f]{8}\)$/ })).toBeVisible();
    await file.setInputFiles(season);
    await page.getByRole('button', { name: 'Import 3,000 rows' }).click();
    await expect(page.getByRole('heading', { name: 'Import finished' })).toBeVisible();
    await expect(page.getByText('No imports are unfinished.')).toBeVisible();
    expect(await total()).toEqual([...Array.from({ length: 10 }, () => 300), 5]);
  });
  await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false);
  await test.step('undoing an import voids all of its events, and nothing else', async () => {
    await page.getByRole('button', { name: 'Undo import' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Void the imported events' }).click();
    await expect(page.getByText('3,000 events voided.')).toBeVisible();
    expect(await total()).toEqual([5]);
  });
});

test('owners export everything, even without a backup folder', async ({ console: page, game }) => {
  await game.scored([{ username: 'ada', points: 5 }]);
  await page.goto(`${game.url}/console/backups`);
  const begun = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export everything' }).click();
  const download = await begun;
  expect(download.suggestedFilename()).toMatch(/^laurels-\d{8}T\d{6}Z\.tar\.gz$/);
  expect((await readFile(await download.path())).subarray(0, 2).toString('hex')).toBe('1f8b');
  await expect(page.getByRole('button', { name: 'Export everything' })).toBeEnabled();
});

const backups = mkdtempSync(join(tmpdir(), 'laurels-kept-'));
test.afterAll(() => rmSync(backups, { recursive: true, force: true }));

test.describe('with a backup folder', () => {
  test.use({ settings: { LAURELS_BACKUP_FOLDER: backups } });

  test('an owner backs up, runs a restore drill, and downloads the file', async ({ console: page, game }) => {
    await game.scored([{ username: 'ada', points: 5 }]);
    await page.goto(`${game.url}/console/backups`);
    await page.getByRole('button', { name: 'Back up now' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Back up now' }).click();
    const row = page.getByRole('row').filter({ hasText: 'Manual' });
    await expect(row).toContainText('Verified');
    await game.scored([{ username: 'bob', points: 7 }]);
    await row.getByRole('button', { name: 'Restore drill' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('A drill changes nothing.');
    await dialog.getByRole('button', { name: 'Start the drill' }).click();
    await expect(dialog.getByText('The backup can be restored: 1 event replayed')).toBeVisible();
    await expect(dialog.getByRole('row', { name: /^Events/ })).toHaveText(/Events\s*1\s*1\s*0/);
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Done' }).click();
    const arriving = page.waitForEvent('download');
    await row.getByRole('button', { name: 'Download' }).click();
    const download = await arriving;
    expect(download.suggestedFilename()).toMatch(/^laurels-\d{8}T\d{6}Z-manual\.backup$/);
    expect((await readFile(await download.path())).toString('latin1', 0, 15)).toBe('SQLite format 3');
  });
});
