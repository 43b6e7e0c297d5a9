/** Number of podium places; everyone else is in the rankings table. */
export const PODIUM_PLACES = 3;

/** One lane of the podium. `place` is its height (1 is the tallest), not a rank. */
export interface PodiumLane<T> {
  readonly place: 1 | 2 | 3;
  readonly holder: { readonly kind: 'taken'; readonly standing: T } | { readonly kind: 'awaiting' };
}

/** Always three lanes, in display order: 2nd, 1st, 3rd. */
export type Podium<T> = readonly [PodiumLane<T>, PodiumLane<T>, PodiumLane<T>];

/** Puts the first three of `standings` (in order) on the podium; remaining lanes await a champion. */
export function podiumOf<T>(standings: readonly T[]): Podium<T> {
  const lane = (place: 1 | 2 | 3): PodiumLane<T> => {
    const standing = standings[place - 1];
    return { place, holder: standing === undefined ? { kind: 'awaiting' } : { kind: 'taken', standing } };
  };
  return [lane(2), lane(1), lane(3)];
}

const MEDALS = ['gold', 'silver', 'bronze'] as const;

/** The medal of an overall rank; `none` from fourth place on, even for the best of a filtered list. */
export function medalFor(rank: number): (typeof MEDALS)[number] | 'none' {
  return MEDALS[rank - 1] ?? 'none';
}
