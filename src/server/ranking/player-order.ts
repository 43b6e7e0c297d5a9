import { type Tie, tieAmong } from '../../domain/ranking.ts';
import type { BoardSettings } from '../store/stored-values.ts';

/** Where a player stands: points as the order counts them, and when they were reached (epoch milliseconds). */
export interface OrderedPlace {
  /** By number. */
  readonly player: number;
  readonly rank: number;
  readonly points: number;
  readonly reachedAt: number;
}

/**
 * All who are ranked, in the order of their totals. Orders in memory answer at once, so that no commit comes between
 * one answer and the next; of an archive, which does not change, the rows are waited for.
 */
export interface FieldOrder {
  /** How many are ranked. */
  readonly size: number;
  /** Who stands on some ranks, in the order asked for; each of them must be there. */
  placesAt(ranks: readonly number[]): readonly OrderedPlace[] | Promise<readonly OrderedPlace[]>;
  /** How the places on some ranks came about; each of them must be there. */
  tiesAt(ranks: readonly number[]): readonly Tie[] | Promise<readonly Tie[]>;
  /** A player's rank, 1..size; `undefined` if they are not ranked. */
  rankOf(player: number): number | undefined;
  /** The ranks of those of `players` who have one, best first. */
  ranksOf(players: readonly number[]): readonly number[];
  /** How many are in front of a total, whether or not anybody has it. */
  countBefore(player: number, points: number, reachedAt: number): number;
}

export const NO_TIE: Tie = { kind: 'none' };

/** How the places on some ranks of an order in memory came about; each of them must be there. */
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

/** Points as an order counts them, and back: where low comes first the order is that of the opposite numbers. */
export function orderKey({ direction }: Pick<BoardSettings, 'direction'>, points: number): number {
  return direction === 'high' ? points : 0 - points;
}

/** `count` ranks from `first` on. */
export function ranksFrom(first: number, count: number): readonly number[] {
  return Array.from({ length: Math.max(0, count) }, (_, i) => first + i);
}

/** Ranks as stretches that are read together: of each the first and how many follow each other. */
export function runsOf(ranks: readonly number[]): readonly (readonly [first: number, count: number])[] {
  const starts = ranks.flatMap((rank, i) => (i > 0 && rank === ranks[i - 1]! + 1 ? [] : [i]));
  return starts.map((start, i) => [ranks[start]!, (starts[i + 1] ?? ranks.length) - start]);
}
