/** How a period that is over ended for a player; `day` is its first one, YYYY-MM-DD. */
export interface PastRank {
  readonly day: string;
  readonly rank: number;
  readonly points: number;
}

/** How the periods of one month or year ended for a player, from the best to the worst. */
export interface RankGroup {
  /** "2026" or "2026-11". */
  readonly name: string;
  readonly periods: number;
  /** In how many they came first. */
  readonly wins: number;
  /** All together, the nearest number that is exact. */
  readonly points: number;
  readonly best: number;
  /** A quarter of the periods ended on this rank or better, a half, three quarters. Each is a rank that they had. */
  readonly upper: number;
  readonly median: number;
  readonly lower: number;
  readonly worst: number;
}

/** So many can be told apart one by one. */
const MOST_SINGLE = 60;

/** So many months side by side at most; what is longer is told by years. */
const MOST_MONTHS = 24;

/** By how many letters of their first day the periods of a history are put together; `undefined` of one that is short. */
function nameLength(history: readonly PastRank[]): number | undefined {
  if (history.length <= MOST_SINGLE) return undefined;
  return monthOf(history.at(-1)!.day) - monthOf(history[0]!.day) < MOST_MONTHS ? 'YYYY-MM'.length : 'YYYY'.length;
}

/** A long history (oldest first) by months or, if it is longer still, by years; none of one that is short. Those without a period are left out. */
export function rankGroups(history: readonly PastRank[]): readonly RankGroup[] {
  const length = nameLength(history);
  if (length === undefined) return [];
  const groups = new Map<string, PastRank[]>();
  for (const period of history) {
    const name = period.day.slice(0, length);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [period]);
    else group.push(period);
  }
  return Array.from(groups, ([name, periods]) => {
    const ranks = periods.map(({ rank }) => rank).toSorted((a, b) => a - b);
    const part = (share: number) => ranks[Math.ceil(share * ranks.length) - 1]!;
    return {
      name,
      periods: ranks.length,
      wins: ranks.filter((rank) => rank === 1).length,
      points: exact(periods.reduce((sum, { points }) => sum + points, 0)),
      best: ranks[0]!,
      upper: part(1 / 4),
      median: part(1 / 2),
      lower: part(3 / 4),
      worst: ranks.at(-1)!,
    };
  });
}

function exact(points: number): number {
  return Math.max(-Number.MAX_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, points));
}

function monthOf(day: string): number {
  return Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
}
