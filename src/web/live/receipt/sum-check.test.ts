import { expect, test, vi } from 'vitest';

import type { Receipt } from '../../../contract/player-answers.ts';
import { addUp } from './sum-check.tsx';

type Event = Receipt['events'][number];

const AT = '2026-11-21T11:00:00Z';
const BOARD = {
  name: 'main',
  title: 'Main',
  scoring: 'sum',
  direction: 'high',
  unit: 'points',
  state: 'listed',
  timeZone: 'UTC',
  weekStart: 1,
} as const;

/** A page of a receipt, from when the player had `points`; `undefined` for a player who is not ranked. */
function page(points: number | undefined, won: readonly number[], next: string | null, state: Event['state'] = 'counted'): Receipt {
  return {
    player: { username: 'ada', displayName: 'Ada', avatar: '' },
    board: BOARD,
    period: { kind: 'daily', start: AT, end: AT, closed: false, state: 'open' },
    moment: null,
    place:
      points === undefined
        ? { kind: 'absent', absence: { reason: 'no-points' }, total: 0 }
        : {
            kind: 'ranked',
            rank: 1,
            points,
            reachedAt: AT,
            tie: { kind: 'none' },
            change: { state: 'none', places: null, earlierRank: null },
            total: 1,
          },
    tiedWith: null,
    shown: 'all',
    days: [],
    activities: [],
    events: won.map((each) => ({ activity: '', title: '', points: each, at: AT, receivedAt: AT, state, voided: null })),
    total: null,
    next,
  };
}

/** Answers with these pages by their `before`, and records the requests. */
function pages(answers: Readonly<Record<string, Receipt>>) {
  const asked: string[] = [];
  const pageBefore = (before: string) => {
    asked.push(before);
    const answer = answers[before];
    return answer === undefined ? Promise.reject(new Error('out of reach')) : Promise.resolve(answer);
  };
  return { asked, pageBefore };
}

const open = () => new AbortController().signal;

test('the events of all pages are compared with the total, and progress is reported', async () => {
  const { asked, pageBefore } = pages({ '': page(60, [10, 20], '7'), 7: page(60, [], '5'), 5: page(60, [30], null) });
  const onPage = vi.fn<(events: number) => void>();
  expect(await addUp(pageBefore, onPage, open())).toEqual({ sum: 60, total: 60, events: 3 });
  expect(asked).toEqual(['', '7', '5']);
  expect(onPage.mock.calls).toEqual([[2], [2]]);
});

test('points that arrive meanwhile are in neither the sum nor the total', async () => {
  const { pageBefore } = pages({ '': page(60, [10, 20], '7'), 7: page(99, [30], null) });
  expect(await addUp(pageBefore, () => {}, open())).toEqual({ sum: 60, total: 60, events: 3 });
});

test.each(['late', 'voided'] as const)('%s events are read but not added', async (state) => {
  const { pageBefore } = pages({ '': page(10, [10], '7'), 7: page(10, [5], null, state) });
  expect(await addUp(pageBefore, () => {}, open())).toEqual({ sum: 10, total: 10, events: 1 });
});

test('a wrong total is detected', async () => {
  const { pageBefore } = pages({ '': page(61, [10, 20], '7'), 7: page(60, [30], null) });
  expect(await addUp(pageBefore, () => {}, open())).toEqual({ sum: 60, total: 61, events: 3 });
});

test('a page that fails to load, and a player removed meanwhile, reject', async () => {
  const cut = pages({ '': page(60, [10], '7') });
  await expect(addUp(cut.pageBefore, () => {}, open())).rejects.toThrow('out of reach');
  const removed = pages({ '': page(60, [10], '7'), 7: page(undefined, [], null) });
  await expect(addUp(removed.pageBefore, () => {}, open())).rejects.toThrow('not ranked');
});

test('pages of different periods reject', async () => {
  const next = page(5, [5], null);
  const { pageBefore } = pages({ '': page(60, [10], '7'), 7: { ...next, period: { ...next.period, start: '2026-11-22T00:00:00Z' } } });
  await expect(addUp(pageBefore, () => {}, open())).rejects.toThrow('Another period');
});

test('no further page is requested after an abort', async () => {
  const { asked, pageBefore } = pages({ '': page(60, [10], '7'), 7: page(60, [50], null) });
  const controller = new AbortController();
  const adding = addUp(pageBefore, () => {}, controller.signal);
  controller.abort();
  await expect(adding).rejects.toThrow(/abort/i);
  expect(asked).toEqual(['']);
});
