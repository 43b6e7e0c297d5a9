import { expect, test } from 'vitest';

import type { LiveBoardView } from '../../../contract/page-answers.ts';
import { shownPlayers } from '../../../domain/board.ts';
import type { PeriodKind } from '../../../domain/calendar.ts';
import { numberFormat } from '../../ui/number-format.ts';
import { isFew } from './board-view.ts';
import { matchWords } from './board-words.ts';

const taken = { kind: 'taken' } as const;
const awaiting = { kind: 'awaiting' } as const;

/** A board of so many, of a kind of period; now, or then. */
function board(count: number, kind: PeriodKind = 'daily', { later = null, moment = null }: Partial<LiveBoardView> = {}): LiveBoardView {
  const podium = [2, 1, 3].map((place) => ({ place, holder: count >= place ? taken : awaiting }));
  const counted = { unit: 'points', direction: 'high' };
  return { board: counted, podium, rows: { total: Math.max(0, count - 3) }, period: { kind }, later, moment } as LiveBoardView;
}

const words = (...asked: Parameters<typeof board>) => matchWords('hamilton', board(...asked), numberFormat('en-US'));

test('counts who is left, on the podium and below it', () => {
  expect([0, 1, 3, 4, 1200].map((count) => shownPlayers(board(count)))).toEqual([0, 1, 3, 4, 1200]);
  expect([0, 3, 4].map((count) => isFew(board(count)))).toEqual([true, true, false]);
  expect(words(1)).toBe('1 player matches “hamilton”.');
  expect(words(1200)).toBe('1,200 players match “hamilton”.');
});

test('that nobody is left is said of the period alone', () => {
  expect(words(0, 'daily')).toBe('No match for “hamilton” with points today.');
  expect(words(0, 'weekly')).toBe('No match for “hamilton” with points this week.');
  expect(words(0, 'monthly')).toBe('No match for “hamilton” with points this month.');
  expect(words(0, 'all-time')).toBe('No match for “hamilton” with points on this board.');
});

test('of the past it is said in the past', () => {
  expect(words(0, 'weekly', { later: '2026-11-16' })).toBe('No match for “hamilton” with points that week.');
  expect(words(0, 'all-time', { moment: '2026-11-16T12:00:00Z' })).toBe('No match for “hamilton” with points by then.');
});
