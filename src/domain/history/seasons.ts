/** A player's result in a finished period; `day` is its first day, YYYY-MM-DD. */
export interface PastRank {
  readonly day: string;
  readonly rank: number;
  readonly points: number;
}

/** A player's results in the finished periods of one year. */
export interface Season {
  /** "2026". */
  readonly name: string;
  readonly periods: number;
  readonly wins: number;
  /** Periods in which they came first, second or third. */
  readonly podiums: number;
  /** The sum over all periods, or the nearest safe integer. */
  readonly points: number;
}

/** Groups dated items (YYYY-MM-DD) by years or by months, in their order. */
export function byTime<T extends { readonly day: string }>(
  dated: readonly T[],
  unit: 'years' | 'months',
): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const one of dated) {
    const name = one.day.slice(0, unit === 'years' ? 'YYYY'.length : 'YYYY-MM'.length);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [one]);
    else group.push(one);
  }
  return groups;
}

/** Groups a history (oldest first) by years, leaving out years without periods. */
export function seasonsOf(history: readonly PastRank[]): readonly Season[] {
  return Array.from(byTime(history, 'years'), ([name, periods]) => ({
    name,
    periods: periods.length,
    wins: periods.filter(({ rank }) => rank === 1).length,
    podiums: periods.filter(({ rank }) => rank <= 3).length,
    points: exact(periods.reduce((sum, { points }) => sum + points, 0)),
  }));
}

/** The most periods that fit into one row. */
const MOST_IN_ROW = 60;

/** Whether the periods of each year, given by their first days, fit into one row; if not, each month has its own row. */
export function fitsYears(days: readonly string[]): boolean {
  const dated = days.map((day) => ({ day }));
  return [...byTime(dated, 'years').values()].every(({ length }) => length <= MOST_IN_ROW);
}

/** A current streak of periods: won, on the podium, or with points. */
export interface Run {
  readonly kind: 'won' | 'podium' | 'points';
  readonly length: number;
}

/**
 * A player's current run over periods that anyone played in, given by their ranks, newest first; `undefined` where they were unranked. If
 * several runs have length two or more, the rarest; null if none has.
 */
export function presentRun(ranks: readonly (number | undefined)[]): Run | null {
  const runs = (
    [
      ['won', 1],
      ['podium', 3],
      ['points', Infinity],
    ] as const
  ).map(([kind, worst]) => {
    const end = ranks.findIndex((rank) => rank === undefined || rank > worst);
    return { kind, length: end === -1 ? ranks.length : end };
  });
  return runs.find(({ length }) => length >= 2) ?? null;
}

function exact(points: number): number {
  return Math.max(-Number.MAX_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, points));
}
