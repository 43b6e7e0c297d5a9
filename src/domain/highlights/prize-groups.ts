/** The prize of a range of ranks, both ends inclusive: "4th to 10th: 50 coins". */
export interface PrizeGroup {
  readonly from: number;
  readonly to: number;
  readonly prize: string;
}

/** A prize rule of an operator or a sample; `to` defaults to `from`. */
interface PrizeRule {
  readonly from: number;
  readonly to?: number | undefined;
  readonly prize: string;
}

/** The prizes from the first rank down, each by the first rule that covers it; equal neighbours are merged, empty ones (`''`) left out. */
export function prizeGroups(rules: readonly PrizeRule[]): readonly PrizeGroup[] {
  // Between two edges, the same rules cover every rank.
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

/** The prize of a rank; `''` if it has none. */
export function prizeOf(groups: readonly PrizeGroup[], rank: number): string {
  return groups.find(({ from, to }) => from <= rank && rank <= to)?.prize ?? '';
}

/** The nearest prize above a rank other than its own; `undefined` if there is none. Without a rank, the last prize. */
export function nextPrize(groups: readonly PrizeGroup[], rank: number | undefined): PrizeGroup | undefined {
  return groups.findLast(({ to }) => rank === undefined || to < rank);
}

/** The ranks, out of `size`, whose prize could change if everyone moved by up to `shift` ranks: at most `most`, best first. */
export function ranksNearPrizes(groups: readonly PrizeGroup[], size: number, shift: number, most: number): readonly number[] {
  const ranks = new Set<number>();
  // A group often starts where another ends.
  for (const edge of new Set(groups.flatMap(({ from, to }) => [from, to + 1]))) {
    const last = Math.min(size, edge + shift - 1);
    for (let rank = Math.max(1, edge - shift); rank <= last && ranks.size < most; rank += 1) ranks.add(rank);
  }
  return [...ranks].toSorted((a, b) => a - b);
}
