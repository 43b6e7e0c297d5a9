import type { Activity } from './activity.ts';
import type { Direction } from './scoring.ts';

export interface Plan {
  readonly steps: readonly { readonly activity: string; readonly times: number }[];
  readonly points: number;
  readonly minutes: number;
}

export interface Plans {
  readonly fewest: Plan | null;
  readonly quickest: Plan | null;
  readonly easiest: Plan | null;
}

/**
 * The ranks worth aiming at from a rank, nearest first: the next one, the tenth, the third and the first, as far
 * as they are above. Whoever is not ranked (`undefined`) may aim at the last rank too.
 */
export function targetRanks(rank: number | undefined, total: number): number[] {
  const next = rank === undefined ? total : rank - 1;
  return [...new Set([next, 10, 3, 1])].filter((target) => target >= 1 && target <= next);
}

/**
 * By how many points a player must get better to pass somebody: one more than level, because whoever is there
 * reached the total first. At least 1. `own` is `undefined` for somebody without points, who begins at 0; where low
 * comes first nobody can say from where they begin, so that it is `undefined`.
 */
export function missingPoints(direction: Direction, own: number | undefined, holder: number): number | undefined {
  if (direction === 'high') return Math.max(1, holder - (own ?? 0) + 1);
  return own === undefined ? undefined : Math.max(1, own - holder + 1);
}

export function plansFor(_activities: readonly Activity[], _missing: number, _minutesLeft: number | undefined): Plans {
  return { fewest: null, quickest: null, easiest: null };
}
