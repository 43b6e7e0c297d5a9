import type { Tie } from '../domain/ranking.ts';
import type { BoardSettings } from './points-store.ts';

/** Where a player stands: points as the order counts them, and when they were reached (epoch milliseconds). */
export interface OrderedPlace {
  readonly rank: number;
  readonly points: number;
  readonly reachedAt: number;
  readonly tie: Tie;
}

/** Players, by number, in the order of their totals. */
export interface PlayerOrder {
  /** How many are ranked. */
  readonly size: number;
  /** The players of ranks `first`..`first + count - 1`, fewer at the end. `first` is at least 1. */
  stretch(first: number, count: number): readonly number[];
  /** The ranks of those of `players` who have one, best first. */
  ranksOf(players: readonly number[]): readonly number[];
  /** Where players stand, in the order asked for; each of them must be ranked. */
  placesOf(players: readonly number[]): readonly OrderedPlace[];
}

/** Points as the index orders them, and back: where low comes first the order is that of the opposite numbers. */
export function orderKey({ direction }: Pick<BoardSettings, 'direction'>, points: number): number {
  return direction === 'high' ? points : 0 - points;
}
