import { describe, expect, test } from 'vitest';

import { reviewBeside } from './reviews.ts';
import { payoutFrom, PAYOUT } from './payouts.ts';
import { DAY, MAIN, MINUTE, NOON, useBoards } from '../boards-under-test.suite.ts';

const HOUR = 60 * MINUTE;
const MIDNIGHT = Date.parse('2026-11-22T00:00:00Z');
const SATURDAY = { board: 'main', kind: 'daily', start: MIDNIGHT - DAY } as const;

let isFailing = false;

const trial = useBoards({
  around: (store) =>
    new Proxy(store, {
      get(whole, name) {
        if (name !== 'closePeriod') return Reflect.get(whole, name) as unknown;
        const closePeriod: typeof whole.closePeriod = (period, order, closing, isStopping, records) => {
          const change: NonNullable<typeof records>['change'] = (kept, done) => {
            if (isFailing) throw new Error('The commit failed');
            return records!.change(kept, done);
          };
          return whole.closePeriod(period, order, closing, isStopping, { ...records, change });
        };
        return closePeriod;
      },
    }),
});

/** Sets a prize for the first two players of each day from now on. */
async function announce(prize: string): Promise<void> {
  const catalogue = trial.boards.catalogue;
  await catalogue.replace({ activities: [], tournaments: [], achievements: [], prizes: [{ period: 'daily', from: 1, to: 2, prize }] });
  await trial.boards.reviews.begin();
}

function stateOf(closed = false): string {
  return trial.boards.closing.stateOf('main', { ...SATURDAY, end: MIDNIGHT }, closed);
}

async function look(): Promise<void> {
  await trial.boards.closing.closeEnded();
}

describe('a day with prizes', () => {
  test('is open during its grace period, then provisional during review, then final', async () => {
    await announce('Cup');
    await trial.boards.reviews.setReviewMs('main', 2 * HOUR);
    await trial.win('ada', 5);
    trial.now = MIDNIGHT + MINUTE - 1;
    await look();
    expect(stateOf()).toBe('open');
    trial.now = MIDNIGHT + MINUTE;
    await look();
    expect(stateOf()).toBe('provisional');
    expect(await trial.isClosed(NOON)).toBe(false);
    trial.now = MIDNIGHT + MINUTE + 2 * HOUR - 1;
    await look();
    expect([stateOf(), await trial.isClosed(NOON)]).toEqual(['provisional', false]);
    trial.now += 1;
    await look();
    expect([stateOf(true), await trial.isClosed(NOON)]).toEqual(['final', true]);
    trial.now += 1000;
    await look();
    expect(trial.boards.reviews.list()).toEqual([]);
  });

  test('accepts nothing during review, not even from an import, but longer periods do', async () => {
    await announce('Cup');
    await trial.boards.reviews.setReviewMs('main', HOUR);
    await trial.win('ada', 5);
    trial.now = MIDNIGHT + 2 * MINUTE;
    await look();
    expect((await trial.win('bob', 9, NOON)).periods.slice(0, 2)).toMatchObject([{ state: 'closed' }, { state: 'counted' }]);
    await trial.boards.closing.beginImport('main', 'late.csv');
    expect((await trial.win('bob', 9, NOON + 1)).periods[0]).toMatchObject({ state: 'closed' });
    expect(await trial.day(NOON)).toEqual(['ada 5']);
  });

  test('moves players up if others are voided or removed during review, but not once it is final', async () => {
    await playedToReview();
    await trial.boards.revisions.revise(MAIN, 'ada', 'void', 'a bot');
    expect(await trial.day(NOON)).toEqual(['bob 8', 'cyd 7', 'dan 6']);
    await trial.boards.players.setVisibility('bob', { state: 'removed', reason: 'two accounts' });
    expect(await trial.day(NOON)).toEqual(['cyd 7', 'dan 6']);
    trial.now += HOUR;
    await look();
    const { periods } = await trial.boards.revisions.revise(MAIN, 'cyd', 'void', 'too late');
    expect(periods[0]).toMatchObject({ state: 'final' });
    await trial.boards.players.setVisibility('cyd', { state: 'hidden' });
    expect(await trial.day(NOON)).toEqual([' 1 7', 'dan 6', ' 3 8']);
  });

  test('keeps the review length and prizes from when its review began', async () => {
    await announce('Cup');
    await trial.boards.reviews.setReviewMs('main', HOUR);
    await trial.win('ada', 5);
    // No closing runs when the length and the prizes change.
    trial.now = MIDNIGHT + 2 * MINUTE;
    await trial.boards.reviews.setReviewMs('main', 0);
    await announce('Nothing much');
    expect(trial.boards.reviews.list()).toEqual([
      { ...SATURDAY, end: MIDNIGHT, finalAt: MIDNIGHT + MINUTE + HOUR, prizes: [{ from: 1, to: 2, prize: 'Cup' }] },
    ]);
    await trial.open();
    await look();
    expect(await trial.isClosed(NOON)).toBe(false);
  });

  test('gets its full review even if no closing ran before', async () => {
    await announce('Cup');
    await trial.boards.reviews.setReviewMs('main', HOUR);
    await trial.win('ada', 5);
    trial.now = MIDNIGHT + 12 * HOUR;
    await trial.open();
    await look();
    expect(trial.boards.reviews.of('main', SATURDAY)!.finalAt).toBe(MIDNIGHT + 13 * HOUR);
  });
});

test('a board may be named like a property of every object', async () => {
  await trial.store.changeBoard('constructor', () => ({ ...MAIN, name: 'constructor' }));
  expect(trial.boards.reviews.reviewMs('constructor')).toBe(0);
  await announce('Cup');
  expect(reviewBeside('copy', 'constructor', NOON).change(undefined)).toBeUndefined();
  await trial.boards.reviews.setReviewMs('constructor', HOUR);
  expect(trial.boards.reviews.reviewMs('constructor')).toBe(HOUR);
});

/** The won prizes by rank, with prize, player and state. */
async function payouts(): Promise<readonly string[]> {
  const records = await trial.store.records(PAYOUT, { limit: 100 });
  const ranked = records.toSorted((a, b) => payoutFrom(a).rank - payoutFrom(b).rank);
  const players = await trial.store.players(ranked.map((record) => payoutFrom(record).player));
  return ranked.map((record, i) => `${payoutFrom(record).rank} ${players[i]!.username} ${payoutFrom(record).prize} ${record.state}`);
}

/** A day with prizes and four players that has ended, and is under review for an hour. */
async function playedToReview(): Promise<void> {
  await announce('Cup');
  await trial.boards.reviews.setReviewMs('main', HOUR);
  for (const [name, points] of [
    ['ada', 9],
    ['bob', 8],
    ['cyd', 7],
    ['dan', 6],
  ] as const)
    await trial.send({ id: name, username: name, points });
  trial.now = MIDNIGHT + 2 * MINUTE;
  await look();
}

describe('the prizes of a day', () => {
  test('are due once it is final, once each, to players shown then', async () => {
    await playedToReview();
    await trial.boards.players.setVisibility('ada', { state: 'removed', reason: 'two accounts' });
    await trial.boards.revisions.revise(MAIN, 'cyd', 'void', 'a bot');
    expect(await payouts()).toEqual([]);
    for (let hours = 1; hours < 4; hours += 1) {
      trial.now += HOUR;
      await trial.open();
      await look();
      expect(await payouts()).toEqual(['1 bob Cup due', '2 dan Cup due']);
    }
    await trial.boards.players.setVisibility('ada', { state: 'shown' });
    await expect(trial.boards.closing.reopen(SATURDAY, 'more')).rejects.toThrow('The prizes of this period were awarded');
  });

  test('are won without a review, too, and fewer if fewer are ranked', async () => {
    await announce('Cup');
    await trial.win('ada', 5);
    trial.now = MIDNIGHT + MINUTE;
    await look();
    expect(await payouts()).toEqual(['1 ada Cup due']);
  });

  test('are stored with its final ranks or not at all', async () => {
    await announce('Cup');
    await trial.win('ada', 5);
    trial.now = MIDNIGHT + MINUTE;
    isFailing = true;
    await expect(look()).rejects.toThrow('The commit failed');
    expect([await payouts(), await trial.isClosed(NOON)]).toEqual([[], false]);
    isFailing = false;
    await look();
    expect([await payouts(), await trial.isClosed(NOON)]).toEqual([['1 ada Cup due'], true]);
  });
});

test('without prizes a day is final after its grace period', async () => {
  await trial.boards.reviews.setReviewMs('main', HOUR);
  await trial.win('ada', 5);
  trial.now = MIDNIGHT + MINUTE;
  await look();
  expect(await trial.isClosed(NOON)).toBe(true);
});

test('history imported after prizes were announced is not reviewed', async () => {
  await announce('Cup');
  await trial.boards.reviews.setReviewMs('main', HOUR);
  const { hold } = await trial.boards.closing.beginImport('main', 'history.csv');
  await trial.win('ada', 5, NOON - 3 * DAY);
  await trial.boards.imports.end(hold.id);
  await look();
  expect(await trial.isClosed(NOON - 3 * DAY)).toBe(true);
});

test('imported history wins no prizes', async () => {
  await announce('Cup');
  const { hold } = await trial.boards.closing.beginImport('main', 'history.csv');
  await trial.win('ada', 5, NOON - 3 * DAY);
  await trial.boards.imports.end(hold.id);
  await look();
  expect(await payouts()).toEqual([]);
});
