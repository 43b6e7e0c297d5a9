/** How many places the podium has; everyone else is in the rankings table. */
export const PODIUM_PLACES = 3;

/** One lane of the podium. `place` is the lane's height order (1 is the tallest), not anybody's rank. */
export interface PodiumLane<T> {
  readonly place: 1 | 2 | 3;
  readonly holder: { readonly kind: 'taken'; readonly standing: T } | { readonly kind: 'awaiting' };
}

/** Three lanes, always, in the order they are shown: 2nd, 1st, 3rd. */
export type Podium<T> = readonly [PodiumLane<T>, PodiumLane<T>, PodiumLane<T>];

/**
 * Puts the first three of `standings` (already in order) on the podium. With fewer than three the lanes
 * left over are awaiting somebody.
 */
export function podiumOf<T>(standings: readonly T[]): Podium<T> {
  const lane = (place: 1 | 2 | 3): PodiumLane<T> => {
    const standing = standings[place - 1];
    return { place, holder: standing === undefined ? { kind: 'awaiting' } : { kind: 'taken', standing } };
  };
  return [lane(2), lane(1), lane(3)];
}

const MEDALS = ['gold', 'silver', 'bronze'] as const;

/** The medal a rank in the whole field earns; `none` from fourth place on, also for the best of a filtered list. */
export function medalFor(rank: number): (typeof MEDALS)[number] | 'none' {
  return MEDALS[rank - 1] ?? 'none';
}
