// Ranking and filter rules as a visitor sees them. The rules themselves are covered by property tests of the domain.
import { FILTERED, HOME_DAILY, HOME_WEEKLY, LEADERBOARD_DAILY, LEADERBOARD_WEEKLY } from './sample-rankings.ts';
import { expect, open, period, playerSearch, readBoard, test } from './site.ts';

test('home ranks its eight players by daily points, with places, lanes and tie marks, and again when the period is switched', async ({
  page,
}) => {
  await test.step('by daily points', async () => {
    await open(page, '/');
    expect(await readBoard(page)).toEqual(HOME_DAILY);
  });
  await test.step('every row’s lane is to scale: its length is the share of the leader’s points, and a full lane ends before the figures', async () => {
    await open(page, '/');
    const marks = await page.locator('tbody tr').evaluateAll((rows) =>
      rows.map((row) => {
        const bib = row.querySelector('th [data-hue]')!.getBoundingClientRect();
        const head = row.querySelector('svg rect:last-child')!.getBoundingClientRect();
        const figures = document.createRange();
        figures.selectNode(row.querySelector('th ~ td')!.firstChild!);
        const end = row.querySelector('svg:has(rect)')!.getBoundingClientRect().right;
        return { share: (head.right - bib.right) / (end - bib.right), isFree: end <= figures.getBoundingClientRect().left };
      }),
    );
    expect(marks.filter(({ isFree }) => !isFree)).toEqual([]);
    for (const [i, points] of [9640, 8725, 8725, 7310, 6080].entries()) expect(marks[i]!.share).toBeCloseTo(points / 12_480, 2);
    expect(marks[1]).toEqual(marks[2]);
  });
  await test.step('a screen reader reads the place before the name on the podium, and the name as a row header', async () => {
    await open(page, '/');
    const heard = await page.getByRole('list', { name: 'Podium' }).ariaSnapshot();
    expect(heard.match(/2nd.*PipVoltage.*1st.*NovaFalcon.*3rd.*LunaTide/s)).not.toBeNull();
    expect(heard.match(/1st/g)).toHaveLength(1);
    await expect(page.getByRole('rowheader')).toHaveCount(5);
    await expect(page.getByRole('rowheader', { name: 'OldIronsides' })).toBeVisible();
  });
  await test.step('tied players are marked as tied, with what decided their order', async () => {
    await open(page, '/');
    const tied = 'Tied with one other player on 8,725 points. They reached it at the same moment, so the first to join is listed first.';
    const rows = page.getByRole('table').getByRole('row', { name: tied });
    await expect(rows).toHaveCount(2);
    // Not a tab stop.
    await expect(rows.locator('button, [tabindex]')).toHaveCount(0);
    await rows.first().locator('svg').first().hover();
    await expect(page.getByRole('tooltip')).toHaveText(tied);
  });
  await test.step('a podium lane shows its place in words beside the numeral', async () => {
    await open(page, '/');
    const lanes = page.getByRole('list', { name: 'Podium' }).getByRole('listitem');
    for (const [i, words] of ['2nd', '1st', '3rd'].entries()) await expect(lanes.nth(i).getByText(words, { exact: true })).toBeVisible();
    await playerSearch(page).fill('saffron');
    await expect(lanes.nth(1).getByText('8th', { exact: true })).toBeVisible();
  });
  await test.step('switching the period ranks everybody again, and switching back restores the ranks', async () => {
    await open(page, '/');
    await period(page, 'Weekly').click();
    await expect.poll(() => readBoard(page)).toEqual(HOME_WEEKLY);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Who leads this week');
    await period(page, 'Daily').click();
    await expect.poll(() => readBoard(page)).toEqual(HOME_DAILY);
  });
});

test('a filter hides players and changes no rank', async ({ page }) => {
  await test.step('only the real top three have a medal', async () => {
    await open(page, '/');
    for (const text of ['a', 'm', 'fo', 'nova', 'i'] as const) {
      await playerSearch(page).fill(text);
      await expect.poll(() => readBoard(page), text).toEqual(FILTERED[text]);
    }
    await playerSearch(page).fill('');
    await expect.poll(() => readBoard(page)).toEqual(HOME_DAILY);
  });
  await test.step('it ignores case and matches anywhere in the name', async () => {
    await open(page, '/');
    for (const text of ['NOVA', 'vafal', 'NovaFalcon', 'fALCON']) {
      await playerSearch(page).fill(text);
      await expect.poll(() => readBoard(page), text).toEqual(FILTERED.nova);
    }
  });
  await test.step('it is matched as text, never as a pattern', async () => {
    await open(page, '/');
    for (const text of ['.*', '^', '[a-z]', 'nova|luna', '%', '_', '\\w', 'Nova Falcon', '*']) {
      await playerSearch(page).fill(text);
      await expect.poll(() => readBoard(page), text).toEqual(FILTERED.nobody);
    }
  });
  await test.step('it updates with every key', async () => {
    await open(page, '/');
    await playerSearch(page).focus();
    for (const [key, board] of [
      ['i', FILTERED.i],
      ['Backspace', HOME_DAILY],
      ['f', undefined],
      ['o', FILTERED.fo],
    ] as const) {
      await page.keyboard.press(key);
      if (board !== undefined) await expect.poll(() => readBoard(page), key).toEqual(board);
    }
  });
  await test.step('it stays when the period is switched, with that period’s ranks', async () => {
    await open(page, '/');
    await playerSearch(page).fill('nova');
    await expect.poll(() => readBoard(page)).toEqual(FILTERED.nova);
    await period(page, 'Weekly').click();
    await expect.poll(() => readBoard(page)).toEqual(FILTERED.novaWeekly);
  });
  await test.step('a screen reader announces how many players match', async () => {
    await open(page, '/');
    const status = page.getByRole('status');
    await expect(status).toHaveText('');
    await playerSearch(page).fill('a');
    await expect(status).toHaveText('6 players match “a”');
    await playerSearch(page).fill('nova');
    await expect(status).toHaveText('1 player matches “nova”');
    await playerSearch(page).fill('zzz');
    await expect(status).toHaveText('0 players match “zzz”');
  });
});

test('the leaderboard ranks its ten players, daily and weekly, in any mode', async ({ page }) => {
  await test.step('daily and weekly', async () => {
    await open(page, '/leaderboard');
    expect(await readBoard(page)).toEqual(LEADERBOARD_DAILY);
    await period(page, 'Weekly').click();
    await expect.poll(() => readBoard(page)).toEqual(LEADERBOARD_WEEKLY);
  });
  await test.step('a mode is only a selection: it is shown, stays in the address and changes no data', async () => {
    await open(page, '/leaderboard');
    const modes = page.getByRole('group', { name: 'Mode' });
    for (const [name, query] of [
      ['Weekly', '?mode=weekly'],
      ['Monthly', '?mode=monthly'],
      ['All Time', '?mode=all-time'],
      ['Overall', ''],
    ] as const) {
      await modes.getByRole('button', { name, exact: true }).click();
      await expect(page).toHaveURL(`/leaderboard${query}`);
      await expect(modes.locator('[aria-pressed="true"]')).toHaveText([name]);
      expect(await readBoard(page)).toEqual(LEADERBOARD_DAILY);
      await expect(period(page, 'Daily')).toHaveAttribute('aria-pressed', 'true');
    }
  });
  await test.step('typing a filter animates no rows', async () => {
    await open(page, '/leaderboard');
    await page.evaluate(() => {
      Reflect.set(globalThis, 'moved', 0);
      const count = () => Reflect.set(globalThis, 'moved', (Reflect.get(globalThis, 'moved') as number) + 1);
      addEventListener('transitionrun', ({ target }) => (target as Element).closest('tbody') && count());
      const { animate } = Element.prototype;
      Element.prototype.animate = function (this: Element, ...how) {
        count();
        return animate.apply(this, how);
      };
    });
    await playerSearch(page).pressSequentially('a');
    await expect(page.locator('#main').getByRole('status')).toHaveText('7 players match “a”');
    expect(await page.evaluate(() => Reflect.get(globalThis, 'moved') as number)).toBe(0);
  });
});
