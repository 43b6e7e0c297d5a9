// The catalogue in the console: what an operator enters is what visitors see.
import { violations } from '../e2e/axe-violations.ts';
import { expect, test } from './console-people.ts';

test('visitors see what an operator enters in the catalogue: prizes, and entries that are added, refused, edited, moved, removed and found', async ({
  console: page,
  game,
  complaints,
}) => {
  await test.step('a newcomer adds weekly prizes for one board, and visitors see them', async () => {
    await game.call('makeBoard', { body: { name: 'laps', title: 'Fastest laps' } });
    await page.goto('/console');
    await page.getByRole('link', { name: 'Catalogue' }).click();
    await page
      .getByRole('navigation', { name: 'Parts of the catalogue' })
      .getByRole('link', { name: /^Prizes/ })
      .click();
    await page.getByRole('link', { name: 'Add prizes' }).click();
    await page.getByLabel('Board', { exact: true }).selectOption({ label: 'Fastest laps' });
    await page.getByLabel('Prize', { exact: true }).fill('500 coins');
    await page.getByRole('button', { name: 'Add ranks' }).click();
    await expect(page.getByLabel('From rank').last()).toHaveValue('2');
    await page.getByLabel('To rank').last().fill('3');
    await page.getByLabel('Prize', { exact: true }).last().fill('200 coins');
    const preview = page.getByRole('region', { name: 'Preview' });
    await expect(preview.getByRole('term')).toHaveText(['1st', '2nd to 3rd']);
    await expect(preview.getByRole('definition')).toHaveText(['500 coins', '200 coins']);
    await page.getByRole('button', { name: 'Add prizes' }).click();
    await expect(page.getByRole('row', { name: /200 coins/ })).toContainText('2nd to 3rd');
    expect((await game.call('catalogue')).prizes).toEqual([
      { board: 'laps', period: 'weekly', from: 1, prize: '500 coins' },
      { board: 'laps', period: 'weekly', from: 2, to: 3, prize: '200 coins' },
    ]);
    const { prizes } = await game.call('boardView', { board: 'laps', query: { period: 'weekly' } });
    expect(prizes.map(({ prize }) => prize)).toEqual(['500 coins', '200 coins']);
  });
  await test.step('an entry that the server refuses shows the error at its field, and is saved once fixed', async () => {
    complaints.allow(/status of 400/);
    await game.call('replaceCatalogue', { body: { tournaments: [CUP] } });
    await page.goto(`${game.url}/console/catalogue?part=tournaments&entry=new`);
    await page.getByLabel('Title', { exact: true }).fill('Summer Cup');
    await page.getByLabel('Subtitle').fill('League, 12 teams');
    await page.getByLabel('Emoji').fill('ab');
    await page.getByLabel('Label', { exact: true }).fill('Starts in June');
    await page.getByRole('button', { name: 'Add tournament' }).click();
    await expect(page.getByLabel('Emoji')).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByText('Emoji must be one emoji')).toBeVisible();
    await page.getByLabel('Emoji').fill('☀️');
    await page.getByRole('button', { name: 'Add tournament' }).click();
    await expect(page.getByRole('table', { name: 'Tournaments' })).toContainText('Summer Cup');
    expect((await game.call('catalogue')).tournaments.map(({ id }) => id)).toEqual(['winter-cup', 'summer-cup']);
  });
  await test.step('an activity is edited, moved up and removed, and the others stay unchanged', async () => {
    const activities = ['Daily match', 'Quiz', 'Marathon'].map((title) =>
      Object.assign({}, MATCH, { id: title.toLowerCase().replace(' ', '-'), title }),
    );
    await game.call('replaceCatalogue', { body: { activities, tournaments: [CUP] } });
    await page.goto(`${game.url}/console/catalogue`);
    await page.getByRole('group', { name: 'Actions for Quiz' }).getByRole('link', { name: 'Edit' }).click();
    await expect(page).toHaveURL(/entry=quiz$/);
    await page.reload();
    await page.getByLabel('Points', { exact: true }).fill('250');
    await expect(page.getByRole('region', { name: 'Preview' }).getByRole('article', { name: 'Quiz' })).toContainText('250 points');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('row', { name: /Quiz/ })).toContainText('250');

    await page.getByRole('group', { name: 'Actions for Marathon' }).getByRole('button', { name: 'Move', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('group', { name: 'Actions for Daily match' }).getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByRole('row', { name: /Daily match/ })).toHaveCount(0);

    const kept = await game.call('catalogue');
    expect(kept.activities.map(({ title, points }) => `${title} ${points}`)).toEqual(['Marathon 100', 'Quiz 250']);
    expect(kept.tournaments).toEqual([CUP]);
  });
  await test.step('a long list is searched and paged, and the address keeps both', async () => {
    const tournaments = Array.from({ length: 120 }, (_, i) => Object.assign({}, CUP, { id: `cup-${i + 1}`, title: `Cup ${i + 1}` }));
    await game.call('replaceCatalogue', { body: { tournaments } });
    await page.goto(`${game.url}/console/catalogue?part=tournaments`);
    await page.getByRole('link', { name: 'Next' }).click();
    await expect(page.getByText('Page 2 of 3')).toBeVisible();
    await page.reload();
    await expect(page.getByRole('rowheader', { name: 'Cup 51', exact: true })).toBeVisible();
    await page.getByLabel('Search').fill('cup 119');
    await expect(page.getByRole('rowheader')).toHaveText(['Cup 119']);
    await expect(page).toHaveURL(/\?part=tournaments&q=cup\+119$/);
  });
});

test('another operator’s change is shown, and nothing is lost', async ({ console: page, game, complaints }) => {
  await test.step('a change elsewhere: both changes are kept', async () => {
    complaints.allow(/status of 412/);
    await game.call('replaceCatalogue', { body: { activities: [MATCH] } });
    await page.goto(`${game.url}/console/catalogue?entry=daily-match`);
    await page.getByLabel('Title', { exact: true }).fill('Evening match');
    await game.call('replaceCatalogue', { body: { activities: [MATCH], tournaments: [CUP] } });
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'while you had it open' })).toBeVisible();
    expect((await game.call('catalogue')).activities).toEqual([MATCH]);
    await expect(page.getByRole('row', { name: 'tournaments, winter cup, title none Winter Cup' })).toBeVisible();
    await page.getByRole('button', { name: 'Apply my change to the current version' }).click();
    await expect(page.getByRole('row', { name: /Evening match/ })).toBeVisible();
    const kept = await game.call('catalogue');
    expect([kept.activities[0]!.title, kept.tournaments]).toEqual(['Evening match', [CUP]]);
  });
  await test.step('a removal while the entry is open', async () => {
    complaints.allow(/status of 412/);
    await game.call('replaceCatalogue', { body: { activities: [MATCH] } });
    await page.goto(`${game.url}/console/catalogue?entry=daily-match`);
    await page.getByLabel('Title', { exact: true }).fill('Evening match');
    await game.call('replaceCatalogue', { body: {} });
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('row', { name: 'activities, daily match, title Daily match none' })).toBeVisible();
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Evening match');
    await page.getByRole('button', { name: 'Apply my change to the current version' }).click();
    await expect.poll(async () => (await game.call('catalogue')).activities.map(({ title }) => title)).toEqual(['Evening match']);
  });
});

test('the catalogue’s lists and forms are accessible, and never scroll sideways', async ({ console: page, game }) => {
  await game.call('replaceCatalogue', {
    body: {
      activities: [{ ...MATCH, title: 'A'.repeat(80), limit: { times: 3, per: 'week' } }],
      tournaments: [CUP],
      prizes: [{ from: 1, prize: 'A'.repeat(40) }],
    },
  });
  for (const query of [
    '',
    '?entry=daily-match',
    '?part=prizes',
    '?part=prizes&entry=new',
    '?part=achievements',
    '?part=tournaments&entry=new',
  ]) {
    await page.goto(`${game.url}/console/catalogue${query}`);
    await expect(page.getByRole('navigation', { name: 'Parts of the catalogue' })).toBeVisible();
    // The code of a form arrives later.
    await expect(page.getByText('Loading…')).toHaveCount(0);
    expect(await violations(page), query).toEqual([]);
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), query).toBe(320);
  }
});

const CUP = { id: 'winter-cup', title: 'Winter Cup', subtitle: 'Knockout, 64 players', avatar: '🏆', extra: 'Starts Friday' };

const MATCH = {
  id: 'daily-match',
  title: 'Daily match',
  description: 'Play one match.',
  points: 100,
  difficulty: 'Easy' as const,
  timeRequired: '20 min',
};
