// A change of lead: how it moves, what it leaves behind, and what is announced.
import type { Page } from '@playwright/test';

import { shiftsFrom } from './shifts.ts';
import { expect, field, lane, NOON, open, passTime, standings, status, stopTime, test } from './live-site.ts';

/** Pauses every animation at its start, so that any moment of it can be examined. */
async function holdMoves(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { animate } = Element.prototype;
    Element.prototype.animate = function (...how: Parameters<typeof animate>) {
      const move = animate.apply(this, how);
      move.pause();
      return move;
    };
  });
}

/** The visible part of each player on the podium, `ms` milliseconds into the animation: the name, and the edges in pixels. */
function seenAt(page: Page, ms: number): Promise<{ name: string; left: number; right: number; top: number; bottom: number }[]> {
  return page.evaluate((time) => {
    const moves = document.getAnimations();
    for (const move of moves) move.currentTime = time;
    return Array.from(document.querySelectorAll('[data-holder]'), (holder) => {
      // The bib and the text under it: the box is as wide as the lane.
      const rects = [holder.firstElementChild!.getBoundingClientRect()];
      const words = document.createTreeWalker(holder, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      while (words.nextNode() !== null) {
        if (words.currentNode.parentElement!.closest('.visually-hidden') !== null) continue;
        range.selectNodeContents(words.currentNode);
        rects.push(range.getBoundingClientRect());
      }
      const hidden = /inset\(0(?:px)? 0(?:px)? ([\d.]+)px/.exec(getComputedStyle(holder).clipPath)?.[1] ?? '0';
      const drawn = rects.filter(({ width }) => width > 0);
      return {
        name: holder.querySelector('a')!.textContent,
        left: Math.min(...drawn.map(({ left }) => left)),
        right: Math.max(...drawn.map(({ right }) => right)),
        top: Math.min(...drawn.map(({ top }) => top)),
        bottom: Math.min(Math.max(...drawn.map(({ bottom }) => bottom)), holder.getBoundingClientRect().bottom - Number(hidden)),
      };
    }).filter((seen) => seen.bottom - seen.top > 1);
  }, ms);
}

for (const width of [390, 1280]) {
  test(`at ${width} px no two players on the podium pass through each other, whatever changes`, async ({ page, game }) => {
    await page.setViewportSize({ width, height: 844 });
    await game.scored(field(9));
    await holdMoves(page);
    await open(page, '/');
    await expect(status(page)).toHaveText('Live');
    for (const [name, points, leader] of [
      // Second to first, third to first, third to second, and from the table to first and to third.
      ['player 002', 100, 'player 002'],
      ['player 003', 200, 'player 003'],
      ['player 001', 100, 'player 003'],
      ['player 008', 900, 'player 008'],
      ['player 009', 185, 'player 008'],
    ] as const) {
      const before = await standings(page);
      await game.score(name, points);
      await expect.poll(() => standings(page)).not.toEqual(before);
      await expect(lane(page, 1)).toContainText(leader);
      expect(await page.evaluate(() => document.getAnimations().length), name).toBeGreaterThan(0);
      for (let ms = 0; ms <= 400; ms += 20) {
        const seen = await seenAt(page, ms);
        for (const [i, one] of seen.entries())
          for (const other of seen.slice(i + 1)) {
            const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
            const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
            expect(Math.min(across, down), `${name}: ${one.name} and ${other.name} after ${ms} ms`).toBeLessThanOrEqual(1);
          }
      }
      await page.evaluate(() => {
        for (const move of document.getAnimations()) move.finish();
      });
    }
  });
}

test('a player who rises in the table is lit for a moment, those they passed are not; under reduced motion nobody moves', async ({
  page,
  game,
}) => {
  await game.scored(field(9));
  await holdMoves(page);
  await test.step('a player who rises is lit', async () => {
    await open(page, '/');
    await expect(status(page)).toHaveText('Live');
    const lit = () =>
      page.evaluate(() =>
        document
          .getAnimations()
          .filter(({ id }) => id === 'lit')
          .map(({ effect }) => ((effect as KeyframeEffect).target as HTMLElement).dataset['player']!),
      );
    await game.score('player 008', 35);
    await expect.poll(async () => new Set(await lit())).toEqual(new Set(['player 008']));
  });
  await test.step('under reduced motion nobody moves', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await open(page, '/');
    await expect(status(page)).toHaveText('Live');
    await game.score('player 009', 900);
    await expect(lane(page, 1)).toContainText('player 009');
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  });
});

test('a change of lead leaves a note, which counts up and disappears after some minutes', async ({ page, game }) => {
  await game.scored([
    { username: 'ann', points: 30, at: new Date(NOON - 3_600_000).toISOString() },
    { username: 'bob', points: 20, at: new Date(NOON - 3_000_000).toISOString() },
  ]);
  await page.clock.install({ time: NOON });
  await open(page, '/');
  await expect(status(page)).toHaveText('Live');
  const trace = page.getByText(/took the lead/);
  await expect(lane(page, 1)).toContainText('leads since 11:00');
  await expect(lane(page, 2)).toContainText('10 behind');
  await expect(trace).toHaveCount(0);
  await game.score('bob', 25, { at: new Date(NOON).toISOString() });
  await expect(page.getByText(/^bob took the lead \d+ s ago$/)).toBeVisible();
  await expect(lane(page, 1)).toContainText('leads since 12:00');
  await expect(lane(page, 2)).toContainText('15 behind');

  // Two minutes later.
  await stopTime(page);
  await page.clock.runFor(90_000);
  await expect(page.getByText(/^bob took the lead 2 min ago$/)).toBeVisible();
  await page.clock.runFor(180_000);
  await expect(trace).toHaveCount(0);
  // A new visitor sees the same.
  await page.reload();
  await expect(lane(page, 1)).toContainText('leads since 12:00');
});

test('the visitor’s own climb, lead and loss of it are announced politely, and several changes as one', async ({ page, game }) => {
  await page.addInitScript(() => localStorage.setItem('laurels:me', '{"username":"player 005","name":"player 005"}'));
  await game.scored(field(9));
  await page.clock.install({ time: NOON });
  await open(page, '/');
  await expect(status(page)).toHaveText('Live');
  await stopTime(page);
  const news = page.getByRole('status').filter({ hasText: /^You / });
  const says = (words: string) => async () => (await news.allTextContents()).includes(words);
  const leads = (name: string) => async () => (await lane(page, 1).textContent())!.includes(name);

  await game.score('player 005', 15);
  await passTime(page, 50, says('You climbed to 4th, 5 points behind 3rd'));
  // Third, then first: by the time of the next announcement, only the lead is news.
  await game.score('player 005', 10);
  await game.score('player 005', 100);
  expect(await passTime(page, 10, leads('player 005'))).toBeLessThan(2_000);
  await expect(news).toHaveText('You climbed to 4th, 5 points behind 3rd');
  expect(await passTime(page, 50, says('You took the lead, 85 points ahead of 2nd'))).toBeGreaterThan(4_000);
  await expect(page.getByText('player 005 leads now')).toHaveCount(0);

  await game.score('player 001', 500);
  await passTime(page, 50, says('You lost the lead: 2nd now, 415 points behind 1st'));
  await game.score('player 009', 1);
  await passTime(page, 50, async () => (await standings(page)).at(-1) === '9 player 009 11');
  await expect(news).toHaveText('You lost the lead: 2nd now, 415 points behind 1st');
});

test('a fall off the page is announced too, and the “Just now” notice lies over the page, which does not move', async ({ page, game }) => {
  await page.addInitScript(() => localStorage.setItem('laurels:me', '{"username":"player 001","name":"player 001"}'));
  await game.scored(field(70));
  const shifts = await shiftsFrom(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.clock.install({ time: NOON });
  await open(page, '/');
  await expect(status(page)).toHaveText('Live');
  await stopTime(page);
  const notice = page.getByText(/^Just now: /);
  await expect(notice).toHaveCount(0);
  await game.scored(
    field(70)
      .slice(1)
      .map(({ username }) => ({ username, points: 5_000 })),
  );
  await passTime(page, 50, () => notice.isVisible());
  await expect(notice).toHaveText('Just now: 1st to 70th.');
  const news = page.getByRole('status').filter({ hasText: /^You / });
  await passTime(page, 50, async () => (await news.count()) > 0);
  await expect(news).toHaveText(/^You lost the lead: 70th now/);
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(notice).toHaveCount(0);
  expect(await shifts()).toEqual([]);
});
