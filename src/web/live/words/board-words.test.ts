import { expect, test } from 'vitest';

import type { LiveBoardView } from '../../../contract/page-answers.ts';
import { shownPlayers } from '../../../domain/board.ts';
import type { PeriodKind } from '../../../domain/calendar.ts';
import { numberFormat } from '../../ui/number-format.ts';
import { isFew } from './board-view.ts';
import { matchWords } from './board-words.ts';

const taken = { kind: 'taken' } as const;
const awaiting = { kind: 'awaiting' } as const;

/** A board with this many players in a kind of period; present, or past. */
function board(count: number, kind: PeriodKind = 'daily', { later = null, moment = null }: Partial<LiveBoardView> = {}): LiveBoardView {
  const podium = [2, 1, 3].map((place) => ({ place, holder: count >= place ? taken : awaiting }));
  const counted = { unit: 'points', direction: 'high' };
  return { board: counted, podium, rows: { total: Math.max(0, count - 3) }, period: { kind }, later, moment } as LiveBoardView;
}

const words = (...asked: Parameters<typeof board>) => matchWords('hamilton', board(...asked), numberFormat('en-US'));

test('counts the matching players on and below the podium', () => {
  expect([0, 1, 3, 4, 1200].map((count) => shownPlayers(board(count)))).toEqual([0, 1, 3, 4, 1200]);
  expect([0, 3, 4].map((count) => isFew(board(count)))).toEqual([true, true, false]);
  expect(words(1)).toBe('1 player matches “hamilton”.');
  expect(words(1200)).toBe('1,200 players match “hamilton”.');
});

test('the text without matches is limited to the period', () => {
  expect(words(0, 'daily')).toBe('No match for “hamilton” with points today.');
  expect(words(0, 'weekly')).toBe('No match for “hamilton” with points this week.');
  expect(words(0, 'monthly')).toBe('No match for “hamilton” with points this month.');
  expect(words(0, 'all-time')).toBe('No match for “hamilton” with points on this board.');
});

test('the text about a past period is in the past tense', () => {
  expect(words(0, 'weekly', { later: '2026-11-16' })).toBe('No match for “hamilton” with points that week.');
  expect(words(0, 'all-time', { moment: '2026-11-16T12:00:00Z' })).toBe('No match for “hamilton” with points by then.');
});
