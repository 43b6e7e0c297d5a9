import { expect, test } from 'vitest';

import type { LiveBoardView, LiveStanding } from '../../../contract/page-answers.ts';
import { unitWords } from '../../../domain/units/unit-words.ts';
import { numberFormat } from '../../ui/number-format.ts';
import { leaderOf } from '../words/board-view.ts';
import { agoWords, isNews } from './lead-trace.tsx';
import { standWords } from './stand-note.tsx';

const WORDS = unitWords({ unit: 'points', direction: 'high' }, numberFormat('en-US'));

const standing = (rank: number, points: number) => ({ rank, points }) as LiveStanding;
const lane = (one: LiveStanding | undefined) => ({ holder: one === undefined ? { kind: 'awaiting' } : { kind: 'taken', standing: one } });

/** A partial board with what the texts use: points from first to last, of the present period unless given. */
function board(points: readonly number[], more: object = {}, firstRank = 1): LiveBoardView {
  const [first, second, third] = points.map((each, i) => standing(firstRank + i, each));
  return {
    board: { timeZone: 'UTC' },
    period: { kind: 'daily', closed: false },
    podium: [second, first, third].map(lane),
    later: null,
    moment: null,
    leadsSince: null,
    ...more,
  } as unknown as LiveBoardView;
}

/** The text of each player on the podium, first to last. */
function said(view: LiveBoardView): readonly string[] {
  return [1, 0, 2].flatMap((place) => {
    const { holder } = view.podium[place]!;
    return holder.kind === 'taken' ? [standWords(view, holder.standing, WORDS)] : [];
  });
}

test('a leader has the time they took the lead, and the others their gap to the player above', () => {
  const leadsSince = '2026-11-21T21:52:07Z';
  expect(said(board([20_400, 13_900, 13_600], { leadsSince }))).toEqual(['leads since 21:52', '6,500 behind', '300 behind']);
  const week = { leadsSince, period: { kind: 'weekly', closed: false } };
  expect(said(board([5, 4], week))).toEqual(['leads since Sat 21:52', '1 behind']);
  expect(said(board([5], { leadsSince, board: { timeZone: 'Europe/Berlin' } }))).toEqual(['leads since 22:52']);
});

test('without a known time the leader has the margin, and a past period how it ended', () => {
  expect(said(board([9, 4]))).toEqual(['leads by 5', '5 behind']);
  expect(said(board([9, 4], { later: '2026-11-22', period: { kind: 'daily', closed: true } }))).toEqual(['won by 5', '5 behind']);
  expect(said(board([9, 4], { later: '2026-11-22' }))).toEqual(['led by 5', '5 behind']);
  expect(said(board([9, 4], { later: '2026-11-22', moment: '2026-11-21T12:00:00Z' }))).toEqual(['led by 5', '5 behind']);
});

test('players tied on points are not behind, and where less is better the gap is the same', () => {
  expect(said(board([9, 9, 9]))).toEqual(['got there first', 'tied', 'tied']);
  expect(said(board([61, 64]))).toEqual(['leads by 3', '3 behind']);
});

test('a single player and a filtered board get no text that the podium cannot show', () => {
  expect(said(board([9]))).toEqual(['']);
  expect(said(board([9, 7], {}, 4))).toEqual(['', '2 behind']);
  expect(leaderOf(board([9, 7], {}, 4))).toBeUndefined();
  expect(leaderOf(board([9]))?.points).toBe(9);
});

test.each([
  [-2_000, '1 s ago'],
  [12_900, '12 s ago'],
  [59_999, '59 s ago'],
  [60_000, '1 min ago'],
  [299_999, '4 min ago'],
])('%i ms ago reads %s', (ago, words) => expect(agoWords(ago)).toBe(words));

test('a lead is news for five minutes', () => expect([isNews(299_999), isNews(300_000)]).toEqual([true, false]));
