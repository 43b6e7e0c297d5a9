import { crc32 } from 'node:zlib';

type Column = string | number | null;

/**
 * The tables whose rows have a checksum, and the columns that it proves, in the order in which {@link checksumOf} is
 * given them. What standings, final ranks, activities and blocks have is proven by folding the ledger.
 */
export const CHECKED_COLUMNS = {
  meta: ['key', 'value'],
  boards: ['number', 'name', 'title', 'scoring', 'direction', 'time_zone', 'week_start', 'unit', 'state'],
  players: ['number', 'username', 'fold', 'display_name', 'avatar', 'searched', 'known_since'],
  events: ['seq', 'board', 'id', 'player', 'points', 'at', 'activity', 'received_at', 'digest', 'counted', 'answer', 'previous'],
  revisions: ['number', 'event', 'does', 'at', 'reason', 'counted'],
  reopenings: ['number', 'period', 'at', 'reason', 'closed_at'],
  records: ['number', 'kind', 'id', 'at', 'state', 'text'],
} as const;

/** Of the columns of a row, in the order of {@link CHECKED_COLUMNS}: finds whatever was changed by hand, and hides nothing. */
export function checksumOf(columns: readonly Column[]): number {
  return crc32(JSON.stringify(columns));
}

/** What a closed period's checksum is made of. */
interface ClosedPeriod {
  readonly number: number;
  readonly board: number;
  readonly kind: string;
  readonly start: number;
  readonly end: number;
  readonly standings: number;
}

/** Of a closed period as its row has it, and of the players in `order`, by number, first to last. */
export function closedChecksum(
  { number, board, kind, start, end, standings }: ClosedPeriod,
  closedAt: number,
  unshown: number,
  order: readonly number[],
): number {
  return checksumOf([number, board, kind, start, end, standings, closedAt, unshown, crc32(Float64Array.from(order))]);
}
