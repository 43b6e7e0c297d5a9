/**
 * How long somebody's bar is beside that of the leader, 0 to 1. Where low comes first the leader has the fewest points,
 * and the longest bar all the same.
 */
export function leadShare(points: number, leader: number, direction: 'high' | 'low'): number {
  if (points === leader) return leader === 0 && direction === 'high' ? 0 : 1;
  const share = direction === 'high' ? points / leader : leader / points;
  return Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 0;
}
