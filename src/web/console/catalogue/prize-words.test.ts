import fc from 'fast-check';
import { expect, test } from 'vitest';

import { PERIOD_KINDS } from '../../../domain/calendar.ts';
import { type PrizeRule, rulesFor, weightOf } from './prize-words.ts';

const EVERYWHERE = { from: 1, to: 10, prize: 'a hat' };
const WEEK = { period: 'weekly', from: 1, to: 3, prize: 'a cup' } as const;

test('a rule has no effect after a wider one, and full effect before it', () => {
  expect(weightOf([EVERYWHERE, WEEK], 1)).toBe('none');
  expect(weightOf([WEEK, EVERYWHERE], 0)).toBe('all');
  expect(weightOf([WEEK, EVERYWHERE], 1)).toBe('some');
});

test('rules for other boards, periods or places do not limit a rule', () => {
  expect(weightOf([{ ...WEEK, period: 'daily' }, WEEK], 1)).toBe('all');
  expect(
    weightOf(
      [
        { ...WEEK, board: 'laps' },
        { ...WEEK, board: 'main' },
      ],
      1,
    ),
  ).toBe('all');
  expect(weightOf([{ ...WEEK, from: 4, to: 9 }, WEEK], 1)).toBe('all');
});

test('several rules together may cover all places of a rule', () => {
  const one = { from: 1, prize: 'gold' };
  const others = { from: 2, to: 3, prize: 'silver' };
  expect(weightOf([others, one, WEEK], 2)).toBe('none');
  expect(weightOf([others, WEEK], 1)).toBe('some');
});

const BOARDS = ['main', 'laps'];
const ruleArbitrary: fc.Arbitrary<PrizeRule> = fc
  .tuple(
    fc.constantFrom({}, { board: 'main' }, { board: 'laps' }),
    fc.constantFrom({}, { period: 'daily' as const }, { period: 'weekly' as const }),
    fc.integer({ min: 1, max: 5 }),
    fc.integer({ min: 0, max: 3 }),
  )
  .map(([board, period, from, more]) => Object.assign({ from, to: from + more, prize: 'a cup' }, board, period));

/** For each board, period and rank of a rule, whether it is the first rule that matches. */
function counts(rules: readonly PrizeRule[], place: number): readonly boolean[] {
  const { from, to = from } = rules[place]!;
  const ranks = Array.from({ length: to - from + 1 }, (_, i) => from + i);
  return BOARDS.flatMap((board) => PERIOD_KINDS.map((period) => rulesFor(rules, board, period)))
    .filter((there) => there.includes(rules[place]!))
    .flatMap((there) => ranks.map((rank) => there.find((rule) => rule.from <= rank && rank <= (rule.to ?? rule.from)) === rules[place]));
}

test('law: a rule without effect is never the first that matches, and a rule with full effect always is', () => {
  fc.assert(
    fc.property(fc.array(ruleArbitrary, { minLength: 1, maxLength: 5 }), (rules) => {
      const place = rules.length - 1;
      const found = counts(rules, place);
      expect({ none: !found.includes(true), some: found.includes(false), all: !found.includes(false) }[weightOf(rules, place)]).toBe(true);
    }),
  );
});
