import type { Direction } from '../scoring.ts';

/**
 * The points by which a player must improve to take a holder's place: one more than a tie, because the holder reached the total first. At
 * least 1 and at most the largest safe integer; if low comes first, how much lower.
 *
 * `own` is `undefined` for a player without points, who starts at 0; if low comes first, the start is unknown, and so is the result.
 */
export function missingPoints(direction: Direction, own: number, holder: number): number;
export function missingPoints(direction: Direction, own: number | undefined, holder: number): number | undefined;
export function missingPoints(direction: Direction, own: number | undefined, holder: number): number | undefined {
  if (direction === 'low' && own === undefined) return undefined;
  const gap = direction === 'high' ? holder - (own ?? 0) : own! - holder;
  return Math.min(Number.MAX_SAFE_INTEGER, Math.max(1, gap + 1));
}
