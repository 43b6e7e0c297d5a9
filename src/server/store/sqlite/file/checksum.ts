import { crc32 } from 'node:zlib';

type Column = string | number | null;

/** Tables with checksums and the columns they cover, in order. The audit checks derived tables by folding the ledger. */
export const CHECKED_COLUMNS = {
  meta: ['key', 'value'],
  boards: ['number', 'name', 'title', 'scoring', 'direction', 'time_zone', 'week_start', 'unit', 'state'],
  players: ['number', 'username', 'fold', 'display_name', 'avatar', 'searched', 'known_since'],
  events: ['seq', 'board', 'id', 'player', 'points', 'at', 'activity', 'received_at', 'digest', 'counted', 'answer', 'previous', 'author'],
  authors: ['number', 'author', 'import'],
  revisions: ['number', 'event', 'does', 'at', 'reason', 'counted'],
  reopenings: ['number', 'period', 'at', 'reason', 'closed_at'],
  records: ['number', 'kind', 'id', 'at', 'state', 'text'],
} as const;

/** The checksum of a row's {@link CHECKED_COLUMNS}. Detects manual changes, but is not tamper-proof. */
export function checksumOf(columns: readonly Column[]): number {
  return crc32(JSON.stringify(columns));
}

/** The checksum of an event's row: omits an unknown author, so that checksums from before authors were recorded stay valid. */
export function eventChecksum(columns: readonly Column[]): number {
  return checksumOf(columns.at(-1) === null ? columns.slice(0, -1) : columns);
}

/** The checksum of a row of a table with {@link CHECKED_COLUMNS}. */
export function checksumIn(table: string, columns: readonly Column[]): number {
  return table === 'events' ? eventChecksum(columns) : checksumOf(columns);
}

/** The columns covered by a closed period's checksum. */
interface ClosedPeriod {
  readonly number: number;
  readonly board: number;
  readonly kind: string;
  readonly start: number;
  readonly end: number;
  readonly standings: number;
}

/** The checksum of a closed period's row and of its players in `order`, by number, first to last. */
export function closedChecksum(
  { number, board, kind, start, end, standings }: ClosedPeriod,
  closedAt: number,
  unshown: number,
  order: readonly number[],
): number {
  return checksumOf([number, board, kind, start, end, standings, closedAt, unshown, crc32(Float64Array.from(order))]);
}
