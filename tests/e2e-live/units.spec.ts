// Boards with other units than points, many boards, archived boards, and the longest totals and names.
import { violations } from '../e2e/axe-violations.ts';
import { sideways } from '../e2e/fit.ts';
import { expect, noon, open, row, test } from './live-site.ts';

const ARABIC = 'نور الهدى';
const HEBREW = 'דנה 7';
const WIDE = 'W'.repeat(64);

test('a board of times, fastest first, shows times on every page, and never points', async ({ page, game }) => {
  await game.call('makeBoard', { body: { name: 'sprint', title: 'Sprint', scoring: 'best', direction: 'low', unit: 'time' } });
  const events = ['ada', 'bob', 'cleo', 'dan', 'eve'].map((username, i) => ({ username, points: 59_500 + 250 * i, activity: 'Heat' }));
  await game.scored(events, 'sprint');
  await game.scored([{ username: 'zoe', points: 5 }]);
  await test.step('it shows times and the gaps between them, in matching words', async () => {
    await open(page, '/leaderboard?board=sprint');
    await expect(page.getByText(/, fastest time first\.$/)).toBeVisible();
    await expect(page.getByRole('columnheader', { name: 'Time' })).toBeVisible();
    await expect(row(page, 'dan')).toContainText('1:00.250');
    await expect(row(page, 'dan').getByRole('cell', { name: '+0.250 s' })).toBeVisible();
    await expect(page.getByText('0.250 s behind').first()).toBeVisible();
    await expect(page.getByRole('main')).not.toContainText(/points|pts/i);
    await expect(page).toHaveTitle(/Sprint/);
    expect(await page.locator('meta[name="description"]').getAttribute('content')).toContain('1st ada, 0:59.500; 2nd bob, 0:59.750');
  });
  await test.step('a screen reader reads them in minutes and seconds', async () => {
    await open(page, '/leaderboard?board=sprint');
    await expect(page.getByRole('cell', { name: '1 minute 0.250 seconds' })).toBeVisible();
  });
  await test.step('a player’s page mentions no other board and no points', async () => {
    await open(page, '/players/cleo?board=sprint');
    const around = page.getByRole('table', { name: /^Around cleo/ });
    await expect(around.getByRole('row', { name: /ada/ })).toContainText('0.500 s ahead');
    await expect(around.getByRole('row', { name: /dan/ })).toContainText('0.250 s behind');
    await expect(page.getByText('0.251 s faster to pass')).toBeVisible();
    await expect(page.getByRole('main')).not.toContainText(/points|Leaderboard/i);
    await open(page, '/players/cleo/why?board=sprint');
    await expect(page.getByText('Each player’s best result counts. The player with the fastest time leads.')).toBeVisible();
    await expect(page.getByRole('table')).toContainText('1:00.000');
    await open(page, '/search?text=cleo&board=sprint');
    await expect(page.getByRole('main')).toContainText('1:00.000');
  });
});

test.describe('with the longest totals and names', () => {
  test.use({ viewport: { width: 320, height: 800 } });

  test.beforeEach(async ({ game }) => {
    const names = [ARABIC, WIDE, HEBREW, 'ada', 'm'.repeat(64), 'bob', 'Zoë'];
    const totals = [1e15, 1e15 - 120, 1e15 - 987_654_321, 4544, -4544, -(10 ** 14), -1e15];
    const events = (at: string) => names.map((username, i) => ({ username, points: totals[i]!, activity: 'x'.repeat(64), at }));
    await game.filled(events(noon(-1)));
    await game.scored(events(noon(0)));
    for (const unit of ['time', 'distance', { one: 'w'.repeat(24), other: 'w'.repeat(24) }] as const) {
      const name = typeof unit === 'string' ? unit : 'own';
      await game.call('makeBoard', { body: { name, title: 'M'.repeat(80), scoring: 'best', direction: 'low', unit } });
      await game.scored(events(noon(0)), name);
    }
    await game.tell({ prizes: [{ from: 1, to: 7, prize: '500 coins' }] });
  });

  test('every page of every board fits 320 px, and nothing overlaps', async ({ page }) => {
    const player = (name: string) => `/players/${encodeURIComponent(name)}`;
    const paths = [
      '/',
      '/leaderboard?mode=all-time',
      '/whiteboard',
      '/search',
      player(ARABIC),
      player(WIDE),
      player('bob'),
      `${player(HEBREW)}/why`,
    ];
    for (const board of ['main', 'time', 'distance', 'own'])
      await test.step(board, async () => {
        for (const path of paths) {
          await open(page, `${path}${path.includes('?') ? '&' : '?'}board=${board}`);
          expect(await sideways(page), `${path} of ${board}`).toEqual([]);
          expect(await overlaps(page), `${path} of ${board}`).toEqual([]);
        }
      });

    await test.step('a name is isolated in its own direction, in elements and in text', async () => {
      await open(page, '/');
      const name = page.getByRole('main').getByRole('link', { name: ARABIC });
      expect(await name.evaluate((link) => getComputedStyle(link.firstElementChild ?? link).unicodeBidi)).toBe('isolate');
      const description = () => page.locator('meta[name="description"]').getAttribute('content');
      expect(await description()).toContain(`1st \u2068${ARABIC}\u2069, 1,000,000,000,000,000 points`);
      await open(page, `/players/${encodeURIComponent(HEBREW)}`);
      await expect(page).toHaveTitle(new RegExp(`^\u2068${HEBREW}\u2069, 3rd of 7 today`));
    });
  });
});

test.describe('more than three boards', () => {
  test.beforeEach(async ({ game }) => {
    for (let i = 1; i <= 9; i += 1) await game.open(`stage-${i}`, `Stage ${i}`);
    await game.open('relay', 'Relay');
  });

  test('are one line that opens a searchable list, by mouse and by keyboard', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await open(page, '/');
    const boards = page.getByRole('navigation', { name: 'Boards' });
    const line = boards.locator('summary');
    const closed = (await boards.boundingBox())!;
    expect(closed.height).toBe(44);
    await line.click();
    expect((await boards.boundingBox())!.height).toBe(44);
    await expect(boards.getByRole('link')).toHaveCount(11);
    expect(await violations(page)).toEqual([]);
    expect(await sideways(page)).toEqual([]);

    await boards.getByRole('searchbox').fill('rel');
    await expect(boards.getByRole('link')).toHaveText(['Relay']);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(line).toHaveText(/Relay/);
    await expect(page).toHaveURL(/[?]board=relay$/);
    await expect(boards.getByRole('searchbox')).toBeHidden();

    await line.press('Enter');
    await boards.getByRole('searchbox').fill('nothing');
    await expect(boards.getByRole('status')).toHaveText('No board is called that.');
    await page.keyboard.press('Escape');
    await expect(line).toBeFocused();
    await expect(boards.getByRole('searchbox')).toBeHidden();
  });

  test.describe('without scripts', () => {
    test.use({ javaScriptEnabled: false });

    test('are links behind one line', async ({ page, game }) => {
      await page.goto(`${game.url}/?period=weekly`);
      const boards = page.getByRole('navigation', { name: 'Boards' });
      await boards.locator('summary').click();
      await boards.getByRole('link', { name: 'Relay' }).click();
      await expect(page).toHaveURL('/?period=weekly&board=relay');
    });
  });
});

test('up to three boards are boxes, in one line on a phone', async ({ page, game }) => {
  for (let i = 1; i <= 2; i += 1) await game.open(`cup-${i}`, `A cup with a long name, number ${i}`);
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, '/');
  const boards = page.getByRole('navigation', { name: 'Boards' });
  await expect(boards.getByRole('link')).toHaveCount(3);
  expect((await boards.boundingBox())!.height).toBeLessThan(88);
  expect(await sideways(page)).toEqual([]);
});

test('an archived board is not listed, and its pages say that it is archived', async ({ page, game }) => {
  await game.open('old', 'Old cup');
  await game.scored([{ username: 'ada', points: 10 }], 'old');
  await game.scored([{ username: 'bob', points: 10 }]);
  await open(page, '/?board=old');
  const boards = page.getByRole('navigation', { name: 'Boards' });
  await expect(boards.getByRole('link', { name: 'Old cup' })).toBeVisible();

  await game.call('changeBoard', { board: 'old', body: { state: 'archived' } });
  // An open page follows.
  await expect(page.getByText('Old cup (archived) accepts no new results.')).toBeVisible();
  await expect(boards.getByRole('link', { name: 'Old cup' })).toHaveCount(0);
  await expect(boards.getByRole('link', { name: 'Leaderboard' })).toBeVisible();
  await page.reload();
  await expect(page.getByText('Old cup (archived) accepts no new results.')).toBeVisible();
  await expect(page).toHaveTitle(/Old cup \(archived\)/);
  await open(page, '/players/ada?board=old');
  await expect(page.getByText('Old cup (archived) accepts no new results.')).toBeVisible();
  await open(page, '/players/bob');
  await expect(page.getByRole('main')).not.toContainText('Old cup');
});

/** Visible texts that overlap. Parts that are cut off by a box around them do not count. */
function overlaps(page: Parameters<typeof sideways>[0]): Promise<readonly string[]> {
  return page.evaluate(() => {
    const seen: { readonly text: string; readonly parent: Element; readonly box: DOMRect }[] = [];
    const walker = document.createTreeWalker(document.querySelector('main')!, NodeFilter.SHOW_TEXT);
    while (walker.nextNode() !== null) {
      const node = walker.currentNode;
      const parent = node.parentElement!;
      if (node.textContent!.trim() === '' || parent.closest('.visually-hidden, svg, [role="tooltip"]') !== null) continue;
      if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const { left, top, right, bottom } of range.getClientRects()) {
        const cut = { left, top, right, bottom };
        for (let around: Element | null = parent; around !== null; around = around.parentElement) {
          const { overflowX, overflowY, display, clipPath } = getComputedStyle(around);
          if (clipPath === 'inset(50%)') cut.right = cut.left;
          if (display === 'inline' || (overflowX === 'visible' && overflowY === 'visible')) continue;
          const edge = around.getBoundingClientRect();
          cut.left = Math.max(cut.left, edge.left);
          cut.top = Math.max(cut.top, edge.top);
          cut.right = Math.min(cut.right, edge.right);
          cut.bottom = Math.min(cut.bottom, edge.bottom);
        }
        const box = new DOMRect(cut.left, cut.top, cut.right - cut.left, cut.bottom - cut.top);
        if (box.width > 2 && box.height > 2) seen.push({ text: node.textContent!, parent, box });
      }
    }
    const found = seen.flatMap((a, i) =>
      seen.slice(i + 1).flatMap((b) => {
        if (a.parent === b.parent) return [];
        const x = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
        // Lines are taller than their letters.
        const y = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
        return x > 2 && y > 8 ? [`"${a.text.slice(0, 30)}" and "${b.text.slice(0, 30)}"`] : [];
      }),
    );
    return [...new Set(found)].slice(0, 10);
  });
}
