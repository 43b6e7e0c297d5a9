import type { Direction } from '../scoring.ts';

/**
 * By how many points a player must get better to stand where somebody stands: one more than level, because whoever is
 * there reached the total first. At least 1, also if they are level already; where low comes first, by how much lower.
 * At most the largest whole number that is exact.
 *
 * `own` is `undefined` for somebody without points, who begins at 0; where low comes first nobody can say from where
 * they begin, so that the result is `undefined`.
 */
export function missingPoints(direction: Direction, own: number, holder: number): number;
export function missingPoints(direction: Direction, own: number | undefined, holder: number): number | undefined;
export function missingPoints(direction: Direction, own: number | undefined, holder: number): number | undefined {
  if (direction === 'low' && own === undefined) return undefined;
  const gap = direction === 'high' ? holder - (own ?? 0) : own! - holder;
  return Math.min(Number.MAX_SAFE_INTEGER, Math.max(1, gap + 1));
}
