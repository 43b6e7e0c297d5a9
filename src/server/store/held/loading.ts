import { exactScore } from '../../../domain/scoring.ts';
import type { Queryable } from './queryable.ts';
import { periodOf } from './boards.ts';
import { type BoardRow, hasBit, type PeriodRow, settingsFrom } from './columns.ts';
import type { State } from './state.ts';
import { blockOf, TotalsBlock } from './totals-block.ts';

/** Blocks of totals per query. */
const BLOCKS_AT_ONCE = 1000;

type HeldBoardRow = Omit<BoardRow, 'state'> & { readonly state: BoardRow['state'] | 'removed'; readonly position: number };

interface HeldPeriodRow extends Omit<PeriodRow, 'standings' | 'checksum'> {
  /** Meaningless while the period is open: see {@link countStandings}. */
  readonly standings: number | null;
  readonly since: number;
  readonly sealed: boolean | 0 | 1;
  readonly reopened_at: number | null;
}

/** The SQL tables or subqueries that a state is loaded from. */
export interface StateTables {
  readonly boards: string;
  readonly periods: string;
  readonly documents: string;
}

/** Loads boards, periods and documents. */
export async function loadState(db: Queryable, { boards, periods, documents }: StateTables, state: State): Promise<void> {
  for (const [name, text] of await db.columns<readonly [name: string, text: string]>(`SELECT name, text FROM ${documents}`))
    state.documents.set(name, text);
  for (const row of await db.rows<HeldBoardRow>(`SELECT * FROM ${boards} ORDER BY number`)) {
    const { number, state: kept, position } = row;
    state.setBoard(number, settingsFrom({ ...row, state: kept === 'removed' ? 'archived' : kept }), position);
    if (kept === 'removed') state.removeBoard(number);
  }
  for (const row of await db.rows<HeldPeriodRow>(`SELECT * FROM ${periods} ORDER BY number`)) {
    const { number, board, kind, start, end, since, standings, unshown, closed_at: at } = row;
    // A board deleted by hand is reported by the audit.
    if (!state.hasBoard(board)) continue;
    state.addPeriods([[number, board, kind, start, end, since]]);
    const period = state.period(number);
    period.sealed = Boolean(row.sealed);
    period.reopenedAt = row.reopened_at ?? undefined;
    period.standings = standings ?? 0;
    if (at !== null) period.closed = { at, unshown: unshown! };
  }
}

/** The log position up to which a block of a board is complete. */
export type Through = (board: number, block: number) => number;

/** Loads the stored totals of open periods; totals left from closed periods are dropped. */
export async function loadTotals(db: Queryable, state: State): Promise<Through> {
  /** By board and block. */
  const throughs = new Map<number, Map<number, number>>();
  const isOpen = (period: number) => state.period(period)?.closed === undefined;
  for (const board of state.boards()) {
    const ofBoard = new Map<number, number>();
    const blocks = state.blocksOf(board.number);
    throughs.set(board.number, ofBoard);
    for (let after = -1, more = true; more;) {
      const rows = await db.columns<readonly [block: number, through: number, totals: Uint8Array]>(
        `SELECT block, through, totals FROM totals WHERE board = $1 AND block > $2 ORDER BY block LIMIT ${BLOCKS_AT_ONCE}`,
        [board.number, after],
      );
      for (const [number, through, bytes] of rows) {
        // A PostgreSQL result shares its buffer with the rest of the response.
        const block = new TotalsBlock(number, bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes));
        block.keepOnly(isOpen);
        blocks[number] = block;
        ofBoard.set(number, through);
      }
      more = rows.length === BLOCKS_AT_ONCE;
      after = rows.at(-1)?.[0] ?? after;
    }
  }
  return (board, block) => throughs.get(board)?.get(block) ?? 0;
}

/** Counts the standings of open periods, once their totals are complete. */
export function countStandings(state: State): void {
  const counts = new Uint32Array(state.newestPeriod + 1);
  for (const board of state.boards()) for (const block of state.blocksOf(board.number)) block?.countTotals(counts);
  for (const period of state.periods()) if (period.closed === undefined) period.standings = counts[period.number]!;
}

/** The part of an event needed to fold its totals. */
export interface FoldedEvent {
  readonly seq: number;
  /** By number. */
  readonly board: number;
  readonly player: number;
  readonly points: number;
  readonly at: number;
  /** Bit 0 for its day, 1 week, 2 month, 3 all time. */
  readonly counted: number;
}

/** Folds an event that its block may lack, exactly as when it was recorded. */
export function foldAsRead(state: State, { seq, board: number, player, points, at, counted }: FoldedEvent, through: Through): void {
  // A board deleted by hand is reported by the audit.
  if (!state.hasBoard(number) || through(number, blockOf(player)) >= seq) return;
  const board = state.boardNumbered(number);
  const block = state.blockToChange(board, player, seq);
  for (const [bit, span] of board.spans.containing(at).entries()) {
    const period = hasBit(counted, bit) ? periodOf(board, span) : undefined;
    if (period === undefined || period.closed !== undefined) continue;
    const { scoring, direction } = board.settings;
    const total = exactScore(scoring, direction, block.scoreOf(player, period.number), { points, at });
    if (total !== undefined) block.setScore(player, period.number, total);
  }
  block.setLatestEvent(player, seq);
}
