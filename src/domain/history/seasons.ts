/** How a period that is over ended for a player; `day` is its first one, YYYY-MM-DD. */
export interface PastRank {
  readonly day: string;
  readonly rank: number;
  readonly points: number;
}

/** What a player did in the periods of one year that are over. */
export interface Season {
  /** "2026". */
  readonly name: string;
  readonly periods: number;
  readonly wins: number;
  /** In how many they came first, second or third. */
  readonly podiums: number;
  /** All together, the nearest number that is exact. */
  readonly points: number;
}

/** What has a day (YYYY-MM-DD), by years or by months, in the order in which these come. */
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

/** A history (oldest first) by years; those without a period are left out. */
export function seasonsOf(history: readonly PastRank[]): readonly Season[] {
  return Array.from(byTime(history, 'years'), ([name, periods]) => ({
    name,
    periods: periods.length,
    wins: periods.filter(({ rank }) => rank === 1).length,
    podiums: periods.filter(({ rank }) => rank <= 3).length,
    points: exact(periods.reduce((sum, { points }) => sum + points, 0)),
  }));
}

/** So many periods fit into one row. */
const MOST_IN_ROW = 60;

/** Whether the periods of each year, given by their first days, fit into one row; if not, each month has a row. */
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
 * The run that a player is on after periods somebody played in, newest first, given by their ranks; `undefined` where they were
 * not ranked. Of several the rarest that is two or more; null if none is.
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
