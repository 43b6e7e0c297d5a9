import { checksumOf } from './checksum.ts';

/**
 * Final totals as today's rules make them of the ledger, as a table in SQL: what was archived by earlier rules and is
 * otherwise by these is in `refolded_finals` too. Visitors are shown what was archived.
 */
export const TODAYS_FINALS = `(
  SELECT final.period, final.player, coalesce(anew.points, final.points) AS points,
    coalesce(anew.reached_at, final.reached_at) AS reached_at, final.moved_at
  FROM final_standings AS final LEFT JOIN refolded_finals AS anew ON anew.period = final.period AND anew.player = final.player
)`;

/** Kept in `refolded_finals`: proves the total that was archived, which the ledger does not make any more. */
export function archivedChecksum(period: number, player: number, points: number, reachedAt: number): number {
  return checksumOf([period, player, points, reachedAt]);
}
