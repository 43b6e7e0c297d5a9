import type { PeriodKind } from '../../../domain/calendar.ts';
import { kindWords } from '../parts/words/period-words.ts';
import type { EntryOf } from './changed-catalogue.ts';

export type PrizeRule = EntryOf<'prizes'>;

/** A kind of period, in the words of a rule. */
export function eachPeriod(kind: PeriodKind): string {
  return kindWords(kind, (noun) => `each ${noun}`);
}

/** The rules for a board and a kind of period, in order. */
export function rulesFor(rules: readonly PrizeRule[], board: string, period: PeriodKind): readonly PrizeRule[] {
  return rules.filter((rule) => (rule.board ?? board) === board && (rule.period ?? period) === period);
}

/** How much effect a rule has: earlier rules may already decide some or all of its places. */
type Weight = 'all' | 'some' | 'none';

/** The effect of the rule at an index on all its boards and periods, given rules in this order. */
export function weightOf(rules: readonly PrizeRule[], place: number): Weight {
  const rule = rules[place]!;
  const { from, to = from } = rule;
  const before = rules.slice(0, place);
  const decides = (other: PrizeRule) => covers(other.board, rule.board) && covers(other.period, rule.period);
  const first = firstOpen(from, before.filter(decides));
  if (first > to) return 'none';
  const touches = (other: PrizeRule) =>
    meets(other.board, rule.board) && meets(other.period, rule.period) && other.from <= to && from <= (other.to ?? other.from);
  return before.some(touches) ? 'some' : 'all';
}

/** The first rank at or after `rank` that no rule covers. */
function firstOpen(rank: number, rules: readonly PrizeRule[]): number {
  let open = rank;
  for (const { from, to = from } of rules.toSorted((a, b) => a.from - b.from)) if (from <= open && open <= to) open = to + 1;
  return open;
}

function covers(wider: string | undefined, narrower: string | undefined): boolean {
  return wider === undefined || wider === narrower;
}

function meets(one: string | undefined, other: string | undefined): boolean {
  return covers(one, other) || covers(other, one);
}
