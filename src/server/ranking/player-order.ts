import { type Tie, tieAmong } from '../../domain/ranking.ts';
import type { BoardSettings } from '../store/stored-values.ts';

/** A player's place: points as ordered, and when they were reached (epoch milliseconds). */
export interface OrderedPlace {
  /** The player number. */
  readonly player: number;
  readonly rank: number;
  readonly points: number;
  readonly reachedAt: number;
}

/** All ranked players in order. Orders in memory answer synchronously, so that no commit intervenes; archives load their rows. */
export interface FieldOrder {
  /** The number of ranked players. */
  readonly size: number;
  /** The places at some ranks, in the given order; all must exist. */
  placesAt(ranks: readonly number[]): readonly OrderedPlace[] | Promise<readonly OrderedPlace[]>;
  /** The ties at some ranks; all must exist. */
  tiesAt(ranks: readonly number[]): readonly Tie[] | Promise<readonly Tie[]>;
  /** A player's rank, 1..size; `undefined` if they are not ranked. */
  rankOf(player: number): number | undefined;
  /** The ranks of those of `players` who have one, best first. */
  ranksOf(players: readonly number[]): readonly number[];
  /** How many are ranked before a total, whether or not a player has it. */
  countBefore(player: number, points: number, reachedAt: number): number;
}

export const NO_TIE: Tie = { kind: 'none' };

/** The ties at some ranks of an order in memory; all must exist. */
export function tiesIn(
  order: Pick<FieldOrder, 'countBefore'> & { placesAt(ranks: readonly number[]): readonly OrderedPlace[] },
  ranks: readonly number[],
): readonly Tie[] {
  return order.placesAt(ranks).map(({ rank, points, reachedAt }) => {
    const first = order.countBefore(-1, points, -Infinity) + 1;
    const level = order.countBefore(Infinity, points, Infinity) + 1 - first;
    if (level === 1) return NO_TIE;
    const [neighbour] = order.placesAt([rank === first ? rank + 1 : rank - 1]);
    return tieAmong(level, reachedAt, neighbour!.reachedAt);
  });
}

/** Converts points to the order's points and back: negated if low comes first. */
export function orderKey({ direction }: Pick<BoardSettings, 'direction'>, points: number): number {
  return direction === 'high' ? points : 0 - points;
}

/** `count` ranks from `first` on. */
export function ranksFrom(first: number, count: number): readonly number[] {
  return Array.from({ length: Math.max(0, count) }, (_, i) => first + i);
}

/** Groups consecutive ranks, as first rank and count. */
export function runsOf(ranks: readonly number[]): readonly (readonly [first: number, count: number])[] {
  const starts = ranks.flatMap((rank, i) => (i > 0 && rank === ranks[i - 1]! + 1 ? [] : [i]));
  return starts.map((start, i) => [ranks[start]!, (starts[i + 1] ?? ranks.length) - start]);
}
