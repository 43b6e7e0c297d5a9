import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { LiveBoardView } from '../../../contract/page-answers.ts';
import { unitWords } from '../../../domain/units/unit-words.ts';
import { numberFormat } from '../../ui/number-format.ts';
import { onPodium } from '../words/board-view.ts';
import { behindWords, finishWords, finishPlaces } from './photo-finish.tsx';

const WORDS = unitWords({ unit: 'points', direction: 'high' }, numberFormat('en-US'));

type Tie = LiveBoardView['rows']['items'][number]['tie'];
const NO_TIE: Tie = { kind: 'none' };

/** A partial board with what the texts use: ann, bob and cat with these points. */
function board(points: readonly number[], kind = 'daily', closed = true, tie = NO_TIE): LiveBoardView {
  const [first, second, third] = ['ann', 'bob', 'cat'].map((name, i) =>
    i < points.length
      ? { holder: { kind: 'taken', standing: { rank: i + 1, points: points[i], tie, player: { id: name, name } } } }
      : { holder: { kind: 'awaiting' } },
  );
  return { period: { kind, closed }, podium: [second, first, third] } as unknown as LiveBoardView;
}

test.each([
  [board([20_400, 20_388, 9]), 'ann wins the day by 12 points'],
  [board([20_400, 20_399], 'weekly'), 'ann wins the week by 1 point'],
  [board([61, 64], 'monthly'), 'ann wins the month by 3 points'],
  [board([5]), 'ann wins the day'],
  [board([]), ''],
  [
    board([9, 9], 'daily', true, { kind: 'tied', others: 1, decidedBy: 'reached-first' }),
    'ann wins the day tied with bob, who got there later',
  ],
  [
    board([9, 9], 'daily', true, { kind: 'tied', others: 1, decidedBy: 'joined-first' }),
    'ann wins the day tied with bob, who joined later',
  ],
])('a result in words: case %#', (view, words) => expect(finishWords(view, WORDS)).toBe(words));

test('a result that is not final is not called a win', () => {
  expect(finishWords(board([20, 8], 'daily', false), WORDS)).toBe('ann crosses the line first, by 12 points');
  expect(finishWords(board([20], 'daily', false), WORDS)).toBe('ann crosses the line first');
});

test('the gaps of the other players', () => {
  const [first, second, third] = onPodium(board([1_020, 1_020, 8]));
  expect([behindWords(first!, second!, WORDS), behindWords(first!, third!, WORDS)]).toEqual(['tied', '1,012 behind']);
});

test('the winner is on the line, the last at a fixed place, and the one between them to scale', () => {
  const [first, second, third] = finishPlaces([1_000, 950, 900]);
  expect(first).toBe(1);
  expect(third).toBeCloseTo(0.2);
  expect(second).toBeCloseTo(0.6);
});

test('a close finish before a distant third looks close', () => expect(finishPlaces([20_400, 20_388, 13_600])[1]).toBeGreaterThan(0.99));

test('players tied on points are all on the line, and so is a single player', () => {
  expect(finishPlaces([7, 7, 7])).toEqual([1, 1, 1]);
  expect(finishPlaces([7])).toEqual([1]);
});

test('law: all are within the picture, and gaps are proportional, whichever end is better', () => {
  const field = fc.tuple(fc.array(fc.integer({ min: -1e15, max: 1e15 }), { minLength: 1, maxLength: 3 }), fc.boolean());
  fc.assert(
    fc.property(field, ([points, isLow]) => {
      const ordered = points.toSorted((a, b) => (isLow ? a - b : b - a));
      const places = finishPlaces(ordered);
      for (const place of places) {
        expect(place).toBeLessThanOrEqual(1);
        expect(place).toBeGreaterThanOrEqual(0.2 - 1e-9);
      }
      const [gap, whole] = [Math.abs(ordered[0]! - ordered.at(-2)!), Math.abs(ordered[0]! - ordered.at(-1)!)];
      if (ordered.length > 1 && whole > 0) expect((1 - places.at(-2)!) / 0.8).toBeCloseTo(gap / whole);
    }),
  );
});
