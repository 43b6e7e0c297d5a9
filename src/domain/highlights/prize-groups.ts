/** What a stretch of ranks wins, both ends included: "4th to 10th: 50 coins". */
export interface PrizeGroup {
  readonly from: number;
  readonly to: number;
  readonly prize: string;
}

/** What an operator or a sample says of ranks; `to` is `from` unless given. */
interface PrizeRule {
  readonly from: number;
  readonly to?: number | undefined;
  readonly prize: string;
}

/**
 * What can be won, from the first rank down: each rank by the first rule that names it, neighbours that win the same as one
 * group. Ranks that win nothing (`''`) are in no group.
 */
export function prizeGroups(rules: readonly PrizeRule[]): readonly PrizeGroup[] {
  // Between two edges every rank is named by the same rules.
  const edges = [...new Set(rules.flatMap(({ from, to = from }) => [from, to + 1]))].toSorted((a, b) => a - b);
  const groups: PrizeGroup[] = [];
  for (const [i, from] of edges.slice(0, -1).entries()) {
    const group = {
      from,
      to: edges[i + 1]! - 1,
      prize: rules.find(({ from: first, to: last = first }) => first <= from && from <= last)?.prize ?? '',
    };
    const before = groups.at(-1);
    if (before?.prize === group.prize && before.to === from - 1) groups[groups.length - 1] = { ...before, to: group.to };
    else groups.push(group);
  }
  return groups.filter(({ prize }) => prize !== '');
}

/** What a rank wins; `''` where that is nothing. */
export function prizeOf(groups: readonly PrizeGroup[], rank: number): string {
  return groups.find(({ from, to }) => from <= rank && rank <= to)?.prize ?? '';
}

/** The nearest prize above a rank that is another one than its own: `undefined` where none is better. Without a rank, the last prize. */
export function nextPrize(groups: readonly PrizeGroup[], rank: number | undefined): PrizeGroup | undefined {
  return groups.findLast(({ to }) => rank === undefined || to < rank);
}

/**
 * The ranks of an order of `size` players whose holders might win something else if everybody moved by up to `shift` ranks:
 * those close to an edge of a group, best first, at most `most` of them. Everybody else stays among those who win the same.
 */
export function ranksNearPrizes(groups: readonly PrizeGroup[], size: number, shift: number, most: number): readonly number[] {
  const ranks = new Set<number>();
  // The end of one group is often the beginning of the next.
  for (const edge of new Set(groups.flatMap(({ from, to }) => [from, to + 1]))) {
    const last = Math.min(size, edge + shift - 1);
    for (let rank = Math.max(1, edge - shift); rank <= last && ranks.size < most; rank += 1) ranks.add(rank);
  }
  return [...ranks].toSorted((a, b) => a - b);
}
