import type { Tie } from '../../domain/ranking.ts';
import type { BoardSettings } from '../store/points-store.ts';

/** Where a player stands: points as the order counts them, and when they were reached (epoch milliseconds). */
export interface OrderedPlace {
  readonly rank: number;
  readonly points: number;
  readonly reachedAt: number;
  readonly tie: Tie;
}

/** Players, by number, one after the other. */
export interface PlayerList {
  readonly size: number;
  /** The players on places `first`..`first + count - 1`, fewer at the end. `first` is at least 1. */
  stretch(first: number, count: number): readonly number[];
}

/** All who are ranked, in the order of their totals: the places are their ranks. */
export interface PlayerOrder extends PlayerList {
  /** Those of `players` who are ranked, in the same order. */
  among(players: readonly number[]): PlayerList;
  /** Where players stand, in the order asked for; each of them must be ranked. */
  placesOf(players: readonly number[]): readonly OrderedPlace[];
}

/** Points as the index orders them, and back: where low comes first the order is that of the opposite numbers. */
export function orderKey({ direction }: Pick<BoardSettings, 'direction'>, points: number): number {
  return direction === 'high' ? points : 0 - points;
}
